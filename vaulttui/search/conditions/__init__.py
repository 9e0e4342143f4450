"""Conditions of a query: which chunks and notes may be found at all."""

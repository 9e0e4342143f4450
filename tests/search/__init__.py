"""Tests of searching and of the query language."""

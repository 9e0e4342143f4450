"""Columns into the tables of the index, and what keeps these small and sorted."""

"""Vectors: made from chunks, stored, counted, and told in fewer bits."""

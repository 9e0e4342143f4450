"""Links: which file one leads to, which place in it, and how one is written."""

"""Many notes at once into columns and postings, in worker processes."""

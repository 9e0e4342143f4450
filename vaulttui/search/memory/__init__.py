"""What searches keep in memory of the index: its shape, postings, vocabulary, texts and facets."""

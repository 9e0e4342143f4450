"""What one reads: the note in the preview, the place in it, what is found in it, and what was read before."""

"""Notes and files by their names, single notes, and completions: all that is asked without a search."""

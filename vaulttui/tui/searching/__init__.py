"""What one looks for: the question, its answer in the list of results, and what is told of both."""

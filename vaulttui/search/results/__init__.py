"""What is shown of what was found: pages, hits, snippets, and why."""

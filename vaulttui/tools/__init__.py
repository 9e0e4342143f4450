"""The agent tools: thin facades over the search engine."""

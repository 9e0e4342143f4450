"""A query into a result: query language, filters, ranking, snippets, facets, and the engine that serves it all."""

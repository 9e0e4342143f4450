"""Properties: the frontmatter of a note, inline fields, and what their values mean."""

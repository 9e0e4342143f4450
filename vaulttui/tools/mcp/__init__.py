"""The tools as a server of the Model Context Protocol: they are the same as elsewhere, this brings them to agents."""

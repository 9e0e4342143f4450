"""Everything that the interface asks of the engine, on threads of its own."""

"""Pictures of the interface."""

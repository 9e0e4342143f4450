"""The engine of one vault in this process, and its work in the background."""

"""What the interface remembers of a vault from one start to the next, and several windows on it share."""

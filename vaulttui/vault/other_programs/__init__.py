"""What vaults of other programs say and write that matters outside of them."""

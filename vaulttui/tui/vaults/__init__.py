"""Vaults: finding them, and leaving one for another."""

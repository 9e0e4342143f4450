"""Listing a vault: its files and folders, and which of them are left out."""

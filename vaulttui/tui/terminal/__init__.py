"""The terminal: what it sends, how it draws, what becomes of it when the program is stopped."""

"""The panes and bars of the main screen, one widget a file."""

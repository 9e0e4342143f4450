"""The panes of the main screen: which are shown, how wide, and what stands in their borders."""

"""Colours: the themes, and what is made of them for terminals that have fewer."""

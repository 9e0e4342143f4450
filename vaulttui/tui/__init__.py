"""The interface. The only room that imports Textual."""

"""The sample vault that ships with the program: two years of notes about one small boat."""

from pathlib import Path


def demo_vault() -> Path:
    """Folder of the bundled sample vault."""
    return Path(__file__).parent / "vault"

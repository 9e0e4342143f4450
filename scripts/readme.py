"""Write the key table of README.md anew from the keymap: ``python scripts/readme.py``."""

from __future__ import annotations

from pathlib import Path

from vaulttui.tui.keymap import keymap_table

README = Path(__file__).resolve().parent.parent / "README.md"
BEGIN, END = "<!-- keys:begin -->", "<!-- keys:end -->"


def with_keys(text: str) -> str:
    """The README's text with the present key table between its markers."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{keymap_table().strip()}\n{END}{after}"


if __name__ == "__main__":
    README.write_text(with_keys(README.read_text(encoding="utf-8")), encoding="utf-8")

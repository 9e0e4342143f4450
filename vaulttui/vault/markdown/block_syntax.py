"""Small pieces of block syntax: markers, blanks, table rows, block ids, labels."""

from __future__ import annotations

import re

from vaulttui.vault.markdown.plain_text import DEFINITION_END

MARKER = re.compile(r"(?:[-+*]|([0-9]{1,9})[.)])(?= |$)")
RULE = re.compile(r"(?:(?:- *+){3,}+|(?:_ *+){3,}+|(?:\* *+){3,}+)$")
UNDERLINE = re.compile(r"(?:=++|-++)$")
ATX = re.compile(r"(#{1,6})(?:[ \t]++(.*))?$")
FOOTNOTE = re.compile(r"\[\^([^\[\]\s]++)\]: *+")
DEFINITION = re.compile(rf"\[(?!\^)((?:[^\[\]\\]|\\.)++)\]: *+(<[^<>]*+>|[^\s<]\S*+){DEFINITION_END}")
YAML_KEY = re.compile(r"[\w][\w .-]*+:(?:\s|$)")
_BLANKS = re.compile(r" *+")
_LEAD = " \t>*+-0123456789.)"
_DELIMITER_CELL = re.compile(r":?-++:?")
_CELL = re.compile(r"(?:[^\\|]++|\\.)*+")
_ATTRIBUTE = r"(?:#[\w:.-]++|\.[^\W\d][\w:-]*+|[\w:-]++=(?:\"[^\"]*+\"|[^\s\"]++))"
_ATTRIBUTES = re.compile(rf":?\s*+(?=[#.])(?:{_ATTRIBUTE}(?:\s++|\Z))++")
_ID_ATTRIBUTE = re.compile(r"(?<!\S):?#(\S++)")
_BLOCK_ID = re.compile(r"(?:^|\s)\^[A-Za-z0-9-]+$")


def skip_blanks(text: str, position: int) -> int:
    """Offset of the first character from ``position`` that is not a blank; the text's length if there is none."""
    if position < len(text) and text[position] != " ":
        return position
    match = _BLANKS.match(text, position)
    return match.end() if match else position


def strip_block_id(text: str) -> str:
    """Cut ``^id`` off the end of a text."""
    found = _BLOCK_ID.search(text, max(0, text.rfind("^") - 1)) if "^" in text else None
    return text[: found.start()].rstrip() if found else text


def split_attributes(heading: str) -> tuple[str, str]:
    """Cut the attributes off the end of a heading, ``{#id .class}`` as Pandoc, Docusaurus and MkDocs have them.

    Args:
        heading: Its text without blanks at the end.

    Returns:
        What is left, and the id; ``""`` if none is given. A heading that is nothing else stays as it is.
    """
    start = heading.rfind("{") if heading.endswith("}") else -1
    inner = heading[start + 1 : -1]
    if start < 1 or heading[start - 1] in "{\\" or not _ATTRIBUTES.fullmatch(inner):
        return heading, ""
    text = heading[:start].rstrip()
    found = _ID_ATTRIBUTE.search(inner)
    if not text.strip("#") or (len(text) == start and found is None):
        return heading, ""
    return text, found[1] if found else ""


def normalise_label(label: str) -> str:
    """Bring the label of a reference link into the form that labels are compared in."""
    return " ".join(label.split()).casefold()


def expand_tabs(line: str) -> str:
    """Replace the tabs among indentation and markers by blanks, at tab stops of four columns."""
    rest = line.lstrip(_LEAD)
    lead = line[: len(line) - len(rest)]
    return lead.expandtabs(4) + rest if "\t" in lead else line


def cells(row: str) -> list[str]:
    """Split a table row at its pipes, ``\\|`` being a pipe within a cell."""
    row = row.strip()
    start = 1 if row.startswith("|") else 0
    found: list[str] = []
    while start <= len(row):
        match = _CELL.match(row, start)
        assert match is not None  # an empty cell is one
        end = match.end()
        if end < len(row) and row[end] == "\\":  # a lone backslash at the very end
            end += 1
        found.append(row[start:end].strip())
        start = end + 1
    if len(found) > 1 and not found[-1]:
        found.pop()
    return found


def is_delimiter_row(text: str, header: str) -> bool:
    """Tell whether a line makes a table of the line above it."""
    if "|" not in text and "|" not in header:
        return False
    delimiters = cells(text)
    return all(map(_DELIMITER_CELL.fullmatch, delimiters)) and len(delimiters) == len(cells(header))

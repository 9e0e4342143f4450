"""The properties at the head of a note: finding the block, and reading it as its writer meant it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from vaulttui.values import dataclass
from vaulttui.vault.folding import fold_name
from vaulttui.vault.note import NoteWarning, Property
from vaulttui.vault.properties.frontmatter_lines import fence_of, frontmatter_end
from vaulttui.vault.properties.note_properties import LIST_TYPES, TEXT_KEYS, make_property
from vaulttui.vault.properties.written_mapping import InvalidMappingError, WrittenMapping
from vaulttui.vault.properties.yaml_mapping import read_yaml_mapping

MAX_FRONTMATTER: Final = 256 * 1024
"""Characters. A longer block is no frontmatter but text."""

_MOST_WARNINGS: Final = 20
_LONGEST_EXCERPT: Final = 60
_CONFLICT: Final = "<<<<<<< "
_CONFLICT_MARKS: Final = ("|||||||", "=======", ">>>>>>>")
"""What Git puts before the first side of a conflict; before what both began with and the other side, and at its end."""
_OPENING_LINE: Final = 2
"""The first line behind the opening ``---``."""

_LANGUAGES: Final = {"---": "YAML", "+++": "TOML"}
"""By the lines around it."""
_LOOKS_LIKE_KEY: Final = {"---": re.compile(r"[^\s:#][^:]*:(?:\s|$)"), "+++": re.compile(r"\s*[\w\"'.-]+\s*=|\[\S")}
_NOT_IN_YAML: Final = re.compile("[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")
_LINE_BREAKS_OF_YAML: Final = "\x0b\x0c\x85\u2028\u2029"

_TAG_LINES: Final = re.compile(r"^tags?[ \t]*:.*(?:\n[ \t]*-.*)*", re.IGNORECASE | re.MULTILINE)
_TAG_MARK: Final = re.compile(r"(?<=[\s,\[])#(?=[^\s#])")
_TAG_MARK_BEHIND_TAG: Final = re.compile(r"(?<=[^\s,\[:-])[ \t]++#(?=[^\s#])")

_APOSTROPHE = r"(?<=\w)'(?=[\w ])"
_PLACEHOLDER: Final = re.compile(
    rf"\{{\{{(?:[^{{}}\n\\\"']|{_APOSTROPHE})+\}}\}}|!?\[\[(?:[^\[\]\n\\\"']|{_APOSTROPHE})+\]\]"
)
"""No other quotation marks: what begins within a quoted text must end there too."""
_QUOTING_PLACEHOLDER: Final = re.compile(
    rf"{_PLACEHOLDER.pattern}|(?:^|(?<=[:,\[-] )|(?<=\[))(?:\{{\{{[^{{}}\n]+\}}\}}|\[\[[^\[\]\n]+\]\])", re.MULTILINE
)
"""The same with any quotation marks in those that a value begins with, ``{{date:"YYYY"}}``, which is never valid."""
_STAND_IN: Final = re.compile("\ue000([0-9]{1,6})\ue001")

_LEADING_TABS: Final = re.compile(r"^[ \t]*\t[ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What stands above the body of a note."""

    properties: tuple[Property, ...] = ()
    body_line: int = 1
    """First line of the body, 1 if there is no frontmatter."""
    warnings: tuple[NoteWarning, ...] = ()
    unread: str = ""
    """What is not valid, as it is written."""


def read_frontmatter(lines: Sequence[str], types: Mapping[str, str] | None = None) -> Frontmatter:
    """Read the frontmatter of a note: YAML between ``---``, or TOML between ``+++`` as Hugo has it. Never fails.

    What is invalid gives no properties and a warning; the body begins behind the closing line. A block that is not
    closed, too long, or holds no keys is part of the body.

    Args:
        lines: All lines of the note (or at least all of the frontmatter), without line ends.
        types: Property types by key, by Obsidian's names (``text``, ``multitext``, ``number``, ``checkbox``, ``date``,
            ``datetime``, ``tags``, ``aliases``), which decide where a value could be read in several ways.
    """
    fence = fence_of(lines[0]) if lines else None
    if fence is None:
        return Frontmatter()
    end = frontmatter_end(lines)
    if end is None:
        if len(lines) > 1 and _LOOKS_LIKE_KEY[fence].match(lines[1]):
            message = f"The frontmatter has no closing {fence}: it is read as text, and the note has no properties."
            return Frontmatter(warnings=(NoteWarning("frontmatter_unclosed", message, 1),))
        return Frontmatter()
    text = "\n".join(lines[1:end]) + "\n"
    if len(text) > MAX_FRONTMATTER:
        message = f"The frontmatter is longer than {MAX_FRONTMATTER // 1024} kB: it is read as text."
        return Frontmatter(warnings=(NoteWarning("frontmatter_too_large", message, 1),))
    conflict = next((number for number, line in enumerate(lines[1:end]) if line.startswith(_CONFLICT)), None)
    if conflict is not None:
        text = "\n".join(_first_sides(lines[1:end])) + "\n"
    declared = {fold_name(key): kind for key, kind in (types or {}).items()}
    try:
        mapping = _read_toml(text) if fence == "+++" else _read(text, declared)
    except InvalidMappingError as error:
        return Frontmatter((), end + 2, (_invalid_warning(error, lines, _LANGUAGES[fence]),), text)
    if mapping is None:
        message = f"The text between the {fence} lines has no keys: it is read as text."
        return Frontmatter(warnings=(NoteWarning("frontmatter_invalid", message, 1),))
    warnings = _duplicate_warnings(mapping)
    if conflict is not None:
        message = "The frontmatter has a merge conflict: what stands first in it counts."
        warnings = (NoteWarning("frontmatter_conflict", message, conflict + _OPENING_LINE), *warnings)
    return Frontmatter(_properties(mapping, declared), end + 2, warnings)


def _first_sides(lines: Sequence[str]) -> Iterator[str]:
    """Lines of the first side of each merge conflict and outside of them; in place of all others are empty ones."""
    in_conflict = others = False
    for line in lines:
        mark = line.startswith(_CONFLICT) or (in_conflict and line[:7] in _CONFLICT_MARKS)
        if mark:
            in_conflict, others = line[:7] != _CONFLICT_MARKS[-1], line[:7] in _CONFLICT_MARKS[:-1]
        yield "" if mark or others else line


def _read_toml(text: str) -> WrittenMapping:
    from vaulttui.vault.properties.toml_mapping import read_toml_mapping  # late: few vaults need it

    return read_toml_mapping(text)


def _read(text: str, declared: Mapping[str, str]) -> WrittenMapping | None:
    if _NOT_IN_YAML.search(text):
        text = _NOT_IN_YAML.sub(lambda match: " " if match[0] in _LINE_BREAKS_OF_YAML else "\ufffd", text)
    text_keys = TEXT_KEYS | {key for key, kind in declared.items() if kind == "text" or kind in LIST_TYPES}
    first_error: InvalidMappingError | None = None
    tried: set[str] = set()
    for pattern in (_PLACEHOLDER, _QUOTING_PLACEHOLDER):
        plain, restore = _hide_placeholders(text, pattern)
        for attempt in _readings(plain):
            if attempt in tried:
                continue
            tried.add(attempt)
            try:
                return read_yaml_mapping(attempt, text_keys, restore)
            except InvalidMappingError as error:
                first_error = first_error or error
    assert first_error is not None  # there is at least one reading
    raise first_error


def _readings(text: str) -> Iterator[str]:
    """The text with what a strict reader would stumble over mended, then with less of it mended."""
    marked = _TAG_LINES.sub(_drop_tag_marks, text) if "#" in text else text
    yield marked
    if "\t" in text:
        yield _LEADING_TABS.sub(lambda match: match[0].replace("\t", "  "), marked).replace("-\t", "- ")
    if marked != text:
        yield text


def _drop_tag_marks(match: re.Match[str]) -> str:
    """Take the ``#`` from tags, which begins a comment for YAML; behind a closing bracket it does for people too.

    Between two tags it has parted them, as a comma does.
    """
    inside, bracket, behind = match[0].rpartition("]")
    tags, rest = (inside, bracket + behind) if bracket else (behind, "")
    return _TAG_MARK.sub("", _TAG_MARK_BEHIND_TAG.sub(", ", tags)) + rest


def _hide_placeholders(text: str, pattern: re.Pattern[str]) -> tuple[str, Callable[[str], str] | None]:
    """Put something harmless in place of ``{{templates}}`` and ``[[links]]``, which YAML takes for maps and lists.

    Returns:
        The text, and the function that puts them back into a value.
    """
    if ("{{" not in text and "[[" not in text) or "\ue000" in text:
        return text, None
    hidden: list[str] = []

    def hide(match: re.Match[str]) -> str:
        hidden.append(match[0])
        return f"\ue000{len(hidden) - 1}\ue001"

    def shown(match: re.Match[str]) -> str:
        number = int(match[1])
        return hidden[number] if number < len(hidden) else match[0]

    def restore(value: str) -> str:
        return _STAND_IN.sub(shown, value) if "\ue000" in value else value

    return pattern.sub(hide, text), restore


def _properties(mapping: WrittenMapping, declared: Mapping[str, str]) -> tuple[Property, ...]:
    return tuple(
        make_property(
            entry.key,
            entry.value,
            entry.line + _OPENING_LINE,
            declared.get(fold_name(entry.key), ""),
            tuple([line + _OPENING_LINE for line in entry.item_lines]),
        )
        for entry in mapping.entries
        if entry.key.strip()
    )


def _invalid_warning(error: InvalidMappingError, lines: Sequence[str], language: str) -> NoteWarning:
    line = None if error.line is None else error.line + _OPENING_LINE
    place = "" if line is None else f" in line {line}, {lines[line - 1].strip()[:_LONGEST_EXCERPT]!r}"
    message = f"The frontmatter is not valid {language}: {error.message}{place}. The note has no properties."
    return NoteWarning("frontmatter_invalid", message, line)


def _duplicate_warnings(mapping: WrittenMapping) -> tuple[NoteWarning, ...]:
    return tuple(
        NoteWarning(
            "frontmatter_duplicate_key",
            f"The frontmatter has {key!r} more than once: the last one counts.",
            line + _OPENING_LINE,
        )
        for key, line in mapping.duplicates[:_MOST_WARNINGS]
    )

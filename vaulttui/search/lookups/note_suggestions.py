"""Notes by a part of their names, as the quick switcher asks for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vaulttui.index.reading.letters import fold
from vaulttui.search.answers import Suggestion
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.folding import fold_as_column, folded
from vaulttui.search.lookups.fuzzy import fuzzy_score, least_fuzzy_score
from vaulttui.search.lookups.misspelled_names import nearly_called
from vaulttui.search.view import IndexView
from vaulttui.vault.note_names import note_name

_MOST_CANDIDATES = 1_000
"""So many notes are scored: those whose names fit best at first sight."""
_PATH = 0.6
"""What a match in a path counts beside one in a name."""
_BOTH = 0.5
"""What a match counts of whose words some are in the path and some in a name."""
_CLOSE = 0.4
"""What every word typed reaches in a name that holds its letters with others between them, but few: more than one of
similar words."""

_NAMES = "concat_ws(chr(10), title, array_to_string(aliases, chr(10)), name)"
_NAMES_AND_PATH = "concat_ws(chr(10), '', title, array_to_string(aliases, chr(10)), path)"
_SIGNS = r"\x00-\t\x0b-/:-@\[-`{-\x7f\x{2010}-\x{2027}"
"""Part of a character class (RE2): most of what parts words, but not names. A class of all letters is compiled for a
hundredth of a second."""


class _Scored(NamedTuple):
    """A note that fits what was typed; the best is the least."""

    scattered: bool
    """Whether it is taken for letters far apart. Of several words none is where another note has them all."""
    score: float
    """Negative."""
    by_alias: bool
    path_length: int
    path: str
    title: str
    name: str
    """That of its names which fits best."""

    @property
    def suggestion(self) -> Suggestion:
        return _suggestion(self.path, self.title, self.name if self.by_alias else self.title)


def suggest_notes(view: IndexView, typed: str, limit: int) -> tuple[Suggestion, ...]:
    """Notes whose titles, file names, aliases or paths fit what was typed, the best first.

    Args:
        view: The index.
        typed: Words, or some of their characters in order. If nothing is, the notes changed last are given.
        limit: How many at most.

    Returns:
        Where nothing has what was typed as it was typed, those with nearly such words in their titles come before those
        that have its letters far apart, as corrected ones.
    """
    wanted, words = fold(typed.strip()), fold_as_column(typed).split()
    if not wanted or not words:  # a mark alone is none of a word
        rows = view.cursor.execute(
            "SELECT path, title FROM notes ORDER BY mtime_ns DESC, path LIMIT ?", [limit]
        ).fetchall()
        return tuple(Suggestion(path, title, path) for path, title in rows)
    scored: list[_Scored] = []
    as_typed = False
    for path, title, aliases in view.cursor.execute(*_candidates(words)).fetchall():
        name = note_name(path)
        best, shown = max((fuzzy_score(wanted, text), text) for text in {title, name, *aliases})
        whole = _PATH * fuzzy_score(wanted, path) if best < _PATH else 0.0
        together = " ".join((path, title, *aliases))
        together_folded = fold(together)
        has_all = all(word in together_folded for word in wanted.split())
        if not best and not whole and has_all:
            whole = _BOTH * fuzzy_score(wanted, together)
        if best or whole:
            as_typed = as_typed or has_all
            scattered, by_alias = len(words) > 1 and not has_all, best > whole and shown not in (title, name)
            scored.append(_Scored(scattered, -max(best, whole), by_alias, len(path), path, title, shown))
    scored.sort()
    if as_typed:
        return tuple(note.suggestion for note in scored[:limit])
    close = [note for note in scored if least_fuzzy_score(wanted, note.name) >= _CLOSE]
    nearly = (
        _suggestion(near.path, near.title, near.name, corrected=True) for near in nearly_called(view, typed, limit)
    )
    by_path: dict[str, Suggestion] = {}
    for suggestion in (*(note.suggestion for note in close), *nearly, *(note.suggestion for note in scored)):
        by_path.setdefault(suggestion.text, suggestion)
    return tuple(by_path.values())[:limit]


def _suggestion(path: str, title: str, name: str, *, corrected: bool = False) -> Suggestion:
    """A note, by that of its names which fits."""
    label = title if name in (title, note_name(path)) else f"{name} → {title}"
    return Suggestion(path, label, path, corrected=corrected)


def _candidates(words: Sequence[str]) -> Condition:
    """A query for the notes whose names may fit: the characters of every word are in names and path in order.

    One letter or two are in nearly all names of a vault, and the note that is called just so has to be among those
    which are scored. So they are brought in order first, as well as the database can tell.

    Args:
        words: Folded as the column is, at least one.
    """
    typed = " ".join(words)
    scattered = " AND ".join(["text LIKE ? ESCAPE '\\'"] * len(words))
    in_names = " AND ".join(["strpos(text, ?) BETWEEN 1 AND length(text) - length(path)"] * len(words))
    anywhere = " AND ".join(["contains(text, ?)"] * len(words))
    ranks: list[Condition] = [
        ("contains(text, ?) OR contains(text, ?)", [f"\n{typed}\n", f"/{typed}."]),
        ("contains(text, ?)", [f"\n{typed}"]),
        (in_names, [*words]),
        (anywhere, [*words]),
    ]
    if len(words) == 1 and len(typed) > 1 and typed.isalnum():
        begins_word: Condition = (f"{in_names} AND regexp_matches(text, ?)", [typed, f"[{_SIGNS}]{typed}"])
        ranks[2:2] = [begins_word, (f"regexp_matches({_NAMES}, ?)", [_initials_pattern(typed)])]
    cases = " ".join(f"WHEN {sql} THEN {rank}" for rank, (sql, _) in enumerate(ranks))
    # Not materialized, the text would be folded for every place that it is compared in: twice as long.
    sql = f"""
        WITH named AS MATERIALIZED (SELECT path, title, name, aliases, {folded(_NAMES_AND_PATH)} AS text FROM notes)
        SELECT path, title, aliases FROM named WHERE {scattered}
        ORDER BY CASE {cases} ELSE {len(ranks)} END, length(title), path
        LIMIT {_MOST_CANDIDATES}"""
    patterns = ["%".join(("", *map(_literal, word), "")) for word in words]
    return sql, [*patterns, *(parameter for _, parameters in ranks for parameter in parameters)]


def _initials_pattern(word: str) -> str:
    """A regular expression (RE2) for the lines whose first words begin with the letters of a word, about as
    :func:`fuzzy_score` finds them."""
    further = (f"(?:[^{_SIGNS}]*[{_SIGNS}]+(?i:{letter})|[^{_SIGNS}A-Z]*{letter.upper()})" for letter in word[1:])
    return f"(?m)^[{_SIGNS}]*(?i:{word[0]}){''.join(further)}"


def _literal(character: str) -> str:
    """A character as it stands for itself in a LIKE pattern."""
    return f"\\{character}" if character in "%_\\" else character

"""Notes by a part of their names, as the quick switcher asks for them."""

from __future__ import annotations

from collections.abc import Sequence

from vaulttui.index.reading.letters import fold
from vaulttui.index.reading.tokenizer import words_of
from vaulttui.search.answers import Suggestion
from vaulttui.search.conditions.text_conditions import Condition
from vaulttui.search.folding import fold_as_column, folded
from vaulttui.search.lookups.fuzzy import fuzzy_score
from vaulttui.search.memory.edit_distance import LetterIndex
from vaulttui.search.query import Mode, Query, RankedText
from vaulttui.search.searcher import Searcher
from vaulttui.search.view import IndexView
from vaulttui.vault.note_names import note_name

_MOST_CANDIDATES = 1_000
"""So many notes are scored: those whose names fit best at first sight."""
_PATH = 0.6
"""What a match in a path counts beside one in a name."""
_BOTH = 0.5
"""What a match counts of whose words some are in the path and some in a name."""
_CLOSE = 0.4
"""What a name reaches that holds the typed letters with others between them, but few: more than one of similar words.
"""

_TYPOS = 2
"""Most edits between a word typed and one of a file's name."""

_NAMES_AND_PATH = "concat_ws(chr(10), title, array_to_string(aliases, chr(10)), path)"


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
    scored: list[tuple[bool, float, bool, int, str, str]] = []
    as_typed = False
    for path, title, aliases in view.cursor.execute(*_candidates(words)).fetchall():
        name = path.rpartition("/")[2].rpartition(".")[0]
        best, shown = max((fuzzy_score(wanted, fold(text)), text) for text in (title, name, *aliases))
        whole = _PATH * fuzzy_score(wanted, fold(path))
        together = fold(" ".join((path, title, *aliases)))
        has_all = all(word in together for word in wanted.split())
        if not best and not whole and has_all:
            whole = _BOTH * fuzzy_score(wanted, together)
        if best or whole:
            as_typed = as_typed or has_all
            by_alias = best > whole and shown not in (title, name)
            label = f"{shown} → {title}" if by_alias else title
            # Of several words none is taken for letters far apart where another note has them all.
            scored.append((len(words) > 1 and not has_all, -max(best, whole), by_alias, len(path), path, label))
    scored.sort()
    found = [Suggestion(path, label, path) for *_, path, label in scored[:limit]]
    if not as_typed:
        known = {suggestion.text for suggestion in found}
        nearly = [suggestion for suggestion in _misspelled(view, typed, limit) if suggestion.text not in known]
        close = sum(-score >= _CLOSE for _, score, *_ in scored[:limit])
        found = [*found[:close], *nearly, *found[close:]][:limit]
    return tuple(found)


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
    # Not materialized, the text would be folded for every place that it is compared in: twice as long.
    sql = f"""
        WITH named AS MATERIALIZED (SELECT path, title, aliases, {folded(_NAMES_AND_PATH)} AS text FROM notes)
        SELECT path, title, aliases FROM named WHERE {scattered}
        ORDER BY
            CASE WHEN contains(concat(chr(10), text), ?) OR contains(text, ?) THEN 0
                WHEN contains(concat(chr(10), text), ?) THEN 1
                WHEN {in_names} THEN 2
                WHEN {anywhere} THEN 3
                ELSE 4 END,
            length(title), path
        LIMIT {_MOST_CANDIDATES}"""
    patterns = ["%".join(("", *map(_literal, word), "")) for word in words]
    return sql, [*patterns, f"\n{typed}\n", f"/{typed}.", f"\n{typed}", *words, *words]


def _literal(character: str) -> str:
    """A character as it stands for itself in a LIKE pattern."""
    return f"\\{character}" if character in "%_\\" else character


def _misspelled(view: IndexView, typed: str, limit: int) -> tuple[Suggestion, ...]:
    """Notes whose titles hold the words that are nearest to those typed, or whose files are called nearly so."""
    words = tuple(words_of(typed))
    text = RankedText(" ".join(words), words, prefix_last=True)
    if text.empty:
        return ()
    hits = Searcher(view, None).search(Query(texts=(text,), mode=Mode.KEYWORD, limit=limit), Mode.KEYWORD).hits
    near = [hit for hit in hits if len(hit.title_matches) >= len(words) or _called_nearly(note_name(hit.path), words)]
    return tuple(Suggestion(hit.path, hit.title, hit.path, corrected=True) for hit in near)


def _called_nearly(name: str, words: Sequence[str]) -> bool:
    """Whether the name of a file has a word near to each of those typed."""
    letters = LetterIndex(words_of(fold(name)))
    return all(letters.near(fold(word), _TYPOS) for word in words)

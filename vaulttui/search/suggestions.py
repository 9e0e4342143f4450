"""Completions: tags, folders, property names and values, and notes by fuzzy name."""

from __future__ import annotations

from vaulttui.index import duckdb
from vaulttui.index.tokenizer import fold
from vaulttui.search.engine import Suggestion, SuggestKind
from vaulttui.search.fuzzy import fuzzy_score
from vaulttui.search.text_conditions import fold_as_column, folded

_MOST_CANDIDATES = 4_000


def suggest(
    cursor: duckdb.DuckDBPyConnection, kind: SuggestKind, prefix: str, key: str, limit: int
) -> tuple[Suggestion, ...]:
    """Complete what was typed; see :meth:`vaulttui.search.engine.SearchEngine.suggest`."""
    if kind == "note":
        return _notes(cursor, prefix, limit)
    if kind == "tag":
        sql = "SELECT mode(tag), count(DISTINCT note_id) FROM tags GROUP BY tag_folded"
        parameters: list[object] = []
    elif kind == "folder":
        sql, parameters = "SELECT folder, count(*) FROM notes WHERE folder <> '' GROUP BY folder", []
    elif kind == "property":
        sql, parameters = "SELECT mode(key), count(DISTINCT note_id) FROM properties GROUP BY key_folded", []
    else:
        sql = (
            "SELECT mode(text), count(DISTINCT note_id) FROM properties "
            "WHERE key_folded = ? AND text <> '' GROUP BY text_folded"
        )
        parameters = [fold(key)]
    counts: dict[str, int] = {}
    for text, count in cursor.execute(sql, parameters).fetchall():
        for value in _parents(text) if kind in ("tag", "folder") else (text,):
            counts[value] = counts.get(value, 0) + count
    wanted = fold(prefix.lstrip("#"))
    ranked = sorted(
        (rank, -count, value) for value, count in counts.items() if (rank := _rank(fold(value), wanted)) is not None
    )
    return tuple(Suggestion(value, value, f"{-count:,}") for _, count, value in ranked[:limit])


def _parents(text: str) -> list[str]:
    """A nested name and everything above it."""
    parts = text.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts) + 1)]


def _rank(value: str, wanted: str) -> int | None:
    """0 for a beginning, 1 for the beginning of a word or of a nested name, 2 for anywhere, ``None`` for nowhere."""
    if value.startswith(wanted):
        return 0
    position = value.find(wanted)
    if position < 0:
        return None
    return 1 if not value[position - 1].isalnum() else 2


def _notes(cursor: duckdb.DuckDBPyConnection, typed: str, limit: int) -> tuple[Suggestion, ...]:
    wanted = fold(typed.strip())
    if not wanted:
        rows = cursor.execute(
            "SELECT path, title, [] FROM notes ORDER BY modified DESC, path LIMIT ?", [limit]
        ).fetchall()
        return tuple(Suggestion(path, title, path) for path, title, _ in rows)
    # Every character of a word has to be there in order: the database drops most notes before they are scored.
    patterns = [f"%{'%'.join(map(_literal, word))}%" for word in fold_as_column(typed).split()]
    text = folded("concat_ws(' ', path, title, array_to_string(aliases, ' '))")
    where = " AND ".join(f"{text} LIKE ? ESCAPE '\\'" for _ in patterns)
    rows = cursor.execute(
        f"SELECT path, title, aliases FROM notes WHERE {where} LIMIT ?", [*patterns, _MOST_CANDIDATES]
    ).fetchall()
    scored: list[tuple[float, int, str, str, str]] = []
    for path, title, aliases in rows:
        name = path.rpartition("/")[2].rpartition(".")[0]
        best, shown = max((fuzzy_score(wanted, fold(text)), text) for text in (title, name, *aliases))
        whole = fuzzy_score(wanted, fold(path)) * 0.6
        score = max(best, whole)
        if score > 0:
            label = title if whole >= best or shown in (title, name) else f"{shown} → {title}"
            scored.append((-score, len(path), path, label, path))
    return tuple(Suggestion(path, label, detail) for _, _, path, label, detail in sorted(scored)[:limit])


def _literal(character: str) -> str:
    """A character as it stands for itself in a LIKE pattern."""
    return f"\\{character}" if character in "%_\\" else character

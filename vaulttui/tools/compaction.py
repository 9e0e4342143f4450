"""``compact``: what an agent keeps of a tool's result when its history gets too long."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from vaulttui.tools.json_text import to_json

_LONGEST_SNIPPET = 100
"""Characters."""
_FOUND = re.compile(r"Found ([0-9,]+) notes? for: ")
"""Begins what ``search_notes`` found."""
_CHUNK = {"source", "content", "heading"}


def compact(result_json: str, tool: str) -> str:
    """Make a small stub of a result.

    Args:
        result_json: What the tool returned; lists of ``search`` and ``find`` as JSON.
        tool: ``find_notes``, ``search``, ``find`` or ``search_notes``.

    Returns:
        JSON ``{status, result_count, total, has_more, results}``. Texts of chunks become snippets of at most 100
        characters; paths, projections and errors are kept as they are.
    """
    try:
        value = json.loads(result_json)
    except (ValueError, RecursionError):
        return _text_stub(result_json, tool)
    if isinstance(value, list):
        return _stub([_shortened(item, tool) for item in value], len(value), has_more=False)
    if not isinstance(value, Mapping):
        return _text_stub(result_json, tool)
    error = value.get("error")
    if error is not None or value.get("success") is False:
        return to_json({"status": "error", "error": error.get("message") if isinstance(error, Mapping) else error})
    listed = value.get("results")
    results = listed if isinstance(listed, list) else []
    shown = [_shortened(item, tool) for item in results] if tool != "find" else results
    return _stub(shown, value.get("total", len(results)), has_more=bool(value.get("has_more", False)))


def _stub(results: list[Any], total: Any, *, has_more: bool) -> str:
    return to_json(
        {
            "status": "success",
            "result_count": len(results),
            "total": total,
            "has_more": has_more,
            "results": results,
        }
    )


def _text_stub(text: str, tool: str) -> str:
    """Of a result that is no JSON: what ``search_notes`` found, or what a tool tells of a fault."""
    if tool != "search_notes" or not text.startswith(("Found ", "No notes found for: ")):
        return to_json({"status": "error", "error": text})
    notes = [line.removeprefix("## ").rpartition(" (score")[0] for line in text.split("\n") if _is_note_line(line)]
    counted = _FOUND.match(text)
    total = int(counted[1].replace(",", "")) if counted else 0
    return _stub(notes, total, has_more=total > len(notes))


def _is_note_line(line: str) -> bool:
    return line.startswith("## ") and line.endswith(")") and " (score " in line


def _shortened(item: Any, tool: str) -> Any:
    """A result with its text cut. A projection is never mistaken for a chunk: it has a path."""
    if not isinstance(item, Mapping):
        return item
    if set(item) == _CHUNK:
        return {"source": item["source"], "heading": item["heading"], "snippet": _snippet(item["content"])}
    if tool == "find_notes":
        return item
    if "chunk_with_context" in item and "lines" in item:
        shown = {key: value for key, value in item.items() if key != "chunk_with_context"}
        return {**shown, "snippet": _snippet(_own_text(str(item["chunk_with_context"]), str(item["lines"])))}
    if {"path", "title", "section", "score", "snippet"} <= set(item):
        return {**item, "snippet": _snippet(item["snippet"])}
    return item


def _own_text(numbered: str, own: str) -> str:
    """The text of a chunk with numbered lines, without those before its own: there is no room for both."""
    first = own.partition("-")[0]
    lines = [line.partition("  | ") for line in numbered.split("\n")]
    begins = next((place for place, line in enumerate(lines) if line[0].strip() == first), 0)
    return " ".join(text for _, _, text in lines[begins:])


def _snippet(text: Any) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _LONGEST_SNIPPET else f"{line[: _LONGEST_SNIPPET - 1]}…"

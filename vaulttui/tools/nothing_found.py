"""What to tell who finds nothing: a name that was guessed is not in the vault, or which dates count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from vaulttui.errors import QuerySyntaxError
from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import Expression, PropertyIs, TagIs
from vaulttui.search.lookups.any_note import any_note
from vaulttui.search.lookups.unknown_names import UnknownName, unknown_name, unknown_names
from vaulttui.search.query import Query
from vaulttui.tools.query_text import read_query
from vaulttui.tools.scopes import scope_condition

_UNDATED = (
    "date_from and date_to leave out notes that have neither a date heading nor the property updated; "
    "modified:7d in the query asks when files were changed."
)
_NO_SCOPE = "No note matches any of the scopes: paths are relative to the vault, and case matters."
_NEED_NONE = ("missing", "not_contains", "not_equals")
_LISTED = {"tag": "tags", "property": "properties"}
"""Resources that list all names of a kind."""


def why_nothing(engine: SearchEngine, arguments: Mapping[str, Any]) -> str:
    """The likely reason why a tool found nothing, as an agent is told; ``""`` if none is known.

    Args:
        engine: Has answered.
        arguments: Of ``search``, ``find_notes`` or ``find``, checked by the tool.
    """
    scopes = scope_condition(arguments.get("scopes"), Path(engine.vault_path))
    if scopes is not None and not any_note(engine, scopes):
        return _NO_SCOPE
    for name in asked_names(engine, arguments):
        if name.nearest or name.kind not in _LISTED:
            return name.sentence
        return f"{name.statement}; vault://{_LISTED[name.kind]} lists what there is."
    return _UNDATED if arguments.get("date_from") or arguments.get("date_to") else ""


def asked_names(engine: SearchEngine, arguments: Mapping[str, Any]) -> Iterator[UnknownName]:
    """The names that a tool was asked for and nothing has.

    Args:
        engine: Has answered.
        arguments: As :func:`why_nothing`.
    """
    tag = (arguments.get("tag") or "").strip().lstrip("#")
    wanted = arguments.get("property")
    conditions = [{"field": wanted["key"]}] if wanted else arguments.get("frontmatter") or ()
    fields = [each["field"].strip() for each in conditions if each.get("match_type") not in _NEED_NONE]
    leaves: list[Expression] = [TagIs(tag), *(PropertyIs(field, "exists") for field in fields)]
    for leaf in leaves:
        name = unknown_name(engine, leaf)
        if name is not None:
            yield name
    for text in arguments.get("queries") or (arguments.get("query") or "",):
        with suppress(QuerySyntaxError):  # the tool has told it
            yield from unknown_names(engine, read_query(engine, text, Query()).query.where)

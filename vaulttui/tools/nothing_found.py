"""What to tell an agent that finds nothing: a name that it guessed is not in the vault, or which dates count."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from vaulttui.search.engine import SearchEngine
from vaulttui.search.expression import PropertyIs, TagIs
from vaulttui.tools.any_note import any_note
from vaulttui.tools.scopes import scope_condition

_UNDATED = (
    "date_from and date_to leave out notes that have neither a date heading nor the property updated; "
    "modified:7d in the query asks when files were changed."
)
_NO_SCOPE = "No note matches any of the scopes: paths are relative to the vault, and case matters."
_COMPARED = 5_000
"""Names, the most frequent: that many take some hundredths of a second."""
_NEED_NONE = ("missing", "not_contains", "not_equals")


def why_nothing(engine: SearchEngine, arguments: Mapping[str, Any]) -> str:
    """The likely reason why a tool found nothing; ``""`` if none is known.

    Args:
        engine: Has answered.
        arguments: Of ``search``, ``find_notes`` or ``find``, checked by the tool.
    """
    scopes = scope_condition(arguments.get("scopes"), Path(engine.vault_path))
    if scopes is not None and not any_note(engine, scopes):
        return _NO_SCOPE
    tag = (arguments.get("tag") or "").strip().lstrip("#")
    if tag and not any_note(engine, TagIs(tag)):
        return f"No note has the tag {tag!r}{_nearest(engine, 'tag', tag)}"
    wanted = arguments.get("property")
    conditions = [{"field": wanted["key"]}] if wanted else arguments.get("frontmatter") or ()
    for condition in conditions:
        field = condition["field"].strip()
        if condition.get("match_type") not in _NEED_NONE and not any_note(engine, PropertyIs(field, "exists")):
            return f"No note has a property {field!r}{_nearest(engine, 'property', field)}"
    return _UNDATED if arguments.get("date_from") or arguments.get("date_to") else ""


def _nearest(engine: SearchEngine, kind: Literal["tag", "property"], name: str) -> str:
    """The end of a sentence that names what is nearest to a name that nothing has, or says where all names are."""
    names = {known.text.casefold(): known.text for known in engine.suggest(kind, "", limit=_COMPARED)}
    near = difflib.get_close_matches(name.casefold(), names, n=1)
    listed = "tags" if kind == "tag" else "properties"
    return f". Did you mean {names[near[0]]!r}?" if near else f"; vault://{listed} lists what there is."

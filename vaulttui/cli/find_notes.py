"""``vaulttui find-notes``: notes by any combination of a query, a folder, properties and dates."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vaulttui.cli import names
from vaulttui.cli.parsers import Once

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.cli.output import Output
    from vaulttui.errors import VaultTuiError
    from vaulttui.tools.find_notes import NoteList

DESCRIPTION = "List notes by any combination of a query, a folder, properties and dates, all of which hold."
EPILOG = """\
  vaulttui find-notes --folder Projects --recursive --frontmatter 'status=draft'
  vaulttui find-notes 'TVA Q3' --date-start 2025-07-01 --date-end 2025-07-31 --sort modified
  vaulttui find-notes -0 --absolute --folder Inbox | xargs -0 ls -l
  vaulttui find-notes --frontmatter '!due' --frontmatter 'owner~Zoé' --include-fields status,due

A condition is FIELD=VALUE (equals), FIELD!=VALUE, FIELD~VALUE (contains), FIELD!~VALUE, FIELD (exists), !FIELD
(missing), or JSON: '{"field": "status", "value": "draft", "match_type": "equals"}', or a list of these.
Prints PATH:LINE: SNIPPET with a query, else paths; with --json what the tool find_notes gives to agents.

exit status: 0 found, 1 nothing found, 2 wrong usage, 3 a fault of the vault or the index.
"""

_CONDITION = re.compile(r"(?P<field>[^=~!]*?)\s*(?P<sign>!?[=~])\s*(?P<value>.*)", re.DOTALL)
_MATCH_TYPES = {"=": "equals", "!=": "not_equals", "~": "contains", "!~": "not_contains"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("query", nargs="*", metavar="QUERY", help="words, operators, filters")
    parser.add_argument(
        "--mode", default="hybrid", metavar="{hybrid,keyword,semantic}", help="how to search (default: hybrid)"
    )
    parser.add_argument(
        "--folder", dest="within", action=Once, metavar="DIR", help="notes of this folder of the vault; . is its root"
    )
    parser.add_argument("--recursive", action="store_true", help="of its subfolders, too")
    parser.add_argument("--frontmatter", action="append", metavar="CONDITION", help="on a property; see below")
    parser.add_argument("--date-start", default="", metavar="DAY", help="first day, YYYY-MM-DD")
    parser.add_argument("--date-end", default="", metavar="DAY", help="last day, inclusive")
    parser.add_argument("--date-type", default="modified", metavar="MOMENT", help="modified (default) or created")
    parser.add_argument("--sort", default="", metavar="ORDER", help="relevance, modified, created or name")
    parser.add_argument("--include-fields", metavar="A,B", help="properties to tell of each note; without QUERY only")
    parser.add_argument("--n-results", default="20", metavar="N", help="most notes, 1 to 2000 (default 20)")
    parser.add_argument("--offset", default="0", metavar="N", help="notes to leave out at the beginning")
    names.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def fault_document(fault: VaultTuiError) -> dict[str, Any]:
    """What went wrong, in the tool's form, whether the tool or the command line found it."""
    from vaulttui.tools.find_notes import error_document

    return error_document(fault)


def run(options: argparse.Namespace, context: Context) -> int:
    """Find, print, and say whether anything was found."""
    from vaulttui.tools.find_notes import list_notes, notes_document
    from vaulttui.tools.nothing_found import conditions_of, reasons
    from vaulttui.vault.properties.plain_values import plain_value

    names.check(options)
    out = context.out
    query = " ".join(word.strip() for word in options.query)
    frontmatter = [condition for text in options.frontmatter or () for condition in conditions(text)]
    with context.engine() as engine:
        found = list_notes(
            engine,
            query=query,
            mode=options.mode,
            folder=options.within,
            recursive=options.recursive,
            frontmatter=frontmatter,
            date_start=options.date_start,
            date_end=options.date_end,
            date_type=options.date_type,
            sort=options.sort,
            include_fields=options.include_fields,
            n_results=options.n_results,
            offset=options.offset,
        )
        hint = context.vectors_hint(engine, found.result.degraded)
        asked = {"query": query, "frontmatter": frontmatter}
        unknown = [] if found.result.total else reasons(engine, conditions_of(engine, asked))
    named = names.namer(options, context)
    hits = tuple(replace(hit, path=named(hit.path)) for hit in found.result.hits)
    found = replace(found, result=replace(found.result, hits=hits))
    if options.json:
        told = replace(found.result, warnings=(*context.remarks, *found.result.warnings))
        out.document(plain_value(notes_document(replace(found, result=told))))
    else:
        _print(found, hint, out, alone=options.print0)
    out.say(*unknown)
    return 0 if found.result.hits else 1


def conditions(text: str) -> list[Any]:
    """Read one ``--frontmatter``; what is no condition is left for the tool to refuse."""
    stripped = text.strip()
    if stripped.startswith(("{", "[")):
        try:
            value = json.loads(stripped)
        except (ValueError, RecursionError):
            return [text]
        return value if isinstance(value, list) else [value]
    negated = "!" if stripped.startswith("!") else ""  # !FIELD=VALUE can only mean FIELD!=VALUE
    bare = stripped.removeprefix("!").strip()
    written = _CONDITION.fullmatch(bare)
    if written:
        match_type = _MATCH_TYPES.get(negated + written["sign"])
        condition = {"field": written["field"], "value": written["value"], "match_type": match_type}
        return [condition if match_type else text]
    if negated:
        return [{"field": bare, "match_type": "missing"}]
    return [{"field": stripped, "match_type": "exists"}]


def _print(found: NoteList, hint: str, out: Output, *, alone: bool) -> None:
    from vaulttui.tools.find_notes import projection
    from vaulttui.tools.json_text import to_json

    result = found.result
    if alone:
        out.names(hit.path for hit in result.hits)
    for hit in () if alone else result.hits:
        if found.by_text:
            out.found(hit.path, hit.line, out.safe(hit.snippet.text))
        else:
            told = projection(hit, found.fields)
            parts = [
                f"{name}: {out.safe(value if isinstance(value, str) else to_json(value))}"
                for name, value in told.items()
                if name != "path"
            ]
            out.line("\t".join([out.styled(hit.path, "path"), *parts]))
    out.say(result.degraded, hint, *result.warnings)
    if out.talkative and not result.hits:
        out.say("nothing found")
    elif out.talkative and result.has_more:
        out.say(f"{result.total:,} in all; --offset goes on")

"""``vaulttui find``: files and folders by name, walking the vault."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.cli import names
from vaulttui.cli.parsers import Once
from vaulttui.errors import IndexFault

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.search.engine import SearchEngine
    from vaulttui.tools.places import Finder

DESCRIPTION = (
    "Find files and folders by name, not by content. Walks the vault: no index is needed or made.\n"
    "Where there is one, fewer notes are read to find some by tag or property."
)
EPILOG = """\
A pattern is a glob, or a part of the name or path:
  vaulttui find meeting
  vaulttui find '*.png'
  vaulttui find 'Projects/**/state.md' --sort modified
  vaulttui find --tag work --property status=draft
  vaulttui find --absolute '*.md' | fzf --preview 'cat {}'

--json prints [{path, size, mtime, tags}]. Paths of folders end in "/" there.

exit status: 0 found, 1 nothing found, 2 wrong usage, 3 a fault of the vault.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("pattern", nargs="?", default="", metavar="PATTERN", help="glob, or part of the name or path")
    parser.add_argument("--path", action=Once, metavar="DIR", help="only below this folder of the vault")
    parser.add_argument("--tag", action=Once, metavar="TAG", help="only notes with this tag or one nested below it")
    parser.add_argument("--property", action=Once, metavar="KEY[=VALUE]", help="only notes with this property")
    parser.add_argument("--limit", default="50", metavar="N", help="most to show (default 50)")
    parser.add_argument("--sort", metavar="{name,modified,size}", help="order (default: name, by path)")
    names.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON list")


def run(options: argparse.Namespace, context: Context) -> int:
    """Find, print, and say whether anything was found."""
    from vaulttui.tools.find import VaultFinder, find

    names.check(options)
    out = context.out
    key, _, value = (options.property or "").partition("=")
    finder: Finder = VaultFinder(context.vault, context.settings.vault)
    engine: SearchEngine | None = None
    with ExitStack() as stack:
        if options.tag or options.property:
            with suppress(IndexFault, OSError):  # an index only spares reading notes that have not changed
                if paths.has_index(context.vault, context.settings):
                    finder = engine = stack.enter_context(context.engine(fresh=False))
        found = find(
            finder,
            options.pattern,
            path=options.path,
            tag=options.tag,
            property={"key": key, "value": value} if options.property is not None else None,
            limit=options.limit,
            sort=options.sort,
        )
        unknown = [] if found or engine is None else _unknown(engine, options.tag, key)
    named = names.namer(options, context)
    found = [{**item, "path": named(item["path"])} for item in found]
    if options.json:
        out.document(found)
    elif options.print0:
        out.names(item["path"] for item in found)
    else:
        for item in found:
            out.line(out.styled(item["path"], "path"))
    if out.talkative and not options.json:
        if not found:
            out.say("nothing found")
        elif len(found) == int(options.limit):
            out.say(f"{len(found):,} shown; there may be more with a higher --limit")
    out.say(*unknown)
    return 0 if found else 1


def _unknown(engine: SearchEngine, tag: str | None, key: str) -> list[str]:
    """What a person is told of a tag or property that nothing in the vault has."""
    from vaulttui.tools.nothing_found import conditions_of, reasons

    try:
        engine.refresh(embed=False)  # what was found was read from files; the index may not know them yet
        return reasons(engine, conditions_of(engine, {"tag": tag, "property": {"key": key} if key else None}))
    except (IndexFault, OSError):  # of an index that cannot be relied on nothing is certain
        return []

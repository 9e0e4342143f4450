"""``vaulttui search-notes``: notes that hold some words just as they are."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING

from vaulttui.cli import names

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

DESCRIPTION = (
    "Find notes that hold all of some words, as plain text and whatever their case; at most 10, the best first."
)
EPILOG = """\
Prints PATH:LINE: EXCERPT, up to three for each note.
--json prints {query, results: [{path, title, score, excerpts: [{line, text}]}], total}; with --read-content, content is
in the place of excerpts; warnings where the index could not be brought up to date, or a note could not be read.

exit status: 0 found, 1 nothing found, 2 wrong usage, 3 a fault of the vault or the index.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("query", nargs="+", metavar="WORD", help="what has to occur, also within longer words")
    parser.add_argument("--read-content", action="store_true", help="print the notes, up to 10,000 characters of each")
    names.add_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Search, print, and say whether anything was found."""
    from vaulttui.tools.literal_words import find_words, words_of_query
    from vaulttui.tools.search_notes import Excerpt, excerpts, notes_text, whole_text

    names.check(options)
    out = context.out
    words = words_of_query(" ".join(options.query))
    with context.engine() as engine:
        found = find_words(engine, words)
    named = names.namer(options, context)
    best = tuple(dataclasses.replace(note, path=named(note.path)) for note in found.best)
    found = dataclasses.replace(found, best=best)
    if options.json:
        notes = []
        for note in found.best:
            item = {"path": note.path, "title": note.title, "score": note.score}
            pieces = [dataclasses.asdict(piece) for piece in excerpts(note.text, words)]
            notes.append(item | ({"content": whole_text(note)} if options.read_content else {"excerpts": pieces}))
        remarks = [*context.remarks, *([found.remark] if found.remark else [])]
        told = {"query": " ".join(words), "results": notes, "total": found.total}
        out.document(told | ({"warnings": remarks} if remarks else {}))
    elif options.print0:
        out.names(note.path for note in found.best)
    elif options.read_content:
        for line in notes_text(found, words, whole=True).split("\n"):
            out.line(out.safe(line))
    else:
        for note in found.best:
            for piece in excerpts(note.text, words) or (Excerpt(1, note.title),):  # its name or a tag may hold them
                out.found(note.path, piece.line, out.safe(piece.text))
    out.say(found.remark)
    if out.talkative and not (options.json or options.read_content):  # either says so itself
        if not found.best:
            out.say("nothing found")
        elif found.total > len(found.best):
            out.say(f"the best {len(found.best)} of {found.total:,} notes")
    return 0 if found.best else 1

"""``vaulttui doctor``: what was not read as written, whether all is sound, and by which rules a note was read."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vaulttui.errors import IndexFault, NoteNotFoundError, PathOutsideVaultError, UsageError
from vaulttui.formatting import counted
from vaulttui.index.reading.distinct_tags import distinct_tags
from vaulttui.vault.folding import fold_name

if TYPE_CHECKING:
    from vaulttui.cli.context import Context
    from vaulttui.vault.files.scan import ScanResult
    from vaulttui.vault.note import Link, Note, NoteWarning

DESCRIPTION = (
    "List what was not read as written, and check index and model; for one NOTE, tell by which rules it was read."
)
EPILOG = "exit status: 0 done, 2 wrong usage, 3 a fault of the vault or the index."

_SOURCES = {
    "birthtime": "when the file was made",
    "mtime": "when the file was last changed",
    "ctime": "when the file's entry was last changed; its making is not known here",
    "property": "the property title",
    "heading": "the first heading",
    "filename": "the name of the file",
}
_REPAIR = "vaulttui doctor --repair"
_MOST_LINKS = 50
"""Links of one note that are printed for a person."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    parser.add_argument("note", nargs="?", metavar="NOTE", help="path of a note, within the vault or from here")
    parser.add_argument("--repair", action="store_true", help="build the index anew from the notes")
    parser.add_argument("--json", action="store_true", help="print one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Print warnings and what searching stands on, or the reading of one note.

    Raises:
        UsageError: One note is to be repaired.
    """
    if options.note is None:
        return _vault(context, repair=options.repair)
    if options.repair:
        raise UsageError("--repair builds the whole index anew; it goes without a NOTE.")
    return _note(options.note, context)


def _vault(context: Context, *, repair: bool) -> int:
    """Everything that a person might mend."""
    from vaulttui.cli.health import checks, kept_aside

    out = context.out
    problems: list[str] = []
    with context.engine(fresh=False) as engine:
        if repair:
            engine.clear()
            for file in kept_aside(Path(engine.status().index_path)):
                file.unlink(missing_ok=True)
            engine.refresh(embed=False)
        else:
            try:
                context.refresh(engine)
            except IndexFault as fault:
                if fault.code != IndexFault.code:
                    raise  # something else than building it anew helps
                problems.append(fault.message)  # to be told beside the rest, not in its place
        problems += (problem for problem in engine.problems() if problem not in problems)
        warnings = engine.warnings()
        status = engine.status()
        found = checks(context, status)
    if out.as_json:
        listed = [{"path": path, "line": line, "message": message} for path, line, message in warnings]
        out.document({**found, "problems": problems, "warnings": listed})
        return 0
    mark = out.styled(":", "mark")
    for path, line, message in warnings:
        place = out.styled(path, "path") + (mark + out.styled(str(line), "line") if line is not None else "")
        out.line(f"{place}{mark} {out.safe(message)}")
    for name, text in found.items():
        out.say(f"{name}: {text}")
    for problem in problems:
        helps = "" if _REPAIR in problem else f" {_REPAIR} builds it anew."
        out.say(f"The index is not sound: {problem.rstrip('.')}.{helps}")
    if repair:
        out.say("The index was built anew" + ("; vaulttui index makes the vectors." if status.vectors_to_come else "."))
    out.say(counted(len(warnings), "warning") if warnings else "Every note was read as written.")
    return 0


def _note(name: str, context: Context) -> int:
    """How one note was read."""
    from vaulttui.vault.files.scan import scan_vault
    from vaulttui.vault.markdown.destinations import Destination
    from vaulttui.vault.reader import read_note

    out = context.out
    path = _inside(name, context.vault)
    try:
        note = read_note(context.vault, path, context.settings.vault)
    except OSError as error:
        raise NoteNotFoundError(f"{path} cannot be read: {error.strerror or error}.") from error
    scan = scan_vault(context.vault, context.settings.vault)
    links = _resolved(note, scan, context)
    warnings = [*note.warnings, *_unlisted(scan, links)]
    excluded = fold_name(path) not in {fold_name(file.path) for file in scan.notes}
    if out.as_json:
        out.document(_document(note, links, warnings, excluded=excluded))
        return 0
    out.line(out.styled(note.path, "path"))
    left_out = {"  excluded": "by a dot before a name, .gitignore, Obsidian, Logseq or the settings: nothing finds it"}
    out.table(
        (left_out if excluded else {})
        | {
            "  title": f"{note.title} ({_SOURCES[note.title_source]})",
            "  created": f"{_told(note.created)} ({_rule(note.created_source)})",
            "  modified": f"{_told(note.modified)} ({_SOURCES['mtime']})",
            "  updated": f"{_told(note.updated)} ({_rule(note.updated_source)})"
            if note.updated is not None
            else "no property tells",
            "  dated": ", ".join(day.isoformat() for day in _content_dates(note)) or "no heading is a date",
            "  tags": " ".join(f"#{tag.name}" for tag in distinct_tags(note.tags)) or "none",
            "  properties": ", ".join(f"{item.key} ({item.type})" for item in note.properties) or "none",
            "  language": note.language or "not told from the text",
            "  parts": ", ".join(
                counted(len(parts), noun)
                for parts, noun in ((note.chunks, "chunk"), (note.headings, "heading"), (note.links, "link"))
            ),
        }
    )
    for link, target in links[:_MOST_LINKS]:
        written = Destination(link.target, link.heading, link.block).written
        leads = out.styled(target, "path") if target is not None else out.styled("unresolved", "fault")
        out.line(f"  {out.styled(f'line {link.line}', 'line')}: {out.safe(written)} → {leads}")
    if len(links) > _MOST_LINKS:
        out.line(f"  and {counted(len(links) - _MOST_LINKS, 'more link')}; --json lists all")
    for warning in warnings:
        place = f" in line {warning.line}" if warning.line is not None else ""
        out.line(f"  {out.styled('warning', 'fault')}{place}: {out.safe(warning.message)}")
    return 0


def _resolved(note: Note, scan: ScanResult, context: Context) -> list[tuple[Link, str | None]]:
    """The links of a note, each with the path that it leads to among the files that there are now."""
    from vaulttui.vault.links.note_ids import has_word_ids
    from vaulttui.vault.links.resolution import LinkResolver
    from vaulttui.vault.other_programs.logseq_pages import page_namer

    if not note.links:
        return []
    called = page_namer(context.vault)
    paths = [file.path for file in scan.notes]
    names = {path: (called(path), *_given_names(path, context)) for path in paths} if called is not None else None
    resolver = LinkResolver(
        [*paths, *scan.attachments, *scan.hidden_attachments],
        names,
        word_ids=has_word_ids(context.vault),
        symlinks=dict(scan.symlinks),
    )
    return [(link, resolver.resolve(link.target, note.path)) for link in note.links]


def _unlisted(scan: ScanResult, links: Sequence[tuple[Link, str | None]]) -> list[NoteWarning]:
    """Why links may seem to lead nowhere: they lead to a folder that cannot be listed now."""
    if all(target is not None for _, target in links):
        return []
    return [
        replace(warning, message=f"{folder or 'The vault'}: {warning.message} Links to notes in it seem unresolved.")
        for folder, warning in scan.warnings
        if folder in scan.unreadable_folders
    ]


def _given_names(path: str, context: Context) -> tuple[str, ...]:
    """What a note says that it is called."""
    from vaulttui.vault.reader import read_note

    try:
        note = read_note(context.vault, path, context.settings.vault)
    except OSError:
        return ()
    return (note.title, *note.aliases) if note.title_source == "property" else note.aliases


def _content_dates(note: Note) -> list[date]:
    """The days that headings of a note name, in order."""
    return list(dict.fromkeys(chunk.content_date for chunk in note.chunks if chunk.content_date is not None))


def _inside(name: str, vault: Path) -> str:
    """Path of a note within the vault; one from the working directory counts if there is none in the vault.

    Raises:
        PathOutsideVaultError: It leaves the vault.
        NoteNotFoundError: There is no such note, or the file is none.
        UsageError: It is empty.
    """
    if not name:
        raise UsageError("The path of the note is empty: name a note, or give none to check the whole vault.")
    from vaulttui.spellings import as_spelled
    from vaulttui.vault.note_names import is_note_name

    root = vault.resolve()
    for place in (root / name, Path(name), root / as_spelled(root, name)):
        if place.is_file():
            if not place.resolve().is_relative_to(root):
                raise PathOutsideVaultError(f"{name} is not in the vault {vault}.")
            if not is_note_name(place.resolve().name):
                raise NoteNotFoundError(f"{name} is no note: the names of notes end in .md or .markdown.")
            return place.resolve().relative_to(root).as_posix()
    raise NoteNotFoundError(f"{name}: there is no such note in {vault}.")


def _rule(source: str) -> str:
    kind, _, key = source.partition(":")
    return f"the property {key}" if kind == "property" and key else _SOURCES.get(kind, source)


def _told(moment: datetime) -> str:
    return moment.isoformat(" ", "seconds")


def _document(
    note: Note,
    links: Sequence[tuple[Link, str | None]],
    warnings: Sequence[NoteWarning],
    *,
    excluded: bool,
) -> dict[str, Any]:
    from vaulttui.vault.properties.plain_values import plain_value

    return {
        "path": note.path,
        "excluded": excluded,
        "title": note.title,
        "title_source": note.title_source,
        "created": note.created.isoformat(),
        "created_source": note.created_source,
        "modified": note.modified.isoformat(),
        "updated": note.updated.isoformat() if note.updated is not None else None,
        "updated_source": note.updated_source,
        "content_dates": [day.isoformat() for day in _content_dates(note)],
        "tags": [tag.name for tag in distinct_tags(note.tags)],
        "links": [
            {"line": link.line, "target": link.target, "heading": link.heading, "block": link.block, "path": path}
            for link, path in links
        ],
        "properties": {item.key: {"type": item.type, "value": plain_value(item.value)} for item in note.properties},
        "language": note.language,
        "partial": note.partial,
        "chunks": len(note.chunks),
        "warnings": [{"code": warning.code, "line": warning.line, "message": warning.message} for warning in warnings],
    }

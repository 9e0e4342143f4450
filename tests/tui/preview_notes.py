"""Notes for the tests of the preview, and ways to look at what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from vaulttui.search.engine import NamedBlock, NoteDetail, ResolvedLink
from vaulttui.tui.preview import LinkTarget, MatchTerms, PreviewTheme, RenderedNote
from vaulttui.tui.preview.render import render_progressively
from vaulttui.vault.note import Heading, PropertyValue

THEME = PreviewTheme()
NOW = datetime(2025, 1, 1)


def note(
    text: str,
    *,
    links: Mapping[str, str | None] | None = None,
    embeds: Mapping[str, str | None] | None = None,
    embedded_links: Mapping[str, Mapping[str, str]] | None = None,
    blocks: Mapping[str, NamedBlock] | None = None,
    properties: Mapping[str, PropertyValue] | None = None,
    headings: tuple[Heading, ...] = (),
    truncated: bool = False,
    inline: tuple[str, ...] = (),
) -> NoteDetail:
    """A note as the engine gives it. The frontmatter ends with the second ``---`` or ``+++``."""
    body_line = 1
    if text.startswith(("---\n", "+++\n")):
        body_line = text[: text.index(f"\n{text[:4]}", 3) + 5].count("\n") + 1
    return NoteDetail(
        path="Folder/Note.md",
        title="Note",
        text=text,
        body_line=body_line,
        size=len(text),
        modified=NOW,
        created=NOW,
        properties=properties or {},
        links=_resolved(links or {}),
        embeds=embeds or {},
        embedded_links={path: _resolved(theirs) for path, theirs in (embedded_links or {}).items()},
        blocks=blocks or {},
        headings=headings,
        truncated=truncated,
        inline=inline,
    )


def _resolved(links: Mapping[str, str | None] | Mapping[str, str]) -> tuple[ResolvedLink, ...]:
    return tuple(
        ResolvedLink(target, 1, display="", heading="", block="", embed=False, path=path)
        for target, path in links.items()
    )


def render_note(
    detail: NoteDetail,
    *,
    width: int,
    match: MatchTerms | None = None,
    source_view: bool = False,
    folds: Mapping[int, bool] | None = None,
) -> RenderedNote:
    """Lay all of a note out."""
    *_, whole = render_progressively(detail, width=width, match=match, source_view=source_view, folds=folds)
    return whole


def render(
    detail: NoteDetail | str,
    *words: str,
    width: int = 60,
    phrase: str = "",
    source_view: bool = False,
    folds: Mapping[int, bool] | None = None,
) -> RenderedNote:
    """Lay a note out, with words and a phrase to highlight."""
    detail = note(detail) if isinstance(detail, str) else detail
    match = MatchTerms(words, (tuple(phrase.split()),) if phrase else ())
    return render_note(detail, width=width, match=match, source_view=source_view, folds=folds)


def shown(detail: NoteDetail | str, *words: str, width: int = 60, folds: Mapping[int, bool] | None = None) -> str:
    """What there is to be seen of a note, with words to highlight."""
    return render(detail, *words, width=width, folds=folds).text()


def styles_of(rendered: RenderedNote, text: str) -> set[str]:
    """Names of the styles of the first run that has a text in it."""
    for line in rendered.lines:
        for run, style in line.runs:
            if text in run:
                return set(style.split())
    raise AssertionError(f"{text!r} is not shown in {rendered.text()!r}")


def links_of(rendered: RenderedNote) -> list[tuple[str, LinkTarget]]:
    """Text and target of every link, as the lines show them."""
    found = []
    for spot in rendered.links:
        text = rendered.strip(spot.y, THEME).crop(spot.x_start, spot.x_end).text
        found.append((text, spot.link))
    return found


def hits_of(rendered: RenderedNote) -> list[str]:
    """Text of every match, pieces of one match joined by a stroke."""
    pieces: dict[int, list[str]] = {}
    for spot in rendered.hits:
        pieces.setdefault(spot.number, []).append(rendered.strip(spot.y, THEME).crop(spot.x_start, spot.x_end).text)
    return ["|".join(texts) for texts in pieces.values()]

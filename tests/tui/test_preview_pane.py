"""The pane shows a rendered note at the right place, and steps through its matches and links."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown
from textual.message import Message
from textual.pilot import Pilot
from textual.selection import SELECT_ALL
from textual.strip import Strip

from vaulttui.search.engine import NoteDetail
from vaulttui.tui.colors.theme import DARK, LIGHT
from vaulttui.tui.preview import LinkTarget, MatchTerms, PreviewTheme, RenderedNote
from vaulttui.tui.widgets.note_pane import Beginning
from vaulttui.tui.widgets.note_view import WIDEST_TEXT
from vaulttui.tui.widgets.preview_pane import PreviewPane
from vaulttui.vault.links.subpaths import find_heading
from vaulttui.vault.note import Heading

from .painting import paint
from .preview_notes import note, render_note

TEXT = "# Head\n\n" + "".join(f"Paragraph {number} with a [[Link {number}]].\n\n" for number in range(50)) + "The end."


class PaneApp(App[None]):
    """A pane alone."""

    CSS = "PreviewPane { width: 1fr; height: 1fr; background: $background; }"

    def compose(self) -> ComposeResult:
        yield PreviewPane(id="pane")


class Reader:
    """A person in front of the pane."""

    def __init__(self, pilot: Pilot[None], messages: list[Message]) -> None:
        self.pilot = pilot
        self.messages = messages
        self.pane = pilot.app.query_one(PreviewPane)

    def lay_out(self, detail: NoteDetail | str, *words: str, width: int | None = None) -> RenderedNote:
        detail = note(detail) if isinstance(detail, str) else detail
        return render_note(
            detail,
            width=width or self.pane.text_width,
            match=MatchTerms(words),
            source_view=self.pane.source_view,
        )

    async def show(self, detail: NoteDetail | str, *words: str, at_line: int | None = None) -> RenderedNote:
        rendered = self.lay_out(detail, *words)
        self.pane.show(rendered, None if at_line is None else Beginning(at_line))
        self.pane.focus()
        await self.pilot.pause()
        paint()
        return rendered

    @property
    def lines(self) -> list[str]:
        """What is in sight."""
        return [self.pane.render_line(y).text.rstrip() for y in range(self.pane.size.height)]

    def told(self, kind: type[Message]) -> list[Message]:
        """Messages of a kind, oldest first; each is seen by several widgets on its way up."""
        return list({id(message): message for message in self.messages if isinstance(message, kind)}.values())

    def marked(self, wanted: Callable[[bool, bool], bool]) -> list[str]:
        """Texts in sight whose underline and reverse are as wanted."""
        found = []
        for y in range(self.pane.size.height):
            for segment in self.pane.render_line(y):
                style = segment.style
                if style is not None and wanted(bool(style.underline), bool(style.reverse)):
                    found.append(segment.text)
        return found


@asynccontextmanager
async def reading(width: int = 60, height: int = 12) -> AsyncIterator[Reader]:
    """Open a pane in a terminal."""
    messages: list[Message] = []
    app = PaneApp()
    async with app.run_test(size=(width, height), message_hook=messages.append) as pilot:
        await pilot.pause()
        yield Reader(pilot, messages)


async def test_a_note_is_shown_from_its_top_with_a_margin() -> None:
    async with reading() as reader:
        await reader.show(TEXT)
        assert reader.lines[:3] == [" Head", " " + "━" * reader.pane.text_width, " Paragraph 0 with a Link 0."]


async def test_what_comes_after_the_beginning_does_not_draw_again_what_is_in_sight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with reading(height=12) as reader:
        await reader.show(TEXT.partition("Paragraph 30")[0])
        drawn: list[int] = []
        monkeypatch.setattr(reader.pane, "refresh", lambda *regions, **_: drawn.append(len(regions)))
        monkeypatch.setattr(reader.pane, "refresh_line", drawn.append)
        reader.pane.show(reader.lay_out(TEXT))
        assert drawn == []
        reader.pane.show(reader.lay_out(TEXT.replace("Paragraph 1 ", "Another one ")))
        assert drawn == [4]
        assert reader.lines[4].startswith(" Another one with")
        reader.pane.show(reader.lay_out("# Head"))
        assert drawn == [4, *range(2, 12)]


async def test_nothing_is_shown_before_the_first_note() -> None:
    async with reading() as reader:
        assert set(reader.lines) == {""}
        assert (reader.pane.source_line, reader.pane.current_hit, reader.pane.current_link) == (1, None, None)


async def test_keys_scroll() -> None:
    async with reading(height=12) as reader:
        rendered = await reader.show(TEXT)
        tops = []
        for key in ("j", "j", "k", "ctrl+d", "ctrl+u", "pagedown", "pageup", "G", "g"):
            await reader.pilot.press(key)
            tops.append(reader.pane.scroll_offset.y)
        assert tops == [1, 2, 1, 7, 1, 11, 1, rendered.height - 12, 0]


async def test_the_wheel_scrolls() -> None:
    async with reading() as reader:
        await reader.show(TEXT)
        await reader.pilot._post_mouse_events([MouseScrollDown], "#pane")
        await reader.pilot.pause()
        assert reader.pane.scroll_offset.y > 0


async def test_a_note_begins_at_the_wanted_line_with_something_above_it() -> None:
    async with reading() as reader:
        rendered = await reader.show(TEXT, "paragraph", at_line=43)
        wanted = rendered.lines[rendered.y_of_line(43)].text
        assert wanted == "Paragraph 20 with a Link 20."
        assert reader.lines.index(f" {wanted}") == 3
        assert reader.pane.current_hit == 20
        assert reader.pane.source_line == 43


async def test_a_match_is_the_one_of_its_line_where_lines_are_joined() -> None:
    first = "a " * 15 + "needle " * 2 + "a " * 5 + "end"
    async with reading() as reader:
        detail = note(f"{first}\nneedle and " + "b " * 30 + "needle")
        for line, current in ((1, 0), (2, 2)):
            reader.pane.show(reader.lay_out(detail, "needle", width=200), Beginning(line))
            assert (reader.pane.current_hit, reader.pane.source_line) == (current, line)
        for width in (100, 30, 60, 200):
            reader.pane.show(reader.lay_out(detail, "needle", width=width))
            assert (reader.pane.current_hit, reader.pane.source_line) == (2, 2)


async def test_a_match_in_a_footnote_within_the_text_is_the_one_of_its_line() -> None:
    text = "First.^[A needle.]\n\n" + "text\n\n" * 20 + "Second.^[A word.]^[A needle, a needle.]\n\nneedle"
    async with reading() as reader:
        await reader.show(text, "needle", at_line=43)
        assert (reader.pane.current_hit, reader.pane.source_line) == (2, 43)
        assert reader.marked(lambda underline, reverse: reverse) == ["needle"]


async def test_a_match_below_the_wanted_heading_does_not_take_it_out_of_sight() -> None:
    text = "top\n\n" * 20 + "# Wanted\n\none\n\ntwo needle" + "\n\nend" * 20
    async with reading() as reader:
        await reader.show(text, "needle", at_line=41)
        assert reader.lines[0].strip() == "Wanted"
        assert reader.pane.current_hit == 0


async def test_callouts_within_each_other_are_unfolded_down_to_the_wanted_line() -> None:
    detail = note("> [!a]- A\n> > [!b]- B\n> > wanted")
    async with reading() as reader:
        await reader.show(detail, at_line=3)
        folds = []
        for _ in range(3):
            folds.append(dict(reader.pane.folds))
            reader.pane.show(render_note(detail, width=60, folds=dict(reader.pane.folds)))
        assert folds == [{1: False}, {1: False, 2: False}, {1: False, 2: False}]
        assert "wanted" in reader.pane.note.text()  # type: ignore[union-attr]


async def test_every_line_of_the_title_of_a_callout_folds_it_and_no_other_line() -> None:
    text = (
        "a line above it, which takes two lines of this pane\n\n> [!tip]- A title that takes three lines of it\n> body"
    )
    async with reading(width=22) as reader:
        rendered = await reader.show(text)
        (fold,) = rendered.links
        title = next(y for y, line in enumerate(reader.lines) if "A title" in line)
        assert title < fold.y - 1
        for y in range(fold.y + 2):
            reader.pane.folds.clear()
            await reader.pilot.hover("#pane", offset=(8, y))
            assert reader.pane.styles.pointer == ("pointer" if title <= y <= fold.y else "default")
            await reader.pilot.click("#pane", offset=(8, y))
            assert bool(reader.pane.folds) == (title <= y <= fold.y)


async def test_a_wanted_line_that_is_in_sight_from_the_top_does_not_scroll() -> None:
    async with reading() as reader:
        await reader.show(TEXT, at_line=5)
        assert reader.pane.scroll_offset.y == 0


async def test_the_current_match_stands_out_from_the_others() -> None:
    async with reading() as reader:
        await reader.show("one two one\n\nthree one", "one")
        assert reader.marked(lambda underline, reverse: reverse) == ["one"]
        assert reader.marked(lambda underline, reverse: underline) == ["one", "one"]


async def test_one_steps_through_matches_and_round_the_end() -> None:
    async with reading() as reader:
        await reader.show(TEXT + " word\n\nword", "word", at_line=103)
        seen = []
        for step in (1, 1, 1, -1):
            reader.pane.step_hit(step)
            await reader.pilot.pause()
            seen.append((reader.pane.current_hit, reader.pane.source_line))
        assert seen == [(1, 105), (0, 103), (1, 105), (0, 103)]
        assert len(reader.told(PreviewPane.HitChanged)) == 1 + len(seen)


async def test_stepping_begins_with_what_is_in_sight() -> None:
    async with reading() as reader:
        await reader.show(TEXT, "paragraph", at_line=200)
        found: int | None = reader.pane.current_hit
        assert found is None, "there is no match behind the wanted line"
        await reader.show(TEXT + " word", "word")
        reader.pane.step_hit(1)
        assert reader.pane.current_hit == 0, "the first one was not in sight yet"
        rendered = await reader.show(TEXT, "paragraph", at_line=200)
        reader.pane.scroll_to_y(rendered.y_of_line(43))
        reader.pane.step_hit(1)
        assert reader.pane.current_hit == 20
        reader.pane.scroll_to_y(rendered.y_of_line(83))
        reader.pane.step_hit(1)
        assert reader.pane.current_hit == 40, "it does not go back to where the last one was"
        reader.pane.scroll_to_y(rendered.y_of_line(43))
        reader.pane.step_hit(-1)
        assert 20 < (reader.pane.current_hit or 0) < 40, "the last one in sight"


async def test_without_matches_stepping_does_nothing() -> None:
    async with reading() as reader:
        await reader.show(TEXT)
        reader.pane.step_hit(1)
        reader.pane.step_hit(-1)
        assert (reader.pane.current_hit, reader.pane.scroll_offset.y) == (None, 0)


async def test_links_are_chosen_and_followed_by_keys() -> None:
    async with reading() as reader:
        await reader.show(TEXT)
        await reader.pilot.press("right_square_bracket", "right_square_bracket")
        assert reader.marked(lambda underline, reverse: reverse) == ["Link 1"]
        await reader.pilot.press("left_square_bracket", "o")
        (followed,) = reader.told(PreviewPane.LinkFollowed)
        assert isinstance(followed, PreviewPane.LinkFollowed)
        assert followed.link == LinkTarget("note", "Link 0")


async def test_choosing_links_begins_with_what_is_in_sight_and_scrolls() -> None:
    async with reading() as reader:
        rendered = await reader.show(TEXT)
        reader.pane.scroll_to_y(rendered.y_of_line(43))
        reader.pane.action_step_link(1)
        assert reader.pane.current_link == LinkTarget("note", "Link 20")
        reader.pane.action_last()
        reader.pane.action_step_link(-1)
        assert reader.pane.current_link == LinkTarget("note", "Link 49")
        reader.pane.action_first()
        reader.pane.action_step_link(-1)
        assert reader.pane.current_link == LinkTarget("note", "Link 4")


async def test_the_chosen_link_stays_so_when_the_note_is_laid_out_anew() -> None:
    text = "A [[b]] in words that go on and on, a [[b]] again, and further on there is one more [[b]] at the end."
    async with reading() as reader:
        await reader.show(text)
        await reader.pilot.press("right_square_bracket", "right_square_bracket")
        narrow = reader.lay_out(text, "words", width=20)
        reader.pane.show(narrow)
        assert reader.pane.draw_line(narrow.first_links[1].y, 60)
        assert reader.pane.current_link == LinkTarget("note", "b")
        reader.pane.action_step_link(1)
        assert reader.pane._cursor is not None
        assert reader.pane._cursor.link == narrow.first_links[2]


async def test_the_chosen_link_is_the_same_in_a_note_that_was_written_again_and_none_if_it_is_gone() -> None:
    async with reading() as reader:
        await reader.show("One [[b]].\n\nTwo [[b]].")
        await reader.pilot.press("right_square_bracket", "right_square_bracket")
        written = reader.lay_out("Zero [[b]].\n\nOne [[b]].\n\nTwo [[b]].")
        reader.pane.show(written, moved=lambda line: line + 2)
        assert reader.pane._cursor is not None
        assert reader.pane._cursor.link == written.first_links[2]
        reader.pane.show(reader.lay_out("Zero [[c]]."), moved=lambda line: line)
        assert reader.pane.current_link is None


async def test_a_click_follows_the_link_below_the_mouse() -> None:
    async with reading() as reader:
        rendered = await reader.show("First\n\nsee [[Other]] and #tag")
        other = rendered.links[0]
        await reader.pilot.click("#pane", offset=(1 + other.x_start, other.y))
        await reader.pilot.click("#pane", offset=(1 + other.x_start - 1, other.y))
        await reader.pilot.click("#pane", offset=(1 + rendered.links[1].x_end - 1, other.y))
        links = [message.link for message in reader.told(PreviewPane.LinkFollowed)]  # type: ignore[attr-defined]
        assert links == [LinkTarget("note", "Other"), LinkTarget("tag", "tag")]


async def test_a_click_is_right_in_a_scrolled_and_centred_pane() -> None:
    async with reading(width=WIDEST_TEXT + 40) as reader:
        rendered = await reader.show(TEXT, at_line=43)
        spot = next(spot for spot in rendered.links if spot.link.target == "Link 20")
        left = reader.lines[3].index("Paragraph")
        assert left == 19
        await reader.pilot.click("#pane", offset=(left + spot.x_start, spot.y - reader.pane.scroll_offset.y))
        (followed,) = reader.told(PreviewPane.LinkFollowed)
        assert followed.link.target == "Link 20"  # type: ignore[attr-defined]


async def test_a_footnote_is_followed_within_the_note() -> None:
    async with reading() as reader:
        await reader.show(f"Text[^1]\n\n{TEXT}\n\n[^1]: The note")
        reader.pane.action_step_link(1)
        reader.pane.action_follow_link()
        await reader.pilot.pause()
        assert " ¹ The note" in reader.lines
        assert not reader.told(PreviewPane.LinkFollowed)


async def test_a_footnote_within_the_text_is_followed_to_the_end_of_the_note() -> None:
    async with reading() as reader:
        note = await reader.show(f"Text^[The footnote].\n\n{TEXT}")
        reader.pane.action_step_link(1)
        reader.pane.action_follow_link()
        await reader.pilot.pause()
        assert any("The footnote" in line for line in reader.lines)
        assert note.source_line(note.height - 1) == 1, "it is edited where it is written"


async def test_the_place_stays_when_the_same_note_is_laid_out_anew() -> None:
    async with reading() as reader:
        await reader.show(TEXT, "paragraph", at_line=43)
        reader.pane.step_hit(1)
        narrow = reader.lay_out(TEXT, "paragraph", width=12)
        reader.pane.show(narrow)
        await reader.pilot.pause()
        assert narrow.source_line(reader.pane.scroll_offset.y) == 40
        assert reader.pane.current_hit == 21


async def test_what_one_reads_of_a_long_paragraph_stays_at_the_top_however_wide_it_is_laid_out() -> None:
    words = " ".join(f"word{number}" for number in range(1000, 3000))
    text = f"before\n\n{words}\n\n" + "behind\n\n" * 200
    async with reading(width=60) as reader:
        await reader.show(text)
        reader.pane.scroll_to_y(80)
        first = reader.lines[0].split()[0]
        for width in (31, 90, 23, reader.pane.text_width):
            reader.pane.show(reader.lay_out(text, width=width))
            await reader.pilot.pause()
            shown = [int(word.removeprefix("word")) for word in " ".join(reader.lines[:3]).split()]
            assert abs(shown[0] - int(first.removeprefix("word"))) < 20
        assert reader.lines[0].split()[0] == first


async def test_from_within_an_embedded_note_the_source_begins_at_its_embed() -> None:
    inner = "\n\n".join(f"Inner {number}." for number in range(40))
    detail = note("before\n\n![[a]]\n\n" + "behind\n\n" * 200, links={"a": "a.md"}, embeds={"a": inner})
    async with reading() as reader:
        await reader.show(detail)
        reader.pane.scroll_to_y(60)
        assert "Inner" in reader.lines[1]
        reader.pane.source_view = True
        reader.pane.show(reader.lay_out(detail))
        await reader.pilot.pause()
        assert "![[a]]" in reader.lines[0]


async def test_a_match_far_on_in_the_wanted_line_comes_into_sight() -> None:
    text = f"top\n\n{'before ' * 800}needle {'behind ' * 400}\n\nneedle"
    async with reading() as reader:
        note = await reader.show(text, "needle", at_line=3)
        assert note.first_hits[0].y > 2 * reader.pane.page_height
        assert note.first_hits[0].y - reader.pane.scroll_offset.y in range(reader.pane.page_height)
        assert reader.pane.current_hit == 0


async def test_the_wanted_part_of_a_line_comes_into_sight_and_the_match_in_it_before_those_of_other_parts() -> None:
    text = f"needle {'before ' * 400}HERE {'word ' * 20}needle {'behind ' * 400}needle"
    async with reading() as reader:
        for words, hit in ((("needle",), 1), ((), None)):
            note = reader.lay_out(text, *words, width=reader.pane.text_width)
            reader.pane.show(note, Beginning(1, text.index("HERE") / len(text)))
            await reader.pilot.pause()
            here = next(y for y, line in enumerate(note.lines) if "HERE" in line.text)
            assert here - reader.pane.scroll_offset.y in range(reader.pane.page_height)
            assert reader.pane.current_hit == hit


async def test_the_match_that_one_reads_stays_in_sight_when_a_long_paragraph_is_laid_out_anew() -> None:
    text = f"{'before ' * 400}needle {'behind ' * 400}"
    async with reading(width=80) as reader:
        await reader.show(text, "needle", at_line=1)
        reader.pane.step_hit(1)
        narrow = reader.lay_out(text, "needle", width=30)
        reader.pane.show(narrow)
        await reader.pilot.pause()
        assert narrow.first_hits[0].y - reader.pane.scroll_offset.y in range(reader.pane.page_height)


async def test_the_match_that_one_reads_stays_in_sight_in_a_lower_terminal() -> None:
    async with reading(height=20) as reader:
        lines = ["line  "] * 60
        lines[18] = "needle  "
        note = await reader.show("\n".join(lines), "needle", at_line=1)
        reader.pane.step_hit(1)
        assert reader.pane.scroll_offset.y == 0
        await reader.pilot.resize_terminal(60, 8)
        await reader.pilot.pause()
        assert note.first_hits[0].y - reader.pane.scroll_offset.y in range(reader.pane.page_height)


async def test_another_note_begins_at_its_top() -> None:
    async with reading() as reader:
        await reader.show(TEXT, at_line=90)
        other = NoteDetail("Other.md", "Other", TEXT, 1, 0, note("").modified, note("").created)
        await reader.show(other)
        assert reader.pane.scroll_offset.y == 0


async def test_the_width_is_told_when_it_changes_and_is_never_too_wide_to_read() -> None:
    async with reading(width=60) as reader:
        assert reader.pane.text_width == 57
        before = len(reader.told(PreviewPane.WidthChanged))
        await reader.pilot.resize_terminal(200, 12)
        await reader.pilot.pause()
        assert reader.pane.text_width == WIDEST_TEXT
        assert len(reader.told(PreviewPane.WidthChanged)) > before > 0


async def test_the_source_is_asked_for_and_shown() -> None:
    async with reading() as reader:
        reader.pane.action_toggle_source()
        await reader.show("# Head\n\n**x**")
        assert reader.lines[:3] == [" 1  # Head", " 2", " 3  **x**"]
        assert len(reader.told(PreviewPane.SourceToggled)) == 1
        assert reader.pane.source_view


async def test_a_problem_is_said_in_plain_text() -> None:
    async with reading(width=20) as reader:
        await reader.show(TEXT)
        reader.pane.show_problem("The [bold]note[/] \x1b cannot be read.")
        await reader.pilot.pause()
        assert reader.lines[:3] == [" The [bold]note[/]", " ␛ cannot be read.", ""]
        reader.pane.clear()
        assert set(reader.lines) == {""}


@pytest.mark.parametrize("text", ["", "\n\n", "%% nothing to see %%"])
async def test_a_note_without_text_says_so(text: str) -> None:
    async with reading() as reader:
        await reader.show(text)
        assert reader.lines[0] == " There is nothing to read in this note."
        assert reader.pane.source_line == 1
        await reader.pilot.press("down", "right_square_bracket", "n", "G")
        await reader.show("Now there is something.")
        assert reader.lines[0] == " Now there is something."


async def test_only_what_is_seen_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[int] = set()
    strip = RenderedNote.strip

    def watched(self: RenderedNote, y: int, theme: PreviewTheme) -> Strip:
        drawn.add(y)
        return strip(self, y, theme)

    monkeypatch.setattr(RenderedNote, "strip", watched)
    async with reading(height=12) as reader:
        await reader.show("line\n\n" * 5000)
        await reader.pilot.press("G", "k")
        assert reader.pane.line_count == 9999
        assert len(drawn) <= 3 * 12


async def test_another_theme_needs_no_new_layout() -> None:
    async with reading() as reader:
        await reader.show("# Head")
        before = reader.pane.render_line(0).crop(1, 5)
        reader.pilot.app.theme = "dracula"
        await reader.pilot.pause()
        after = reader.pane.render_line(0).crop(1, 5)
        assert before.text == after.text == "Head"
        assert [segment.style for segment in before] != [segment.style for segment in after]


async def test_text_can_be_selected_with_the_mouse() -> None:
    async with reading() as reader:
        await reader.show("First line\nsecond [[link]] line")
        await reader.pilot.mouse_down("#pane", offset=(7, 0))
        await reader.pilot.hover("#pane", offset=(12, 1))
        await reader.pilot.mouse_up("#pane", offset=(12, 1))
        assert reader.pilot.app.screen.get_selected_text() == "line\nsecond link"
        assert not reader.told(PreviewPane.LinkFollowed), "a selection that ends on a link does not follow it"


async def test_what_is_selected_stays_so_only_as_long_as_it_is_the_same_text() -> None:
    async with reading() as reader:

        async def select() -> None:
            await reader.pilot.mouse_down("#pane", offset=(1, 0))
            await reader.pilot.hover("#pane", offset=(5, 0))
            await reader.pilot.mouse_up("#pane", offset=(5, 0))
            assert reader.pilot.app.screen.get_selected_text() == "First"

        await reader.show("First line\n\nsecond line")
        await select()
        await reader.show("First line\n\nanother line", "line")
        assert reader.pilot.app.screen.get_selected_text() == "First"
        await reader.show("Another line\n\nanother line")
        assert not reader.pilot.app.screen.selections
        await reader.show("First line")
        await select()
        reader.pane.show(reader.lay_out(replace(note("First line"), path="Other.md")))
        assert not reader.pilot.app.screen.selections
        await select()
        reader.pane.show_problem("First of all, it cannot be read.")
        assert not reader.pilot.app.screen.selections


LONG = "A paragraph of more words than one line of the pane has room for is broken where a blank stood."
CODE = 'result = [call(argument, "  two blanks  in a text", number) for number in range(10_000) if number % 7]'


@pytest.mark.parametrize(
    ("text", "copied"),
    [
        (f"{LONG}\nNext.", f"{LONG}\nNext."),
        (f"- {LONG}\n  - nested {LONG}", f"• {LONG}\n  ◦ nested {LONG}"),
        (f"```python\nif x:\n    {CODE}\n\n    pass\n```", f"if x:\n    {CODE}\n\n    pass"),
        (f"- item\n\n  ```\n  {CODE}\n  ```", f"• item\n\n{CODE}"),
        (f"> {LONG}\n>\n> # Head\n> ---", f"{LONG}\n\nHead"),
        (f"> [!note] Title\n> {LONG}", f"✎ Title\n{LONG}"),
        (f"> - {LONG}\n>   1. {LONG}", f"• {LONG}\n  1. {LONG}"),
        ("# Head\ntext\n\n---\n\nmore", "Head\ntext\n\n\nmore"),
        ("今天学习机器学习和深度" * 10, "今天学习机器学习和深度" * 10),
    ],
)
async def test_what_is_copied_has_no_bars_and_rules_and_long_lines_in_one(text: str, copied: str) -> None:
    async with reading(height=30) as reader:
        await reader.show(text)
        assert reader.pane.get_selection(SELECT_ALL) == (copied, "\n")


async def test_the_reason_why_there_is_no_note_can_be_copied() -> None:
    async with reading() as reader:
        reader.pane.show_problem("The note cannot be read.")
        assert reader.pane.get_selection(SELECT_ALL) == ("The note cannot be read.", "\n")


async def test_what_is_copied_from_the_source_has_no_numbers() -> None:
    async with reading() as reader:
        reader.pane.action_toggle_source()
        await reader.show(f"# Head\n\n```\n    {CODE}\n```")
        assert reader.pane.get_selection(SELECT_ALL) == (f"# Head\n\n```\n    {CODE}\n```", "\n")


@pytest.mark.parametrize("theme", [DARK.name, LIGHT.name, "dracula", "solarized-light", "ansi-dark", "ansi-light"])
async def test_selected_text_can_be_read(theme: str) -> None:
    async with reading() as reader:
        for own in (DARK, LIGHT):
            reader.pilot.app.register_theme(own)
        reader.pilot.app.theme = theme
        await reader.show("First line\nsecond [[link]] line")
        await reader.pilot.mouse_down("#pane", offset=(1, 0))
        await reader.pilot.hover("#pane", offset=(12, 1))
        segments = [segment for y in (0, 1) for segment in reader.pane.render_line(y) if segment.text.strip()]
        selected = [segment.style for segment in segments[:2]]
        grounds = {style.bgcolor for style in selected if style is not None}
        assert len(grounds) == 1
        assert segments[-1].style is not None
        assert segments[-1].style.bgcolor not in grounds
        for style in selected:
            assert style is not None
            assert style.color not in (None, style.bgcolor)


async def heading_of_link(reader: Reader) -> str:
    """The heading of the link that was asked for."""
    await reader.pilot.pause()
    (wanted,) = reader.told(PreviewPane.LinkWanted)
    assert isinstance(wanted, PreviewPane.LinkWanted)
    assert wanted.path == "Folder/Note.md"
    return wanted.heading


async def test_a_link_to_the_heading_can_be_copied() -> None:
    async with reading() as reader:
        await reader.show(f"Intro\n\n{TEXT}\n\n## Last *part*\n\n" + "text\n\n" * 20)
        reader.pane.action_last()
        reader.pane.ask_for_link()
        assert await heading_of_link(reader) == "Last part"


async def test_a_link_to_a_heading_has_nothing_in_it_that_would_end_it() -> None:
    heading = "C#: a | b ^ c"
    async with reading() as reader:
        await reader.show(f"## {heading}\n\n" + "text\n\n" * 20)
        reader.pane.ask_for_link()
        assert await heading_of_link(reader) == "C a b c"
        assert find_heading([Heading(2, heading, 1, (heading,))], "C a b c") is not None


async def test_a_link_to_the_heading_can_be_copied_from_the_source() -> None:
    text = "---\na: 1\n---\nIntro\n\n# Head\n\n" + "text\n\n" * 20 + "## Last *part*\n\n" + "text\n\n" * 20
    headings = (Heading(1, "Head", 6, ("Head",)), Heading(2, "Last *part*", 48, ("Head", "Last *part*")))
    async with reading() as reader:
        reader.pane.source_view = True
        rendered = await reader.show(note(text, headings=headings))
        assert [rendered.lines[spot.y].text.split("# ")[1] for spot in rendered.headings] == ["Head", "Last *part*"]
        assert [spot.heading for spot in rendered.headings] == list(headings)
        reader.pane.action_last()
        reader.pane.ask_for_link()
        assert await heading_of_link(reader) == "Last *part*"


async def test_a_link_to_a_heading_leaves_out_the_number_of_a_footnote() -> None:
    async with reading() as reader:
        await reader.show("## Head[^1] of it\n\n" + "text\n\n" * 20 + "[^1]: note")
        reader.pane.ask_for_link()
        assert await heading_of_link(reader) == "Head of it"
        heading = Heading(2, "Head[^1] of it", 1, ("Head[^1] of it",))
        assert find_heading([heading], "Head of it") is heading


async def test_editing_is_asked_for() -> None:
    async with reading() as reader:
        await reader.show(TEXT)
        await reader.pilot.press("enter")
        assert len(reader.told(PreviewPane.EditWanted)) == 1

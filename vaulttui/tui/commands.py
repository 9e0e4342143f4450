"""Everything that a key can do: the one registry behind bindings, footer, help screen, palette and README table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from vaulttui.tui.key_names import split_keys

Context: TypeAlias = Literal[
    "app", "main", "query", "results", "preview", "find", "filters", "panel", "help", "dialog", "switcher", "searches"
]
"""Where a key works: everywhere, on the main screen, with the focus in one of its parts, or in a dialog."""

Group: TypeAlias = Literal["Search", "Results", "Preview", "Filters", "Panes", "Notes", "Program"]
Preset: TypeAlias = Literal["vim", "plain"]

TYPED: frozenset[Context] = frozenset({"query", "find", "switcher", "searches"})
"""The contexts in which letters are text."""
LISTS: tuple[Context, ...] = ("results", "preview", "filters", "panel", "help")
"""The contexts in which one moves up and down."""


@dataclass(frozen=True, slots=True)
class Command:
    """One thing that a key does."""

    id: str
    """What the settings call it. Unique."""
    keys: str
    """Keys of the ``vim`` preset, joined by commas; ``""`` for none."""
    action: str
    """Textual action, looked up where the context's bindings are."""
    description: str
    """What it does, for the help screen and the palette."""
    group: Group
    contexts: tuple[Context, ...] = ("main",)
    plain: str | None = None
    """Keys of the ``plain`` preset; ``None`` for the same."""
    label: str = ""
    """Short name in the footer; ``""`` keeps it out."""
    word: str = ""
    """What borders call it, where neither description nor label does: the palette finds it by that, too."""
    rank: int = 50
    """Place in the footer; the highest ranks give way first when there is no room."""
    priority: bool = False
    """Whether the key works even where the focused widget would take it as text."""

    def default_keys(self, preset: Preset) -> tuple[str, ...]:
        """Keys of one preset."""
        return split_keys(self.plain if preset == "plain" and self.plain is not None else self.keys)


COMMANDS: tuple[Command, ...] = (
    # Search
    Command("query.focus", "slash", "focus_query", "Type a query", "Search", label="query", rank=10),
    Command("query.clear", "", "clear_query", "Clear the query", "Search"),
    Command("query.next", "down,ctrl+n", "move(1)", "Next result, staying in the query", "Search", ("query",)),
    Command("query.previous", "up", "move(-1)", "Previous result, staying in the query", "Search", ("query",)),
    Command(
        "query.complete",
        "tab",
        "complete",
        "Accept the completion, else go to the results",
        "Search",
        ("query",),
        rank=10,
    ),
    Command("query.edit", "enter", "submit", "Edit the selected note", "Search", ("query",), label="edit", rank=11),
    Command("query.leave", "escape", "leave", "Go to the results", "Search", ("query",), label="results", rank=12),
    Command("query.older", "alt+up", "history(-1)", "Earlier query", "Search", ("query",)),
    Command("query.newer", "alt+down", "history(1)", "Later query", "Search", ("query",)),
    Command(
        "query.preview_down", "pagedown,shift+down", "scroll_preview(1)", "Scroll the preview", "Search", ("query",)
    ),
    Command(
        "query.preview_up", "pageup,shift+up", "scroll_preview(-1)", "Scroll the preview back", "Search", ("query",)
    ),
    Command("mode.next", "ctrl+s", "next_mode", "Next search mode", "Search", label="mode", rank=19, priority=True),
    # Lists
    Command("list.down", "j,down", "cursor_down", "Down", "Panes", LISTS, plain="down"),
    Command("list.up", "k,up", "cursor_up", "Up", "Panes", LISTS, plain="up"),
    Command("list.first", "g,home", "first", "First line", "Panes", LISTS, plain="home"),
    Command("list.last", "G,end", "last", "Last line", "Panes", LISTS, plain="end"),
    Command("list.half_down", "ctrl+d", "half_page(1)", "Half a page down", "Panes", LISTS),
    Command("list.half_up", "ctrl+u", "half_page(-1)", "Half a page up", "Panes", LISTS),
    Command("list.page_down", "pagedown", "page(1)", "A page down", "Panes", LISTS),
    Command("list.page_up", "pageup", "page(-1)", "A page up", "Panes", LISTS),
    Command("switcher.next", "down,ctrl+n", "move(1)", "Next in the list of a dialog", "Notes", ("switcher",)),
    Command("switcher.previous", "up", "move(-1)", "The one before in the list of a dialog", "Notes", ("switcher",)),
    Command("switcher.page_down", "pagedown", "page(1)", "A page down in the list of a dialog", "Notes", ("switcher",)),
    Command("switcher.page_up", "pageup", "page(-1)", "A page up in the list of a dialog", "Notes", ("switcher",)),
    Command("switcher.complete", "tab", "complete", "Complete what is typed in a dialog", "Notes", ("switcher",)),
    # Results
    Command(
        "note.edit",
        "enter,e",
        "edit",
        "Edit the note at its line",
        "Results",
        ("results", "preview"),
        "enter,e",
        label="edit",
        rank=11,
    ),
    Command(
        "result.mark", "space", "mark", "Mark or unmark the result", "Results", ("results",), label="mark", rank=30
    ),
    Command("result.mark_all", "ctrl+a", "mark_all", "Mark everything that is found", "Results", ("results",)),
    Command("result.mark_range", "M", "mark_range", "Mark from the last mark to here", "Results", ("results",)),
    Command("result.unmark", "", "unmark", "Unmark all", "Results"),
    Command("sort.next", "s", "next_sort", "Next sort order", "Results", label="sort", rank=31),
    Command("sort.reverse", "S", "reverse_sort", "Reverse the sort order", "Results"),
    Command("results.compact", "c", "toggle_compact", "One line or three for each result", "Results", ("results",)),
    Command("note.copy_path", "y", "copy_path", "Copy the path, or the paths of all marked", "Notes"),
    Command("note.copy_link", "Y", "copy_link", "Copy as [[wikilink]]", "Notes"),
    Command(
        "note.copy_heading", "", "copy_heading", "Copy a [[wikilink]] to the heading of the section in view", "Notes"
    ),
    Command(
        "results.group",
        "p",
        "toggle_grouping",
        "One result for each note, or for each passage",
        "Results",
        word="passages",
    ),
    Command(
        "searches.open",
        "ctrl+r",
        "open_searches",
        "Saved and recent searches",
        "Search",
        label="searches",
        rank=28,
        priority=True,
    ),
    Command("searches.save", "m", "save_search", "Save this search under a name", "Search"),
    Command(
        "searches.remove", "ctrl+x", "remove", "Delete a search from the list", "Search", ("searches",), priority=True
    ),
    Command(
        "searches.undo",
        "ctrl+z",
        "undo",
        "Bring back the search that was deleted last",
        "Search",
        ("searches",),
        priority=True,
    ),
    Command("query.explain", "x", "explain_query", "Say how the query was understood", "Search"),
    Command("note.new", "a", "new_note", "New note, empty or from a template", "Notes"),
    Command("note.daily", "D", "daily_note", "Today's daily note", "Notes"),
    Command("date.open", "d", "go_to_date", "Go to a day, a month, a year", "Notes"),
    Command("note.obsidian", "O", "open_in_obsidian", "Open the note in Obsidian", "Notes"),
    Command("note.folder", "", "open_folder", "Open the folder of the note", "Notes"),
    # Preview
    Command(
        "hit.next", "n,f3", "step_hit(1)", "Next match in the note", "Preview", plain="f3", label="next match", rank=32
    ),
    Command("hit.previous", "N,shift+f3", "step_hit(-1)", "Previous match in the note", "Preview", plain="shift+f3"),
    Command(
        "preview.find",
        "ctrl+f",
        "find_in_note",
        "Find in the note",
        "Preview",
        ("main", "find"),
        label="find in note",
        rank=32,
    ),
    Command(
        "find.next",
        "down,ctrl+n",
        "step(1)",
        "Next place, while typing what to find",
        "Preview",
        ("find",),
        label="next match",
        rank=13,
    ),
    Command("find.previous", "up", "step(-1)", "The place before, while typing what to find", "Preview", ("find",)),
    Command(
        "find.read",
        "enter",
        "read",
        "Read on, with what is found still marked",
        "Preview",
        ("find",),
        label="read",
        rank=11,
    ),
    Command(
        "find.end",
        "escape",
        "leave",
        "End finding; mark the matches of the query again",
        "Preview",
        ("find",),
        label="end",
        rank=12,
    ),
    Command(
        "link.next", "right_square_bracket", "step_link(1)", "Next link", "Preview", ("preview",), label="link", rank=36
    ),
    Command("link.previous", "left_square_bracket", "step_link(-1)", "Link before", "Preview", ("preview",)),
    Command("link.follow", "o", "follow_link", "Follow the link", "Preview", ("preview",), label="follow", rank=37),
    Command("link.hints", "F", "show_link_hints", "Follow a link by the letters beside it", "Preview"),
    Command(
        "preview.fold",
        "space",
        "toggle_fold",
        "Fold or unfold a callout",
        "Preview",
        ("preview",),
        label="fold",
        rank=38,
    ),
    Command("preview.source", "v", "toggle_source", "Show the source or the rendered note", "Preview"),
    Command("preview.zen", "z", "toggle_zen", "Preview alone, or all panes", "Preview", word="zen"),
    Command("panel.backlinks", "b", "show_panel('backlinks')", "Backlinks", "Preview", label="backlinks", rank=20),
    Command("panel.outline", "t", "show_panel('outline')", "Outline", "Preview", label="outline", rank=33),
    Command("panel.related", "r", "show_panel('related')", "Related notes", "Preview", label="related", rank=34),
    Command("panel.open", "enter", "open", "Go there", "Preview", ("panel",), label="go there", rank=11),
    Command("history.back", "H,alt+left", "go_back", "Note seen before", "Preview", plain="alt+left", word="back"),
    Command("history.forward", "L,alt+right", "go_forward", "Note seen after", "Preview", plain="alt+right"),
    # Filters
    Command("filters.focus", "f", "focus_pane('filters')", "Choose filters", "Filters", label="filters", rank=15),
    Command(
        "filters.toggle",
        "ctrl+b",
        "toggle_filters",
        "Show or hide the filters",
        "Filters",
        label="filters",
        rank=15,
        priority=True,
    ),
    Command(
        "filters.include",
        "space,enter",
        "include",
        "Only notes with this value, or undo that",
        "Filters",
        ("filters",),
        label="only these",
        rank=11,
    ),
    Command(
        "filters.exclude",
        "x",
        "exclude",
        "No notes with this value, or undo that",
        "Filters",
        ("filters",),
        label="not these",
        rank=12,
    ),
    Command("filters.clear", "c", "clear", "Remove the filter", "Filters", ("filters",), label="clear", rank=13),
    Command("filters.clear_all", "", "clear_filters", "Remove all filters", "Filters"),
    Command(
        "filters.find", "f", "filter", "Narrow the section by typing", "Filters", ("filters",), label="find", rank=14
    ),
    Command("filters.fold", "h,left", "fold", "Fold", "Filters", ("filters",), plain="left"),
    Command("filters.unfold", "l,right", "unfold", "Unfold", "Filters", ("filters",), plain="right"),
    Command("filters.next", "right_square_bracket", "section(1)", "Next section", "Filters", ("filters",)),
    Command("filters.previous", "left_square_bracket", "section(-1)", "Section before", "Filters", ("filters",)),
    # Panes
    Command("pane.filters", "1", "focus_pane('filters')", "Go to the filters", "Panes"),
    Command("pane.results", "2", "focus_pane('results')", "Go to the results", "Panes"),
    Command("pane.preview", "3", "focus_pane('preview')", "Go to the preview", "Panes"),
    Command("pane.panel", "4", "focus_pane('panel')", "Go to outline and backlinks", "Panes"),
    Command("pane.next", "tab", "cycle_panes(1)", "Next pane", "Panes"),
    Command("pane.previous", "shift+tab", "cycle_panes(-1)", "Previous pane", "Panes"),
    Command("pane.left", "h,left", "go_sideways(-1)", "Pane on the left", "Panes", plain="left"),
    Command("pane.right", "l,right", "go_sideways(1)", "Pane on the right", "Panes", plain="right"),
    Command("pane.narrower", "less_than_sign", "resize(-2)", "Make the pane narrower", "Panes"),
    Command("pane.wider", "greater_than_sign", "resize(2)", "Make the pane wider", "Panes"),
    Command("back", "escape", "back", "One step back", "Panes", rank=12),
    # Program
    Command(
        "switcher.open",
        "ctrl+o",
        "open_switcher",
        "Open a note by name",
        "Notes",
        label="open note",
        rank=25,
        priority=True,
    ),
    Command("vault.open", "V", "open_vaults", "Open another vault", "Program"),
    Command("index.refresh", "R", "refresh_index", "Read the vault again", "Program"),
    Command("warnings.open", "w", "show_warnings", "What could not be read as written", "Program"),
    Command("theme.choose", "", "change_theme", "Choose a theme", "Program", ("app",)),
    Command("help.open", "question_mark,f1", "show_help", "All keys", "Program", ("app",), label="help", rank=26),
    Command("help.find", "slash", "find", "Find a key in the help", "Program", ("help",)),
    Command(
        "palette.open",
        "ctrl+p",
        "command_palette",
        "All commands",
        "Program",
        ("app",),
        label="commands",
        rank=27,
        priority=True,
    ),
    Command("screen.repaint", "ctrl+l", "repaint", "Paint the screen anew", "Program", ("app",), priority=True),
    Command("program.suspend", "ctrl+z", "stop", "Suspend to the shell; fg comes back here", "Program", ("app",)),
    Command("program.quit", "q,ctrl+q", "quit", "Quit", "Program", ("app",), label="quit", rank=60),
    Command("dialog.close", "escape,q", "close", "Close", "Program", ("dialog",), label="close", rank=1),
)
"""All commands, in the order of the help screen within their group."""

OF_NOTE: frozenset[str] = frozenset(
    {"query.edit", "note.edit", "result.mark", "hit.next", "preview.find", "link.next", "link.follow", "preview.fold"}
    | {"panel.backlinks", "panel.outline", "panel.related"}
)
"""Commands of the footer that are done with the note at hand: where there is none, it leaves them out."""
OF_MATCHES: frozenset[str] = frozenset({"hit.next"})
"""Commands of the footer that go from match to match: where a query has no words, there are none."""

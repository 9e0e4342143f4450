"""A vault of Logseq's is read as Logseq reads it: what its pages are called, which are hidden, what a task is."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path
from typing import Literal, TypeAlias
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault
from vaulttui.cli.dispatch import run
from vaulttui.cli.services import Services
from vaulttui.settings import NotesSettings, VaultSettings
from vaulttui.vault.files.ignore import PathFilter
from vaulttui.vault.files.scan import scan_vault
from vaulttui.vault.links.resolution import LinkResolver
from vaulttui.vault.new_note import DailyNotes
from vaulttui.vault.note import FileStat, Note
from vaulttui.vault.other_programs.edn import read_edn_map
from vaulttui.vault.other_programs.logseq import LogseqSettings, as_moment, logseq_settings
from vaulttui.vault.other_programs.logseq_pages import page_name, page_namer, place_of_note
from vaulttui.vault.other_programs.obsidian import ObsidianSettings
from vaulttui.vault.reader import parse_note, read_note

PLAIN = VaultSettings()
USUAL = LogseqSettings()
Form: TypeAlias = Literal["NFC", "NFD"]
COMPOSITIONS = pytest.mark.parametrize(("stored", "written"), [("NFC", "NFD"), ("NFD", "NFC")])
"""Of the letters of names on the disk, and of what people write for them."""
STAT = FileStat(size=1, mtime_ns=1_700_000_000 * 10**9, ctime_ns=1_700_000_001 * 10**9, inode=7)
CONFIG = """\
{:meta/version 1
 ;; :pages-directory "commented"
 :hidden ["/archived" "/pages/secret.md"]
 :commands [["js" "Javascript"]] ; and :journals-directory "no"
 :default-templates {:journals "Day" :pages-directory "nested"}
 #_:pages-directory #_"discarded"
 :journals-directory "days"
 :file/name-format :triple-lowbar
 :journal/file-name-format "yyyyMMdd"
 :journal/page-title-format "EEEE, dd.MM.yyyy"}
"""


def parse(text: str, path: str = "pages/note.md") -> Note:
    return parse_note(text.encode(), path, STAT, PLAIN, logseq=USUAL)


# Settings


def test_settings_are_the_entries_of_the_outermost_map(make_vault: MakeVault) -> None:
    assert logseq_settings(make_vault({"logseq/config.edn": CONFIG})) == LogseqSettings(
        "pages", "days", "YYYYMMDD", "dddd, DD.MM.YYYY", ("archived", "pages/secret.md")
    )


def test_a_vault_without_the_settings_is_none_of_logseqs(make_vault: MakeVault) -> None:
    assert logseq_settings(make_vault({"logseq/notes.md": ""})) is None
    assert page_namer(make_vault({})) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[",
        '{:pages-directory "../x" :journals-directory "a/../../x"}',
        '{:hidden "x" :journals-directory [1] :pages-directory :x}',
        "}}{",
        '{"',
    ],
)
def test_what_is_not_set_or_not_as_it_should_be_has_its_default(make_vault: MakeVault, text: str) -> None:
    assert logseq_settings(make_vault({"logseq/config.edn": text})) == USUAL


def test_settings_that_cannot_be_read_are_told_and_the_defaults_hold(make_vault: MakeVault, tmp_path: Path) -> None:
    root = make_vault({"logseq/notes.md": "", "pages/a.md": ""})
    (tmp_path / "elsewhere.edn").write_text("{}")
    (root / "logseq/config.edn").symlink_to(tmp_path / "elsewhere.edn")
    found = logseq_settings(root)
    assert found is not None
    assert (found.journals, [warning.code for warning in found.warnings]) == ("journals", ["logseq_settings_invalid"])
    (path, warning), *others = scan_vault(root, PLAIN).warnings
    assert (path, warning.code, others) == ("logseq/config.edn", "logseq_settings_invalid", [])
    assert "Logseq's defaults are used instead." in warning.message


def test_settings_are_read_again_when_they_have_changed(make_vault: MakeVault) -> None:
    root = make_vault({"logseq/config.edn": "{}"})
    assert logseq_settings(root) == USUAL
    (root / "logseq/config.edn").write_text('{:journals-directory "days"}')
    assert logseq_settings(root) == LogseqSettings(journals="days")


@given(st.text(alphabet=st.sampled_from('{}[]()#_:;"\\a \n'), max_size=40))
def test_any_text_gives_a_map(text: str) -> None:
    read_edn_map(text)


def test_texts_of_a_map_have_their_escapes_resolved() -> None:
    found = read_edn_map(r'{:a "say \"hi\"\n" , :b #{"x" "y"} :c \{ :d (:e 1) "k" 2}')
    assert found == {":a": 'say "hi"\n', ":b": ("x", "y"), ":c": "\\{", ":d": (":e", "1"), "k": "2"}


@pytest.mark.parametrize(
    ("items", "kept"),
    [
        ('"a" #_"b"', ("a",)),
        ('#_ "a" "b"', ("b",)),
        ('#_#_ "a" "b" "c"', ("c",)),
        ('#_["a" ["b"]] "c"', ("c",)),
        ('["a" #_"b"] "c"', ("c",)),
        ('"a" #_', ("a",)),
    ],
)
def test_what_is_discarded_within_a_vector_is_none_of_its_items(items: str, kept: tuple[str, ...]) -> None:
    assert read_edn_map(f'{{:a [{items}] :b ["x" "y"]}}') == {":a": kept, ":b": ("x", "y")}


@pytest.mark.parametrize(
    ("pattern", "moment"),
    [
        ("MMM do, yyyy", "MMM Do, YYYY"),
        ("E, MM/dd/yyyy", "ddd, MM/DD/YYYY"),
        ("yyyy-MM-dd EEEE", "YYYY-MM-DD dddd"),
        ("d 'of' MMMM yy", "D [of] MMMM YY"),
        ("'week' w", "[week] [w]"),
    ],
)
def test_patterns_of_days(pattern: str, moment: str) -> None:
    assert as_moment(pattern) == moment


# What pages are called


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("pages/Plain name.md", "Plain name"),
        ("pages/projects___rust___async.md", "projects/rust/async"),
        ("pages/Why%3F a%2Fb.md", "Why? a/b"),
        ("pages/100%.md", "100%"),
        ("pages/caf%C3%A9.md", "café"),
        ("pages/%00%0A.md", "%00%0A"),
        ("journals/2025_07_04.md", "Jul 4th, 2025"),
        ("journals/2025_02_30.md", "2025_02_30"),
        ("journals/2025_07_04 b.md", "2025_07_04 b"),
        ("pages/2025_07_04.md", "2025_07_04"),
    ],
)
def test_names_of_pages(path: str, name: str) -> None:
    assert page_name(path, USUAL) == name


@pytest.mark.parametrize("pattern", ["YYYY", "MMMM DD YYYY", "YYYY_MM_DD_DD", "gggg_MM_DD", "["])
def test_days_are_told_only_by_year_month_and_day_in_digits(pattern: str) -> None:
    assert page_name("journals/2025_07_04.md", LogseqSettings(day_file=pattern)) == "2025_07_04"


def test_days_are_called_as_the_settings_say(make_vault: MakeVault) -> None:
    called = page_namer(make_vault({"logseq/config.edn": CONFIG}))
    assert called is not None
    assert called("days/20250704.md") == "Friday, 04.07.2025"


@COMPOSITIONS
def test_folders_that_logseq_knows_are_told_however_their_letters_are_composed(
    make_vault: MakeVault, stored: Form, written: Form
) -> None:
    folder, typed = normalize(stored, "Tagebücher"), normalize(written, "Tagebücher")
    assert page_name(f"{folder}/2025_07_04.md", LogseqSettings(journals=typed)) == "Jul 4th, 2025"
    root = make_vault({f"{folder}/a.md": "", "logseq/config.edn": "{}"})
    assert place_of_note(root, f"{typed}/b.md") == f"{typed}/b.md"


def test_new_notes_are_pages(make_vault: MakeVault) -> None:
    root = make_vault({"journals/2025_07_04.md": ""})
    assert place_of_note(root, "a/b.md") == "a/b.md"
    (root / "logseq").mkdir()
    (root / "logseq/config.edn").write_text('{:pages-directory "notes"}')
    assert place_of_note(root, "a.md") == "notes/a.md"
    assert place_of_note(root, "a/b/c.md") == "notes/a___b___c.md"
    assert place_of_note(root, "journals/b.md") == "journals/b.md"


def test_a_note_without_a_title_of_its_own_has_the_name_of_its_page() -> None:
    assert parse("- text\n", "pages/a___b.md").title == "a/b"
    assert parse("- text\n", "journals/2025_07_04.md").title == "Jul 4th, 2025"


def test_the_name_of_a_page_is_an_alias_beside_another_title() -> None:
    note = parse("title:: The plan\nalias:: Plan A\n\n- text\n", "pages/a___b.md")
    assert (note.title, note.aliases) == ("The plan", ("a/b", "Plan A"))
    assert parse("# Heading\n", "pages/note.md").aliases == ()
    assert parse("alias:: a/b\n\n# Heading\n", "pages/a___b.md").aliases == ("a/b",)
    assert parse("alias:: [[See, too]], [[Also]], More\n", "pages/a.md").aliases == ("See, too", "Also", "More")
    several = parse("alias:: [[One]]\nalias:: [[See, too]], More\ntags:: a b\ntags:: [[c d]], e\n", "pages/a.md")
    assert several.aliases == ("One", "See, too", "More")
    assert [prop.value for prop in several.properties] == [list(several.aliases), ["a", "b", "[[c d]]", "e"]]


def test_links_name_pages() -> None:
    files = ("pages/a___b.md", "pages/a%2Fc.md", "journals/2025_07_04.md", "pages/deep/a___b.md", "assets/x___y.png")
    resolver = LinkResolver(files, {path: (page_name(path, USUAL),) for path in files[:-1]})
    assert resolver.resolve("a/b", "pages/x.md") == "pages/a___b.md"
    assert resolver.resolve("A/B", "pages/x.md") == "pages/a___b.md"
    assert resolver.resolve("a/c", "") == "pages/a%2Fc.md"
    assert resolver.resolve("jul 4th, 2025", "") == "journals/2025_07_04.md"
    assert resolver.resolve("a___b", "") == "pages/a___b.md"
    assert resolver.resolve("b", "") is None
    assert resolver.resolve("x/y.png", "") is None
    resolver.discard("pages/a___b.md")
    assert resolver.resolve("a/b", "") == "pages/deep/a___b.md"
    resolver.add("a/b.md")
    assert resolver.resolve("a/b", "") == "a/b.md"
    resolver.discard("a/b.md")
    resolver.discard("pages/deep/a___b.md")
    assert resolver.resolve("a/b", "") is None


def test_doctor_tells_where_links_lead_by_any_name(make_vault: MakeVault, capsys: pytest.CaptureFixture[str]) -> None:
    pages = {"pages/a___b.md": "alias:: Ay\n", "pages/c.md": "title:: See\n", "x.md": "[[a/b]] [[ay]] [[see]] [[no]]"}
    root = make_vault({"logseq/config.edn": "{}", **pages})
    assert run(["doctor", "x.md", "--json"], Services(environ={"VAULTTUI_VAULT": str(root)})) == 0
    links = json.loads(capsys.readouterr().out)["links"]
    assert [link["path"] for link in links] == ["pages/a___b.md", "pages/a___b.md", "pages/c.md", None]


# Properties and tasks


def test_properties_that_a_note_begins_with_say_what_a_frontmatter_would() -> None:
    text = "title:: The plan\ntags:: work, [[My page]]\nalias:: Plan A\ncreated:: 2025-01-02\n\n- text\ntags:: x\n# H\n"
    note = parse(text)
    assert (note.title, note.title_source) == ("The plan", "property")
    assert (note.aliases, [tag.name for tag in note.tags]) == (("Plan A",), ["work"])
    assert (note.created, note.created_source) == (datetime(2025, 1, 2), "property:created")
    assert [link.target for link in note.links] == ["My page"]
    for text in ("Text.\n\ntitle:: Other\n", "---\na: b\n---\ntitle:: Other\ntags:: work\n"):
        note = parse(text)
        assert (note.title, note.tags) == ("note", ())


def test_properties_that_a_note_begins_with_are_no_part_of_its_text() -> None:
    text = "tags:: work, #home\nup:: [[Other]]\n\n- TODO it #x\n  status:: open\n# H\n- more\n"
    note = parse(text)
    assert note.body_line == 3
    assert [(chunk.first_line, chunk.last_line) for chunk in note.chunks] == [(3, 5), (6, 7)]
    assert [(item.key, item.line) for item in note.properties] == [("tags", 1), ("up", 2), ("status", 5)]
    assert [(link.target, link.line) for link in note.links] == [("Other", 2)]
    assert ([task.line for task in note.tasks], [heading.line for heading in note.headings]) == ([4], [6])
    assert {tag.name for tag in note.tags} == {"work", "home", "x"}


def test_a_frontmatter_says_what_it_says_anywhere() -> None:
    note = parse("---\nstatus: draft\ntags: [x]\n---\n\n- alpha", "pages/a.md")
    assert [(item.key, item.value) for item in note.properties] == [("status", "draft"), ("tags", ["x"])]
    assert ([tag.name for tag in note.tags], note.body_line) == (["x"], 5)


@pytest.mark.parametrize(
    "text",
    ["Due [due:: today] here\n", "- tags:: work\n", "\ntitle:: x\n", "a *b*:: c\n", "long" + " long" * 13 + ":: c\n"],
)
def test_a_note_that_begins_with_other_text_has_no_properties_above_it(text: str) -> None:
    note = parse(text)
    assert note.body_line == 1
    assert text.strip() in "\n".join(chunk.text for chunk in note.chunks)


def test_notes_below_the_settings_are_notes_of_logseqs(make_vault: MakeVault) -> None:
    root = make_vault({"pages/a.md": "title:: The plan\n"})
    assert read_note(root, "pages/a.md", PLAIN).title == "a"
    (root / "logseq").mkdir()
    (root / "logseq/config.edn").write_text("{}")
    assert read_note(root, "pages/a.md", PLAIN).title == "The plan"


def test_what_logseq_writes_for_itself_are_no_properties() -> None:
    text = "- text\n  id:: 64f0c2a1-0000\n  collapsed:: true\n  status:: open\n  done:: 1621882676163\n"
    assert [item.key for item in parse(text).properties] == ["status"]
    assert len(parse_note(text.encode(), "a.md", STAT, PLAIN).properties) == 4


def test_words_make_tasks() -> None:
    text = (
        "- TODO write it\n- DOING [#A] read it\n\t- LATER deeper ^id\n- WAITING for it\n- DONE it\n- CANCELED that\n"
        "- TODOS of all\n- TODO\n- todo lower\nTODO no item\n- [ ] box\n- `TODO` code\n"
    )
    tasks = [(task.line, task.status, task.text) for task in parse(text).tasks]
    assert tasks == [
        (1, " ", "write it"),
        (2, "/", "[#A] read it"),
        (3, " ", "deeper"),
        (4, "?", "for it"),
        (5, "x", "it"),
        (6, "-", "that"),
        (11, " ", "box"),
    ]
    assert [task.line for task in parse_note(text.encode(), "a.md", STAT, PLAIN).tasks] == [11]


# What is left out, and the notes of days


def test_what_logseq_hides_is_left_out(make_vault: MakeVault) -> None:
    root = make_vault({"archived/a.md": "", "pages/secret.md": "", "pages/b.md": "", "logseq/config.edn": CONFIG})
    path_filter = PathFilter(root, PLAIN)
    assert path_filter.excluded("archived/a.md")
    assert path_filter.excluded("pages/secret.md")
    assert not path_filter.excluded("pages/b.md")
    assert [note.path for note in scan_vault(root, PLAIN).notes] == ["pages/b.md"]
    (root / "logseq/config.edn").write_text('{:hidden ["/pages/b.md"]}')
    assert not path_filter.excluded("archived/a.md")
    assert path_filter.excluded("pages/b.md")
    (root / "logseq/config.edn").unlink()
    assert not path_filter.excluded("pages/b.md")


def test_a_folder_that_logseq_hides_is_none_that_only_begins_so(make_vault: MakeVault) -> None:
    paths = ("private/a.md", "private/deep/b.md", "private.md", "private-letters/c.md")
    root = make_vault({**dict.fromkeys(paths, ""), "logseq/config.edn": '{:hidden ["/private/"]}'})
    assert [note.path for note in scan_vault(root, PLAIN).notes] == ["private-letters/c.md", "private.md"]
    assert scan_vault(root, PLAIN).folders == ("logseq", "private-letters")


@COMPOSITIONS
def test_what_logseq_hides_is_hidden_however_its_letters_are_composed(
    make_vault: MakeVault, stored: Form, written: Form
) -> None:
    config = f'{{:hidden ["/{normalize(written, "Privé")}"]}}'
    root = make_vault({f"{normalize(stored, 'Privé')}/a.md": "", "b.md": "", "logseq/config.edn": config})
    assert [note.path for note in scan_vault(root, PLAIN).notes] == ["b.md"]


def test_the_note_of_a_day_is_where_logseq_has_it() -> None:
    day = date(2025, 7, 4)
    assert DailyNotes.of(NotesSettings(), ObsidianSettings(), USUAL).path(day) == "journals/2025_07_04.md"
    obsidian = ObsidianSettings(daily_folder="Days")
    assert DailyNotes.of(NotesSettings(), obsidian, USUAL).path(day) == "Days/2025-07-04.md"
    mine = NotesSettings(daily_format="DD.MM.YY")
    assert DailyNotes.of(mine, ObsidianSettings(), USUAL).path(day) == "journals/04.07.25.md"

"""The bundled sample vault shows every feature that the program reads.

The checks are simple on purpose and use none of the program's own parsers: they tell when the vault itself is wrong.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from urllib.parse import unquote

import pytest
import yaml

from vaulttui.demo import demo_vault

QUERIES: list[tuple[str, str, str]] = [
    ("how do I keep the sea out of the hull folder:Boat", "hybrid", "Boat/Systems/Engine/Stern gland.md"),
    ("remedy for nausea", "semantic", "Library/Feeling green.md"),
    ("why the motor stops when waves shake up dirt in the tank", "semantic", "Boat/Systems/Engine/Diesel bug.md"),
    ("how not to fall asleep when sailing single-handed", "semantic", "Library/Sleep and watches.md"),
    ("grandmother's baking with caraway", "hybrid", "Galley/Seed cake for night watches.md"),
    ("standing rigging wire terminals", "hybrid", "Projects/New standing rigging.md"),
    ('"three vanes" tag:#passage', "keyword", "Passages/Across the bottom of Biscay.md"),
    ("impellor vanes folder:Boat", "keyword", "Boat/Systems/Engine/Cooling circuit.md"),
    ("etale maree basse coefficient", "keyword", "Passages/Le Raz de Sein.md"),
    ("夜光虫", "keyword", "Galley/船のごはん.md"),
    ("content-date:2025-07-14 fireworks", "keyword", "Ship's log.md"),
    ("task-todo:raft", "keyword", "Boat/Safety inventory.md"),
]
"""(query, mode, path that is among the first three results)."""

BROKEN = "Library/Insurance.md"
"""The one note whose frontmatter is not YAML, so that the list of warnings has something to show."""

UNWRITTEN = {"Falmouth", "Sails", "Knots I actually use"}
"""The only link targets that no note answers."""


@dataclass(frozen=True)
class DemoNote:
    path: str
    text: str
    frontmatter: str
    body: str

    @property
    def prose(self) -> str:
        """The body without fenced code and code spans: what may hold links and tags."""
        unfenced = re.sub(r"^```.*?^```", "", self.body, flags=re.DOTALL | re.MULTILINE)
        return re.sub(r"`[^`\n]+`", "", unfenced)


def read(path: Path) -> DemoNote:
    text = path.read_bytes().decode("utf-8")
    opening, frontmatter, body = text.split("---\n", 2)
    assert opening == "", f"{path} does not begin with its properties"
    return DemoNote(path.relative_to(demo_vault()).as_posix(), text, frontmatter, body)


ALL_NOTES = [read(path) for path in sorted(demo_vault().rglob("*.md"))]
IGNORED_FOLDERS = tuple(
    json.loads((demo_vault() / ".obsidian/app.json").read_text(encoding="utf-8"))["userIgnoreFilters"]
)
NOTES = [note for note in ALL_NOTES if not note.path.startswith(IGNORED_FOLDERS)]
FILES = [path.relative_to(demo_vault()).as_posix().casefold() for path in demo_vault().rglob("*.*")]
PROSE = "\n".join(note.prose for note in NOTES)
PROPERTIES = {note.path: yaml.safe_load(note.frontmatter) for note in NOTES if note.path != BROKEN}


def values(properties: object) -> list[object]:
    """Every value in a tree of properties, maps and lists included."""
    found: list[object] = [properties]
    if isinstance(properties, dict):
        for value in properties.values():
            found += values(value)
    elif isinstance(properties, list):
        for item in properties:
            found += values(item)
    return found


def link_targets() -> dict[str, set[str]]:
    """Notes by what they link to: wikilink targets without heading, block and shown text."""
    targets: dict[str, set[str]] = {}
    for note in NOTES:
        for target in re.findall(r"\[\[([^\]|#]+)", note.frontmatter + note.prose):
            targets.setdefault(target, set()).add(note.path)
    return targets


def resolves(target: str) -> bool:
    name = target.casefold()
    return any(file in (name, f"{name}.md") or file.endswith((f"/{name}", f"/{name}.md")) for file in FILES)


def test_it_has_the_size_of_a_small_real_vault() -> None:
    assert 50 <= len(NOTES) <= 58
    assert max(note.text.count("\n") for note in NOTES) >= 300


def test_folders_nest_two_levels_below_a_top_folder() -> None:
    assert any(note.path.startswith("Boat/Systems/Engine/") for note in NOTES)
    assert 6 <= len({note.path.split("/")[0] for note in NOTES if "/" in note.path}) <= 9


def test_one_folder_is_left_out_by_the_vaults_own_settings() -> None:
    assert len(ALL_NOTES) == len(NOTES) + 1


def test_daily_notes_lie_where_the_vaults_settings_put_them() -> None:
    settings = json.loads((demo_vault() / ".obsidian/daily-notes.json").read_text(encoding="utf-8"))
    days = [note for note in NOTES if re.fullmatch(r"Journal/(\d{4})/\1-\d\d-\d\d\.md", note.path)]
    assert (settings["folder"], settings["format"]) == ("Journal", "YYYY/YYYY-MM-DD")
    assert (demo_vault() / f"{settings['template']}.md").is_file()
    assert len(days) >= 8


def test_every_kind_of_property_is_declared_and_used() -> None:
    declared = json.loads((demo_vault() / ".obsidian/types.json").read_text(encoding="utf-8"))["types"]
    assert set(declared.values()) >= {"text", "multitext", "number", "checkbox", "date", "datetime", "tags", "aliases"}
    assert set(declared) >= {"aliases", "tags", "created", "updated"}
    used = {type(value) for properties in PROPERTIES.values() for value in values(properties)}
    assert used >= {str, list, int, float, bool, date, datetime, dict, type(None)}


def test_a_property_can_be_a_link_to_a_note() -> None:
    assert PROPERTIES["Boat/Möwe.md"]["seller"] == "[[Dieter Harms]]"


def test_every_note_tells_when_it_was_made_and_last_worked_on() -> None:
    for note in NOTES:
        written = dict(re.findall(r"^(created|updated): \"?(.+?)\"?$", note.frontmatter, re.MULTILINE))
        assert set(written) == {"created", "updated"}, note.path
        if "{{" not in written["created"]:
            assert "2024-03" <= written["created"] <= written["updated"] <= "2026-03", note.path


def test_exactly_one_note_has_broken_properties() -> None:
    broken = next(note for note in NOTES if note.path == BROKEN)
    with pytest.raises(yaml.YAMLError, match="mapping values are not allowed"):
        yaml.safe_load(broken.frontmatter)
    assert all(isinstance(properties, dict) for properties in PROPERTIES.values())


def test_callouts_of_every_kind_some_folded_and_one_nested() -> None:
    kinds = set(re.findall(r"^[> ]+\[!(\w+)\]", PROSE, re.MULTILINE))
    assert kinds >= {"note", "info", "tip", "todo", "abstract", "question", "example", "quote"}
    assert kinds >= {"success", "warning", "danger", "failure", "bug"}
    assert re.search(r"^> \[!\w+\]-", PROSE, re.MULTILINE)
    assert re.search(r"^> \[!\w+\]\+", PROSE, re.MULTILINE)
    assert re.search(r"^> > \[!\w+\]", PROSE, re.MULTILINE)


def test_tasks_in_many_states() -> None:
    states = re.findall(r"^[> \t]*[-*] \[(.)\] ", PROSE, re.MULTILINE)
    assert len(states) >= 40
    assert set(states) >= set(" x/->?!")
    assert re.search(r"^ {2,}- \[.\] ", PROSE, re.MULTILINE)


def test_notes_are_written_in_five_languages() -> None:
    languages = {properties.get("lang", "en") for properties in PROPERTIES.values()}
    assert languages == {"en", "fr", "de", "es", "ja"}


def test_tags_nest_three_levels_and_use_other_scripts() -> None:
    listed = {str(tag) for properties in PROPERTIES.values() for tag in properties["tags"]}
    inline = set(re.findall(r"(?:^|\s)#([^\s#\]]*[^\W\d][^\s#\]]*)", PROSE, re.MULTILINE))
    assert "boat/engine/cooling" in listed & inline
    assert "海/ごはん" in listed
    assert {"夜光虫", "météo", "Ölwechsel"} <= inline


@pytest.mark.parametrize(
    "form",
    [
        r"(?<!!)\[\[[^\]|#]+\]\]",
        r"\[\[[^\]|#]+\|[^\]]+\]\]",
        r"\[\[[^\]|#]+#[^\]|#^]+\]\]",
        r"\[\[[^\]|#]+#[^\]|#^]+#[^\]|#]+\|",
        r"\[\[[^\]|#]+#\^[\w-]+\]\]",
        r"\[\[#[^\]]+\]\]",
        r"!\[\[[^\]|#]+\.svg\]\]",
        r"!\[\[[^\]|#]+\]\]",
        r"!\[\[[^\]|#]+#[^\]]+\]\]",
        r"(?<!!)\[[^\]]+\]\([^)]*%20[^)]*\.md\)",
        r"!\[[^\]]+\]\([^)]*%20[^)]*\)",
    ],
)
def test_links_of_every_form(form: str) -> None:
    assert re.search(form, PROSE)


def test_links_resolve_but_for_the_notes_not_yet_written() -> None:
    assert {target for target in link_targets() if not resolves(target)} == UNWRITTEN


def test_markdown_links_lead_to_files() -> None:
    for note in NOTES:
        for target in re.findall(r"\]\((?!\w+://)([^)]+)\)", note.prose):
            assert (demo_vault() / note.path).parent.joinpath(unquote(target)).is_file(), (note.path, target)


def test_linked_headings_and_blocks_exist() -> None:
    by_name = {Path(note.path).stem: note for note in NOTES}
    for note in NOTES:
        for target, place in re.findall(r"\[\[([^\]|#]*)#([^\]|]+)", note.prose):
            there = by_name[Path(target).name] if target else note
            last = place.split("#")[-1]
            wanted = rf"{re.escape(last)}$" if last.startswith("^") else rf"^#+ {re.escape(last)}$"
            assert re.search(wanted, there.text, re.MULTILINE), (note.path, target, place)


def test_some_notes_are_linked_from_many_and_one_from_none() -> None:
    linked = link_targets()
    assert len(linked["Möwe"]) >= 6
    assert len(linked["Cooling circuit"]) >= 6
    alone = "Overheard on pontoons"
    assert alone not in linked
    assert not any(f"{alone}.md" in sources for sources in linked.values())


def test_everything_else_that_a_note_can_hold() -> None:
    text = "\n".join(note.body for note in NOTES)
    forms = {
        "inline math": r"\$[^$\n]+\$",
        "block math": r"^\$\$$",
        "footnote": r"^\[\^\w+\]: ",
        "inline footnote": r"\^\[[^\]]+\]",
        "highlight": r"==[^=\n]+==",
        "Obsidian comment": r"%%.+?%%",
        "HTML comment": r"<!-- .+? -->",
        "inline field": r"^\w+:: \S",
        "bracketed inline field": r"\[\w+:: [^\]]+\]",
        "block id": r" \^[\w-]+$",
        "table": r"^\|[ :|-]+\|$",
        "wide table": r"^\|(?:[^|\n]*\|){9,}$",
    }
    assert [name for name, form in forms.items() if not re.search(form, text, re.MULTILINE)] == []
    assert set(re.findall(r"^```(\w+)$", text, re.MULTILINE)) >= {"python", "bash", "yaml", "json", "ini", "mermaid"}


def test_attachments_are_small_and_real() -> None:
    pictures = sorted((demo_vault() / "Attachments").iterdir())
    assert {picture.suffix for picture in pictures} == {".png", ".svg"}
    for picture in pictures:
        assert picture.stat().st_size < 4000
        assert picture.read_bytes().startswith((b"\x89PNG\r\n\x1a\n", b"<svg "))


def test_names_have_accents_apostrophes_and_emoji() -> None:
    names = {Path(note.path).stem for note in NOTES}
    assert {"Siobhán O'Rourke", "🎹 Paying for it", "船のごはん", "Le Raz de Sein"} <= names


def test_the_queries_lead_to_notes_that_exist() -> None:
    paths = {note.path for note in NOTES}
    assert [path for _, _, path in QUERIES if path not in paths] == []
    assert {mode for _, mode, _ in QUERIES} <= {"keyword", "semantic", "hybrid"}


@pytest.mark.parametrize(("query", "mode", "path"), [query for query in QUERIES if query[1] == "semantic"])
def test_what_is_to_be_found_by_meaning_is_not_there_in_words(query: str, mode: str, path: str) -> None:
    note = next(note for note in NOTES if note.path == path)
    words = {word for word in query.casefold().split() if len(word) > 4}
    present = {word for word in words if re.search(rf"\b{re.escape(word)}\b", note.text.casefold())}
    assert len(present) <= len(words) / 2, present

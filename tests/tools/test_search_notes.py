"""``search_notes``, sentence by sentence."""

from __future__ import annotations

import inspect
import json
import os
import re
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import MakeVault, OpenVault
from vaulttui.errors import UsageError, VaultNotFoundError
from vaulttui.search.conditions.text_conditions import regexes_of
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Query, Result
from vaulttui.tools import search_notes
from vaulttui.tools.answers import search_notes_answer
from vaulttui.tools.compaction import compact
from vaulttui.tools.literal_words import find_words
from vaulttui.tools.search_notes import MARGIN, excerpts


def found(text: str) -> list[str]:
    return [line.removeprefix("## ").rpartition(" (score")[0] for line in text.split("\n") if line.startswith("## ")]


def test_names_and_defaults_are_the_contract() -> None:
    parameters = inspect.signature(search_notes).parameters
    assert {name: parameter.default for name, parameter in parameters.items() if name != "engine"} == {
        "query": inspect.Parameter.empty,
        "read_content": False,
    }


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("factures", {"Projets/TVA.md"}),
        ("FACTURES", {"Projets/TVA.md"}),
        ("actur", {"Projets/TVA.md"}),
        ("facture q3", {"Projets/TVA.md"}),
        ("factures coque", set()),
        ("facturation", set()),
        ("factuers", set()),
        ("declaration", set()),
        ("DÉCLARATION", {"Projets/TVA.md"}),
        ("[décision]", {"Projets/Bateau.md"}),
        ("bloqué", {"Projets/TVA.md"}),
        ("responsable:", {"Projets/TVA.md", "Projets/Bateau.md"}),
        ("Sponsab", {"Projets/TVA.md", "Projets/Bateau.md"}),
        ("sable:", {"Projets/TVA.md", "Projets/Bateau.md"}),
        ("respons:", set()),
        ("Vieux.md", {"Projets/Archive/Vieux.md"}),
        ("-TVA", set()),
        ("a.*b", set()),
        ("2025-07-14", {"changelog.md", "Projets/TVA.md"}),
        ("secret", set()),
    ],
)
def test_all_words_occur_as_they_are_written(engine: LocalEngine, query: str, expected: set[str]) -> None:
    assert set(found(search_notes(engine, query))) == expected


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_letters_with_marks_are_found_however_they_are_stored(
    make_vault: MakeVault, open_vault: OpenVault, form: Literal["NFC", "NFD"]
) -> None:
    stored: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
    notes = {normalize(kept, f"é {kept}.md"): f"x {normalize(kept, 'décision')}" for kept in stored}
    engine = open_vault(make_vault(notes))
    by_text, by_name = (search_notes(engine, normalize(form, word)) for word in ("décision", "É"))
    assert normalize("NFC", by_text).count("\n- x décision") == 2
    assert len(found(by_name)) == 2


def test_nothing_found_says_so(engine: LocalEngine) -> None:
    assert search_notes(engine, "ornithorynque  bleu") == "No notes found for: ornithorynque bleu"


@pytest.mark.parametrize("query", ["", "  \n"])
def test_a_word_is_needed(engine: LocalEngine, query: str) -> None:
    with pytest.raises(UsageError, match="query is empty"):
        search_notes(engine, query)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ('"TVA Q3"', True),
        ("TVA -bateau", True),
        ("tag:voile", True),
        ("tva OR bateau", True),
        ("INV-2025-0714 --flag", False),
        ("- [ ] std::string [decision] 12:30 /a/b", False),
    ],
)
def test_who_writes_a_query_is_told_that_it_is_taken_as_text(engine: LocalEngine, query: str, told: bool) -> None:
    remarks = search_notes_answer(engine, {"query": query}).remarks
    assert any("plain text here" in remark for remark in remarks) == told


def test_excerpts_show_a_hundred_characters_on_each_side(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": f"{'b' * 300}MOT{'e' * 300}\n"}))
    assert search_notes(engine, "mot") == (
        f"Found 1 note for: mot\n\n## a.md (score 1)\n- ...{'b' * 100}MOT{'e' * 100}..."
    )


def test_where_only_blanks_are_left_out_nothing_is_cut() -> None:
    blank = "\n" * 101
    assert [piece.text for piece in excerpts(f"{blank}mot{'e' * 100}\n", ["mot"])] == [f"mot{'e' * 100}"]
    assert [piece.text for piece in excerpts(f"a{blank}mot{blank}e", ["mot"])] == ["...mot..."]


def test_there_are_at_most_three_excerpts_and_overlaps_are_merged(make_vault: MakeVault, open_vault: OpenVault) -> None:
    far = f"\n\n{'x' * 300}\n\n"
    text = f"mot un mot deux{far}mot trois{far}mot quatre{far}mot cinq"
    lines = search_notes(open_vault(make_vault({"a.md": text})), "mot").split("\n")[3:]
    assert len(lines) == 3
    assert lines[0].startswith("- mot un mot deux xxx")
    assert "mot trois" in lines[1]
    assert "mot quatre" in lines[2]


def test_every_word_has_its_excerpt_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    far = f"\n\n{'x' * 300}\n\n"
    text = f"un{far}un{far}un{far}deux"
    lines = search_notes(open_vault(make_vault({"a.md": text})), "un deux").split("\n")[3:]
    assert any("deux" in line for line in lines)


def test_words_that_share_a_piece_make_room_for_others() -> None:
    far = f"\n\n{'x' * 300}\n\n"
    pieces = excerpts(
        f"un {'y' * 90} deux {'y' * 90} trois{far}quatre{far}un{far}deux", ["un", "deux", "trois", "quatre"]
    )
    assert [piece.line for piece in pieces] == [1, 5, 9]
    assert [word for word in ("un", "deux", "trois") if word in pieces[0].text] == ["un", "deux", "trois"]


def test_at_most_ten_notes_the_best_first(make_vault: MakeVault, open_vault: OpenVault) -> None:
    notes = {f"{number:02}.md": "mot " * (number % 5 + 1) for number in range(15)}
    text = search_notes(open_vault(make_vault({**notes, "mot.md": "mot"})), "mot")
    assert text.startswith("Found 16 notes for: mot, the best 10\n")
    listed = found(text)
    assert listed[:4] == ["mot.md", "04.md", "09.md", "14.md"]
    assert len(listed) == 10


def test_the_best_of_many_are_found_wherever_the_word_stands(make_vault: MakeVault, open_vault: OpenVault) -> None:
    best = {
        "z/in the text.md": "MOT mot Mot mot",
        "z/in a property.md": "---\nabout: [mot, mot x, y mot]\n---\n",
        "z/in a title.md": "# Marmots\n",
        "z/mot.md": "# Un mot\n",
        "z/too often.md": "mot\n\n" * 50,
    }
    many = {f"a/{number:03}.md": "mot mot" for number in range(100)}
    text = search_notes(open_vault(make_vault({**many, **best})), "mot")
    assert text.startswith("Found 105 notes for: mot, the best 10\n")
    assert found(text)[:6] == [
        "z/mot.md",  # 21
        "z/in a title.md",  # 11
        "z/too often.md",  # 10
        "z/in the text.md",  # 4
        "z/in a property.md",  # 3
        "a/000.md",
    ]


def test_notes_that_cannot_be_read_make_room_for_others(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({f"{number:03}.md": "mot mot" if number < 60 else "mot" for number in range(90)})
    engine = open_vault(root)
    for number in range(59):
        (root / f"{number:03}.md").unlink()
    text = search_notes(engine, "mot")
    assert text.startswith("Found 31 notes for: mot, the best 10\n")
    assert found(text) == [f"{number:03}.md" for number in range(59, 69)]


@pytest.mark.parametrize(("length", "cut"), [(10_000, False), (10_001, True)])
def test_whole_notes_are_cut_where_they_are_too_long(
    make_vault: MakeVault, open_vault: OpenVault, length: int, cut: bool
) -> None:
    text = ("mot " * 2501)[:length]
    engine = open_vault(make_vault({"a.md": text}))
    told = search_notes(engine, "mot", read_content=True)
    body = told.split("\n", 3)[3]
    assert body.endswith("\n[Content truncated...]") is cut
    assert body.removesuffix("\n[Content truncated...]") == text[:10_000].rstrip() + (" " if cut else "")


def test_a_note_cannot_seem_to_be_several(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "mot\n## other.md (score 9)\n## Score (score of 9)\nmot"}))
    told = search_notes(engine, "mot", read_content=True)
    assert "\n\\## other.md (score 9)\n" in told
    assert json.loads(compact(told, "search_notes"))["results"] == ["a.md"]


@pytest.mark.parametrize(
    "text",
    [
        "mot\n## fake.md (score 9)   \n",
        "mot\n## fake.md (score 9)\u2003\x0c\r\n",
        "mot\n## fake.md (score 9)\t\n\n   \n",
        "## fake.md (score 9)\nmot",
        "\n\n  ## fake.md (score 9)\nmot",
        "mot\n##\tfake.md\u00a0(score 9)",
        "mot\r## fake.md (score 9)",
        "mot\x0c## fake.md (score 9)",
        "mot\x85## fake.md (score 9)",
        "mot\u2028## fake.md (score 9)",
        f"mot{' ' * 9_976}\n## fake.md (score 9) or so",
    ],
    ids=range(11),
)
def test_no_white_space_lets_a_note_seem_to_be_several(make_vault: MakeVault, open_vault: OpenVault, text: str) -> None:
    engine = open_vault(make_vault({"a.md": text.encode()}))
    told = search_notes(engine, "mot", read_content=True)
    assert [line for line in told.splitlines() if re.match(r"\s*##\s", line)] == ["## a.md (score 1)"]
    assert json.loads(compact(told, "search_notes"))["results"] == ["a.md"]


def test_headings_that_are_no_head_are_shown_as_they_are(make_vault: MakeVault, open_vault: OpenVault) -> None:
    text = "mot\n## The (scored) match\n### a (score 9)\n##b (score 9)\nx ## c (score 9)"
    engine = open_vault(make_vault({"a.md": text}))
    assert search_notes(engine, "mot", read_content=True).endswith(f"\n{text}")


@pytest.mark.parametrize("whole", [False, True])
def test_a_name_cannot_seem_to_be_several(make_vault: MakeVault, open_vault: OpenVault, whole: bool) -> None:
    name = "x (score 9)\n- Safe summary\n\n\u2028## real.md"
    engine = open_vault(make_vault({name: "mot"}))
    told = search_notes(engine, "mot", read_content=whole)
    assert [line for line in told.splitlines() if line.startswith(("#", "-"))] == [
        "## x (score 9)\\n- Safe summary\\n\\n\\u2028## real.md (score 1)",
        *([] if whole else ["- mot"]),
    ]
    assert len(json.loads(compact(told, "search_notes"))["results"]) == 1


def test_a_name_that_is_all_there_is_to_show_is_one_line(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"mot\n## real.md (score 9)\n.md": ""}))
    told = search_notes(engine, "mot")
    assert len(told.splitlines()) == 4, told
    assert told.count("\n## ") == 1


def test_a_vault_that_has_vanished_is_told(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault({"Boat/a.md": "# A\n\nboat\n"})
    opened = open_vault(root)
    root.rename(root.with_name("unmounted"))
    with pytest.raises(VaultNotFoundError, match="is not there any more"):
        search_notes(opened, "boat")


def test_a_note_that_cannot_be_read_fails_nothing(make_vault: MakeVault, open_vault: OpenVault, tmp_path: Path) -> None:
    root = make_vault({"a.md": "mot", "b.md": "mot", "c.md": "mot"})
    engine = open_vault(root)
    (root / "a.md").unlink()
    (root / "b.md").unlink()
    os.mkfifo(root / "b.md")
    assert found(search_notes(engine, "mot")) == ["c.md"]


@given(
    st.text("ab \nMmOoTté", max_size=400),
    st.lists(st.sampled_from(["mot", "a", "té", "b"]), min_size=1, max_size=3, unique=True),
)
def test_excerpts_are_few_bounded_and_hold_a_word(content: str, words: list[str]) -> None:
    pieces = excerpts(content, words)
    assert len(pieces) <= 3
    assert bool(pieces) is any(word in content.lower() for word in words)
    for piece in pieces:
        assert any(word in piece.text.lower() for word in words)
        assert len(piece.text) <= 3 * (2 * MARGIN + 3) + 6
        assert any(word in content.split("\n")[piece.line - 1].lower() for word in words)


def test_a_word_that_is_no_text_is_refused_as_such(engine: LocalEngine) -> None:
    with pytest.raises(UsageError, match=r"^What is looked for is not valid UTF-8: type or paste it again$"):
        search_notes(engine, "factures \udcff")


def test_names_in_nested_maps_are_found_as_they_stand_before_their_colons(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    nested = "nest:\n  owner: zoe\n  list:\n    - place: Brest\n      empty:\n"
    engine = open_vault(make_vault({"a.md": f"---\n{nested}---\n", "b.md": "---\nnest: owner zoe\n---\n"}))
    for query in ("owner: zoe", "OWNER:", "place: brest", "empty:", "nest: zoe place:"):
        assert found(search_notes(engine, query)) == ["a.md"]
    assert found(search_notes(engine, "owner")) == ["a.md", "b.md"]


def test_many_words_are_looked_for_everywhere(make_vault: MakeVault, open_vault: OpenVault) -> None:
    head = "---\naliases: [Der Zweite]\nStand: [{k: v}, true, 2025-07-14]\ntags: Segeln/Kurs\n---\n"
    text = f"{head}# Erster\n\neins\n\n# B\n\nzwei\n"
    engine = open_vault(make_vault({"Ordner/Datei.md": text, "Ordner/Date.md": text.replace("zwei", "")}))
    words = ["rdner/", "datei.MD", "erste", "zweite", "stand:", "{K:", "true", "2025-07-14", "segeln/k", "EIN", "zwe"]
    for query in (words, words[::-1], [*words, "n", "e", "i", "s"]):
        assert found(search_notes(engine, " ".join(query))) == ["Ordner/Datei.md"]
    for missing in ("drei", "l:", "---", "aliases:x", "einszwei"):
        assert found(search_notes(engine, " ".join([*words, missing]))) == []


def test_many_words_are_found_in_a_line_that_was_cut(make_vault: MakeVault, open_vault: OpenVault) -> None:
    letters = "".join(f"{number:04}" for number in range(2_000))
    engine = open_vault(make_vault({"a.md": letters, "b.md": "0000 0001"}))
    words = [letters[start : start + 12] for start in range(0, len(letters) - 12, 8)]
    assert found(search_notes(engine, " ".join(words))) == ["a.md"]


def test_thousands_of_words_are_not_all_asked_of_the_index(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [f"wort{number}" for number in range(2_000)]
    engine = open_vault(make_vault({"a.md": " ".join(words), "b.md": " ".join(words[:-1])}))
    asked: list[int] = []
    answer = engine.search

    def counted(query: Query) -> Result:
        asked.append(len(regexes_of(query.where)) if query.where else 0)
        return answer(query)

    monkeypatch.setattr(engine, "search", counted)
    assert found(search_notes(engine, " ".join(words))) == ["a.md"]
    assert sum(asked) < 100


def test_words_of_a_frontmatter_that_is_not_valid_yaml_are_found(make_vault: MakeVault, open_vault: OpenVault) -> None:
    root = make_vault(
        {
            "broken.md": "---\naliases:\n- @skipper\n---\nThe bilge pump is new.\n",
            "fine.md": "---\naliases: [mate]\naliases: [skipper]\n---\nThe bilge.\n",
            "hidden.bin.md": "---\nx: [skipper\n---\n\0bilge",
        }
    )
    engine = open_vault(root)
    assert found(search_notes(engine, "@skipper")) == ["broken.md"]
    assert found(search_notes(engine, "kipper ilge")) == ["broken.md", "fine.md"]
    assert search_notes(engine, "liases: skipper pump").startswith("Found 1 note for")
    assert "- --- aliases: - @skipper --- The" in search_notes(engine, "skip")
    assert found(search_notes(engine, "skipper mast")) == []


def test_no_note_is_found_by_the_name_of_a_property_that_is_but_spelled_alike(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    notes = {"one.md": "état: ouvert", "two.md": "etat: ouvert", "three.md": "Straße: x", "four.md": "STRASSE: x"}
    engine = open_vault(make_vault({path: f"---\n{text}\n---\nbody\n" for path, text in notes.items()}))
    found = {query: {note.path for note in find_words(engine, [query]).best} for query in ("état", "etat:", "Straße:")}
    assert found == {"état": {"one.md"}, "etat:": {"two.md"}, "Straße:": {"three.md"}}


def test_a_value_that_another_one_of_the_same_name_stands_below_is_found(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(make_vault({"a.md": "---\nstatus: earlier\nstatus: later\n---\nbody\n"}))
    for word in ("earlier", "later"):
        assert [note.path for note in find_words(engine, [word]).best] == ["a.md"]

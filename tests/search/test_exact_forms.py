"""Of texts that are alike but for one word, the one that has it as it was typed comes first."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from tests.conftest import MakeVault, OpenVault
from tests.search.asking import search

PARTS = "front matter dark mode code block web site gpt 4 café bar foo e run"
FILLING = "some words stand here that say nothing of it at all and nobody minds for they are only filling"
JOINTS = ("-", "_", ".", "")


def _notes(forms: list[str], before: str, after: str) -> dict[str, str]:
    return {f"n{place}.md": f"{before} {form} {after}".strip() for place, form in enumerate(forms)}


@pytest.mark.parametrize("around", [("", ""), ("The", "now."), (FILLING, f"{FILLING}. {FILLING}")], ids=len)
@pytest.mark.parametrize(
    "forms",
    [
        ["front-matter", "frontmatter", "front matter", "frontmatters"],
        ["foo_bar", "foobar", "foo-bar", "foo bar"],
        ["a/b-test", "a b test", "a/b.test"],
        ["gpt-4", "gpt4", "gpt 4", "gpt-4-mini"],
        ["undere", "under-e", "under"],
        ["cafébar", "cafebar", "café-bar", "café bar"],
        ["re use", "re-use"],
        ["re-use", "reuse", "re use"],
        ["back up", "back-up"],
        ["state of the art", "state-of-the-art"],
        ["front matter file", "front-matter-file", "front-matter file"],
    ],
    ids=str,
)
def test_a_form_is_before_all_others_of_its_word(
    make_vault: MakeVault, open_vault: OpenVault, forms: list[str], around: tuple[str, str]
) -> None:
    typed, *others = forms
    engine = open_vault(make_vault(_notes([*others, typed], *around)))
    first, second = search(engine, typed).hits[:2]
    assert first.path == f"n{len(others)}.md"
    assert first.score > second.score


@pytest.mark.parametrize("seed", range(5))
def test_any_form_is_before_any_other_however_long_the_texts_are(
    make_vault: MakeVault, open_vault: OpenVault, seed: int
) -> None:
    chance = random.Random(seed)
    words = FILLING.split()
    notes: dict[str, str] = {}
    groups: list[list[tuple[str, str]]] = []
    for folder in "PQRSTU":
        parts = chance.sample(PARTS.split(), chance.choice([2, 2, 3]))
        # Three words apart are not looked for as one, nor are the shortest.
        joints = (*JOINTS, " ") if len(parts) == 2 and len("".join(parts)) > 3 else JOINTS
        forms = [joint.join(parts) for joint in joints]
        before, after = (" ".join(chance.choices(words, k=chance.choice([0, 1, 5, 40]))) for _ in range(2))
        own = {f"{folder}/{name}": text for name, text in _notes(forms, before, after).items()}
        notes |= own
        groups.append(list(zip(own, forms, strict=True)))
    for number in range(chance.choice([0, 20])):
        notes[f"Z{number}.md"] = " ".join(chance.choices(words + PARTS.split(), k=chance.choice([3, 30, 100])))
    engine = open_vault(make_vault(notes))
    for group in groups:
        scores = {form: {hit.path: hit.score for hit in search(engine, form, limit=500).hits} for _, form in group}
        for (path, form), (other, _) in permutations(group, 2):
            assert scores[form][path] > scores[form].get(other, 0.0), (form, other)


@pytest.mark.parametrize("times", [1, 3])
@pytest.mark.parametrize("form", ["Python 3", "time line", "data view"])
def test_words_that_were_typed_apart_are_before_one_beside_others_in_any_order(
    make_vault: MakeVault, open_vault: OpenVault, form: str, times: int
) -> None:
    others = [form.replace(" ", joint) for joint in ("", "-")]
    notes = _notes([" ".join([each] * times) for each in [*others, form]], "alpha", "beta")
    engine = open_vault(make_vault(notes | {f"Z{number}.md": FILLING for number in range(40)}))
    for query in (f"{form} alpha", f"beta {form}", f"{form} beta alpha", f"beta alpha {form}"):
        first, second = search(engine, query).hits[:2]
        assert first.path == f"n{len(others)}.md", query
        assert first.score > second.score, query

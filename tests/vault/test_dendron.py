"""A vault of Dendron's is read as Dendron reads it: the text of a link stands before what it leads to."""

from __future__ import annotations

import pytest

from tests.conftest import MakeVault
from vaulttui.settings import VaultSettings
from vaulttui.vault.markdown.destinations import Destination
from vaulttui.vault.other_programs.dendron import dendron_destination, is_dendron
from vaulttui.vault.reader import read_note

PLAIN = VaultSettings()


@pytest.mark.parametrize(
    ("inner", "target", "heading", "block", "display"),
    [
        ("topic.links", "topic.links", "", "", ""),
        ("All links|topic.links", "topic.links", "", "", "All links"),
        ("In a table\\|topic.links", "topic.links", "", "", "In a table"),
        ("Links|topic.links#getting-started", "topic.links", "getting-started", "", "Links"),
        ("Links|topic.links#^a1", "topic.links", "", "a1", "Links"),
        ("Here|#below", "", "below", "", "Here"),
        ("dendron://my.vault/topic.links", "topic.links", "", "", ""),
        ("Links|dendron://my.vault/topic.links#way", "topic.links", "way", "", "Links"),
        ("dendron://my.vault/topic#summary,1:#*", "topic", "summary", "", ""),
        ("topic#summary:#end", "topic", "summary", "", ""),
        ("topic#summary,1", "topic", "summary", "", ""),
    ],
)
def test_the_text_of_a_link_stands_first(inner: str, target: str, heading: str, block: str, display: str) -> None:
    assert dendron_destination(inner) == (Destination(target, heading, block), display)


@pytest.mark.parametrize("inner", ["", "|", "text|", "text|https://example.org", "dendron://vault"])
def test_a_link_that_names_no_note_leads_nowhere(inner: str) -> None:
    assert dendron_destination(inner) is None


@pytest.mark.parametrize("mark", ["dendron.yml", "root.schema.yml"])
def test_links_are_read_so_in_workspaces_and_their_vaults_alone(make_vault: MakeVault, mark: str) -> None:
    root = make_vault({"a.md": '---\nup: "[[Top|root.topic]]"\n---\n[[Bee|dendron://v/b.bee]]\n'})
    links = read_note(root, "a.md", PLAIN).links
    assert [(link.target, link.display) for link in links] == [("Top", "root.topic"), ("Bee", "dendron://v/b.bee")]
    assert not is_dendron(root)
    (root / mark).write_text("version: 5\n")
    links = read_note(root, "a.md", PLAIN).links
    assert [(link.target, link.display, link.line) for link in links] == [("root.topic", "Top", 2), ("b.bee", "Bee", 4)]


def test_a_link_in_a_property_is_kept_as_it_is_written(make_vault: MakeVault) -> None:
    head = (
        'one: "[[Top|root.topic]]"\nmany: ["[[root.topic]]", "[[A|dendron://v/b#c]] and more"]\nin:\n  it: "[[A|b]]"\n'
    )
    root = make_vault({"a.md": f"---\n{head}---\n", "dendron.yml": ""})
    values = {prop.key: prop.value for prop in read_note(root, "a.md", PLAIN).properties}
    assert values == {
        "one": "[[Top|root.topic]]",
        "many": ["[[root.topic]]", "[[A|dendron://v/b#c]] and more"],
        "in": {"it": "[[A|b]]"},
    }

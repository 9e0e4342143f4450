"""A link leads to the file that Obsidian would open."""

from __future__ import annotations

import pytest

from vaulttui.vault.links.resolution import LinkResolver

VAULT = (
    "Index.md",
    "Note.md",
    "Readme.markdown",
    "projects/Plan.md",
    "projects/Index.md",
    "projects/rust/Index.md",
    "projects/rust/Async notes.md",
    "archive/2024/Plan.md",
    "archive/Deep/Only.md",
    "assets/image.png",
    "projects/assets/image.png",
    "projects/image.png.md",
    "v1.2.md",
    "Café.md",
    "日本.md",
)


def resolve(target: str, source: str = "Index.md") -> str | None:
    return LinkResolver(VAULT).resolve(target, source)


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("Note", "Note.md"),
        ("Note.md", "Note.md"),
        ("note", "Note.md"),
        ("NOTE.MD", "Note.md"),
        ("Readme", "Readme.markdown"),
        ("projects/Plan", "projects/Plan.md"),
        ("Only", "archive/Deep/Only.md"),
        ("Deep/Only", "archive/Deep/Only.md"),
        ("eep/Only", None),
        ("image.png", "assets/image.png"),
        ("image", None),
        ("v1.2", "v1.2.md"),
        ("Cafe\u0301", "Café.md"),
        ("CAFÉ", "Café.md"),
        ("日本", "日本.md"),
        ("projects\\Plan", "projects/Plan.md"),
        ("missing", None),
        ("projects", None),
        ("./projects", "projects/Index.md"),
        ("archive", None),
        ("projects/rust", "projects/rust/Index.md"),
        ("rust", None),
        ("*", None),
    ],
)
def test_targets_from_the_root(target: str, path: str | None) -> None:
    assert resolve(target) == path


def test_a_link_without_target_leads_to_its_own_note() -> None:
    assert resolve("", "projects/Plan.md") == "projects/Plan.md"


def test_the_exact_path_comes_first() -> None:
    assert resolve("Index", "projects/rust/Async notes.md") == "Index.md"


def test_then_the_folder_of_the_linking_note() -> None:
    assert resolve("Plan", "archive/2024/x.md") == "archive/2024/Plan.md"
    assert resolve("rust/Index", "projects/Plan.md") == "projects/rust/Index.md"
    assert resolve("assets/image.png", "projects/Plan.md") == "assets/image.png"


def test_then_the_shortest_path() -> None:
    assert resolve("Plan", "archive/Deep/Only.md") == "projects/Plan.md"


@pytest.mark.parametrize(
    ("target", "source", "path"),
    [
        ("./Plan", "projects/Index.md", "projects/Plan.md"),
        ("../Plan.md", "projects/rust/Index.md", "projects/Plan.md"),
        ("../../Note", "projects/rust/Index.md", "Note.md"),
        ("./Only", "projects/Index.md", None),
        ("../../../etc/passwd", "projects/rust/Index.md", None),
        ("../Note", "Index.md", None),
        ("./Note", "Index.md", "Note.md"),
        ("/Note", "projects/Index.md", "Note.md"),
        ("/Plan", "projects/Index.md", None),
        ("rust/../Plan", "projects/Index.md", "projects/Plan.md"),
    ],
)
def test_paths_that_say_where_they_begin_mean_nothing_else(target: str, source: str, path: str | None) -> None:
    assert resolve(target, source) == path


@pytest.mark.parametrize(
    ("target", "source", "path"),
    [
        ("sub/../b.md", "x.md", "b.md"),
        ("sub/./c", "x.md", "sub/c.md"),
        ("sub//c.md", "x.md", "sub/c.md"),
        ("/sub/../b.md", "sub/x.md", "b.md"),
        ("sub/deep/../c.md", "other/x.md", "sub/c.md"),
        ("deep/../c.md", "sub/x.md", "sub/c.md"),
        ("deep/../d.md", "sub/x.md", "sub/d.md"),
        ("x/../../b.md", "sub/c.md", "b.md"),
        ("sub/../../b.md", "x.md", None),
        ("/sub/../../b.md", "x.md", None),
        ("x/../../../b.md", "sub/c.md", None),
    ],
)
def test_detours_within_a_path_are_walked_wherever_the_note_is(target: str, source: str, path: str | None) -> None:
    assert LinkResolver(["b.md", "d.md", "sub/c.md", "sub/d.md"]).resolve(target, source) == path


@pytest.mark.parametrize("target", ["..", ".", "sub/..", "../a/sub/..", "./", "/", "sub/.", "a\\sub\\..", "../../"])
def test_no_link_leads_to_a_folder(target: str) -> None:
    resolver = LinkResolver(["a", "a.md", "a/sub", "a/sub.md", "sub", "sub.md"])
    assert resolver.resolve(target, "a/note.md") is None


SITE = (
    "README.md",
    "content/en/_index.md",
    "content/en/about.md",
    "content/en/configuration/_index.md",
    "content/en/configuration/all.md",
    "content/en/configuration/All/deep.md",
    "content/de/configuration/all.md",
    "content/de/only/index.md",
    "docs/readme.MD",
    "docs/setup/index.md",
    "docs/setup/linux.md",
    "static/images/logo.png",
    "all.md",
)


@pytest.mark.parametrize(
    ("target", "source", "path"),
    [
        ("/configuration/all/", "content/en/about.md", "content/en/configuration/all.md"),
        ("/Configuration/All", "content/en/configuration/all/deep.md", "content/en/configuration/all.md"),
        ("/configuration/all/", "content/de/only/index.md", "content/de/configuration/all.md"),
        ("/configuration/all/", "README.md", "content/de/configuration/all.md"),
        ("/configuration/", "content/en/about.md", "content/en/configuration/_index.md"),
        ("/about/", "content/en/configuration/all.md", "content/en/about.md"),
        ("/about/", "docs/readme.MD", "content/en/about.md"),
        ("/about", "content/en/configuration/all.md", None),
        ("/all/", "content/en/about.md", "all.md"),
        ("/only/", "content/en/about.md", "content/de/only/index.md"),
        ("/images/logo.png", "content/en/about.md", "static/images/logo.png"),
        ("configuration/all/", "content/en/about.md", "content/en/configuration/all.md"),
        ("setup/", "docs/readme.MD", "docs/setup/index.md"),
        ("docs/setup/", "content/en/about.md", "docs/setup/index.md"),
        ("docs/", "README.md", "docs/readme.MD"),
        ("docs\\setup\\", "README.md", "docs/setup/index.md"),
        ("linux/", "docs/setup/index.md", "docs/setup/linux.md"),
        ("linux/", "docs/readme.MD", None),
        ("setup", "docs/readme.MD", None),
        ("./setup", "docs/readme.MD", "docs/setup/index.md"),
        ("docs", "content/en/about.md", None),
        ("all", "content/en/about.md", "all.md"),
        ("..", "docs/setup/linux.md", "docs/readme.MD"),
        ("../", "docs/setup/linux.md", "docs/readme.MD"),
        ("../../", "docs/setup/linux.md", "README.md"),
        ("./", "docs/setup/linux.md", "docs/setup/index.md"),
        ("../setup/", "docs/setup/linux.md", "docs/setup/index.md"),
        ("../configuration/", "docs/setup/linux.md", None),
        ("/figuration/all/", "content/en/about.md", None),
        ("/", "docs/setup/linux.md", None),
        ("//", "docs/setup/linux.md", None),
        ("/../", "docs/setup/linux.md", None),
    ],
)
def test_an_address_of_a_website_leads_to_the_page_that_is_made_into_it(
    target: str, source: str, path: str | None
) -> None:
    assert LinkResolver(SITE).resolve(target, source) == path


def test_an_address_leads_to_a_file_of_just_that_path_before_any_page() -> None:
    resolver = LinkResolver(["x/a/b.md", "a/b/index.md", "a/b", "x/y.md"])
    assert resolver.resolve("/a/b", "x/y.md") == "a/b"
    assert resolver.resolve("/a/b/", "x/y.md") == "a/b/index.md"
    resolver.discard("a/b/index.md")
    assert resolver.resolve("/a/b/", "x/y.md") == "x/a/b.md"
    resolver.add("a/b.md")
    assert resolver.resolve("/a/b/", "x/y.md") == "a/b.md"


def test_an_attachment_wins_over_a_note_of_that_name() -> None:
    assert resolve("image.png", "projects/Plan.md") == "assets/image.png"
    assert resolve("image.png.md", "Index.md") == "projects/image.png.md"
    assert LinkResolver(["LICENSE", "x/LICENSE.md"]).resolve("license", "Index.md") == "x/LICENSE.md"
    assert LinkResolver(["LICENSE"]).resolve("license", "Index.md") == "LICENSE"


def test_of_names_that_differ_in_case_the_one_written_alike_wins() -> None:
    resolver = LinkResolver(["a/note.md", "a/Note.md", "NOTE.md", "note.md"])
    assert resolver.resolve("Note", "a/x.md") == "NOTE.md"
    assert resolver.resolve("note", "a/x.md") == "note.md"
    assert resolver.resolve("a/Note", "x.md") == "a/Note.md"
    assert resolver.resolve("a/nOTE", "x.md") == "a/Note.md"


def test_files_come_and_go() -> None:
    resolver = LinkResolver([])
    assert resolver.resolve("Note", "x.md") is None
    resolver.add("deep/er/Note.md")
    resolver.add("deep/er/Note.md")
    assert resolver.resolve("note", "x.md") == "deep/er/Note.md"
    resolver.add("deep/Note.md")
    assert resolver.resolve("note", "x.md") == "deep/Note.md"
    resolver.discard("deep/Note.md")
    resolver.discard("deep/Note.md")
    resolver.discard("never/there.md")
    assert resolver.resolve("note", "x.md") == "deep/er/Note.md"
    resolver.discard("deep/er/Note.md")
    assert resolver.resolve("note", "x.md") is None


def test_ten_thousand_notes_of_one_name_are_told_apart() -> None:
    paths = [f"{number % 100}/{number}/index.md" for number in range(10_000)]
    resolver = LinkResolver(paths)
    for number in range(0, 10_000, 7):
        assert resolver.resolve(f"{number}/index", "x.md") == f"{number % 100}/{number}/index.md"
        assert resolver.resolve("index", f"{number % 100}/{number}/y.md") == f"{number % 100}/{number}/index.md"
    assert resolver.resolve("index", "x.md") == "0/0/index.md"
    resolver.discard("0/0/index.md")
    assert resolver.resolve("0/index", "x.md") is None
    resolver.add("5/0/index.md")
    assert resolver.resolve("0/index", "x.md") == "5/0/index.md"


@pytest.mark.parametrize(
    "target", ["20250714", "202507141030", "20250714T0930", "20250715", "P4TZQ", "p4tz", "p4tzq-fleeting", "a1b2"]
)
def test_an_id_that_the_name_of_one_note_begins_with_leads_to_it(target: str) -> None:
    paths = ["20250714 Memory.md", "x/202507141030-Plan.md", "20250715_a.markdown", "20250715 b.png", "abc d.md"]
    paths += ["20250714t0930--denote__tag.md"]
    words = ["p4tzq-fleeting thought.md", "a1b2 cd.md", "p4tzqx.md", "plan.md", "plan-b.md"]
    numbers, any_ids = LinkResolver(paths + words), LinkResolver(paths + words, word_ids=True)
    meant = next((path for path in paths + words if path.rpartition("/")[2].startswith(target.lower())), None)
    assert any_ids.resolve(target, "y.md") == (None if target == "p4tz" else meant)
    assert numbers.resolve(target, "y.md") == (meant if target[0].isdigit() else None)


@pytest.mark.parametrize("target", ["2025071", "x/20250714", "20250714 M", "20250716", "abc"])
def test_what_is_no_id_or_begins_no_name_leads_nowhere(target: str) -> None:
    paths = ["20250714 Memory.md", "2025 Plan.md", "20250716Plan.md", "20250716 a/x.md", "abc d.md", "٢٠٢٥٠٧١٤ x.md"]
    assert LinkResolver(paths, word_ids=True).resolve(target, "y.md") is None
    assert all(LinkResolver(paths).resolve(other, "y.md") is None for other in ("2025", "٢٠٢٥٠٧١٤"))


def test_an_id_that_several_names_begin_with_leads_nowhere_until_one_is_left() -> None:
    resolver = LinkResolver(["20250714 A.md"])
    assert resolver.resolve("20250714", "x.md") == "20250714 A.md"
    for other in ("20250714 B.md", "deep/20250714 a.md"):
        resolver.add(other)
        assert resolver.resolve("20250714", "x.md") is None
        resolver.discard(other)
        assert resolver.resolve("20250714", "x.md") == "20250714 A.md"
    resolver.add("deep/20250714.md")
    assert resolver.resolve("20250714", "x.md") == "deep/20250714.md"
    resolver.discard("20250714 A.md")
    resolver.discard("deep/20250714.md")
    assert resolver.resolve("20250714", "x.md") is None

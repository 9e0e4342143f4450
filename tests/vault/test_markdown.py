"""What is found in the body of a note is what Obsidian finds there, and where it finds it.

Tag cases marked with a star were read from the metadata cache of Obsidian 1.13 (cyanheads/obsidian-mcp-server#138 to
#140).
"""

from __future__ import annotations

import pytest

from vaulttui.vault.markdown.body import Body, scan_body
from vaulttui.vault.note import Link


def scan(text: str, first_line: int = 1) -> Body:
    return scan_body(text.split("\n"), first_line)


def headings(text: str) -> list[tuple[int, str, int]]:
    return [(heading.level, heading.text, heading.line) for heading in scan(text).headings]


def tags(text: str) -> list[str]:
    return [tag.name for tag in scan(text).tags]


def targets(text: str) -> list[str]:
    return [link.target for link in scan(text).links]


def link(text: str) -> Link:
    (found,) = scan(text).links
    return found


def tasks(text: str) -> list[tuple[int, str, str]]:
    return [(task.line, task.status, task.text) for task in scan(text).tasks]


def fields(text: str) -> list[tuple[str, object]]:
    return [(field.key, field.value) for field in scan(text).fields]


def block_ids(text: str) -> list[tuple[str, int]]:
    return list(scan(text).block_ids)


# -- headings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "level", "text"),
    [
        ("# One", 1, "One"),
        ("###### Six", 6, "Six"),
        ("   ## Indented", 2, "Indented"),
        ("#\tTab", 1, "Tab"),
        ("## Closed ##", 2, "Closed"),
        ("## Closed unevenly ######   ", 2, "Closed unevenly"),
        ("## C#", 2, "C#"),
        ("## Not closed \\#", 2, "Not closed \\#"),
        ("#", 1, ""),
        ("### ###", 3, ""),
        ("# With id ^the-id", 1, "With id"),
        ("# With [[link|shown]] and #tag", 1, "With [[link|shown]] and #tag"),
        ("# *Raw* `inline` **Markdown**", 1, "*Raw* `inline` **Markdown**"),
    ],
)
def test_heading_text_is_raw_inline_markdown_without_marks_and_block_id(line: str, level: int, text: str) -> None:
    assert headings(line) == [(level, text, 1)]


@pytest.mark.parametrize(
    ("line", "text", "name"),
    [
        ("## 1. First step {#first}", "1. First step", "first"),
        ('# Title {#a.b:c-d .wide data-x=1 title="two words"} ', "Title", "a.b:c-d"),
        ("# Title {.unnumbered #top}", "Title", "top"),
        ("# Title {: #mkdocs }", "Title", "mkdocs"),
        ("# Title {.class}", "Title", ""),
        ("# Title{#close} ##", "Title{#close}", ""),
        ("# Title ## {#behind}", "Title", "behind"),
        ("# Über{#über}", "Über", "über"),
        *(
            (f"# {text}", text, "")
            for text in ("{#only}", "A {{.Title}}", "A {title}", "A \\{#a}", "On a{.b}", "A {#}")
        ),
        *((f"# {text}", text, "") for text in ("A {#a} b", "A {.5}", "A {x=1}", "A {#a{#b}}", "`A {#a}`", "A {#a, b}")),
    ],
)
def test_attributes_are_no_part_of_a_heading_and_give_it_an_id(line: str, text: str, name: str) -> None:
    body = scan(line)
    assert [(heading.text, heading.name) for heading in body.headings] == [(text, name)]
    assert body.headings[0].path == (text,)
    assert body.tags == ()


@pytest.mark.parametrize(
    "line", ["#tag", "####### Seven", "    # Code", "\\# Escaped", "a # b", "> # Quoted", "- # Item"]
)
def test_these_lines_are_no_headings(line: str) -> None:
    assert headings(line) == []


def test_a_heading_path_holds_the_headings_above_whatever_levels_are_skipped() -> None:
    body = scan("# A\n### B\n## C\n#### D\n# E")
    assert [heading.path for heading in body.headings] == [
        ("A",),
        ("A", "B"),
        ("A", "C"),
        ("A", "C", "D"),
        ("E",),
    ]


def test_lines_are_counted_from_the_first_line_given() -> None:
    body = scan("text\n# A #t\n[[x]]", first_line=11)
    assert (body.headings[0].line, body.tags[0].line, body.links[0].line) == (12, 12, 13)


def test_underlined_headings_start_at_their_text_and_end_at_their_underline() -> None:
    body = scan("One\n===\n\nTwo\nlines\n  ---")
    assert [(h.level, h.text, h.line) for h in body.headings] == [(1, "One", 1), (2, "Two lines", 4)]
    assert body.heading_ends == (2, 6)


@pytest.mark.parametrize(
    "text",
    [
        "\n---",
        "text\n\n---",
        "- item\n---",
        "> quote\n---",
        "> quote\n===",
        "# heading\n---",
        "| a | b |\n|---|---|\n| c | d |\n---",
        "text\n- - -",
        "    code\n---",
        "```\ncode\n---\n```",
    ],
)
def test_a_rule_that_underlines_no_paragraph_makes_no_heading(text: str) -> None:
    assert [heading for heading in headings(text) if heading[0] == 2] == []


def test_something_like_frontmatter_within_a_note_is_no_heading() -> None:
    assert headings("intro\n\n---\ntitle: x\ntags: [a]\n---\nrest") == []


# -- where there is no Markdown --------------------------------------------------------------------------------------

EVERYTHING = "# h\n#tag [[link]] [a](b.md)\n- [ ] task\nkey:: value ^id"


@pytest.mark.parametrize(
    "text",
    [
        f"```\n{EVERYTHING}\n```",
        f"~~~ python\n{EVERYTHING}\n~~~",
        f"```\n{EVERYTHING}",
        f"````\n{EVERYTHING}\n```\n{EVERYTHING}\n````",
        f"```\n{EVERYTHING}\n~~~\n``` not closed by this",
        f"```\n{EVERYTHING}\n    ```",
        f"%%\n{EVERYTHING}\n%%",
        f"%% {EVERYTHING} %%",
        f"%%\n{EVERYTHING}",
        f"<!--\n{EVERYTHING}\n-->",
        f"<!--\n\n{EVERYTHING}",
        f"$$\n{EVERYTHING}\n$$",
        f"$$\n{EVERYTHING}\nx$$",
        f"$$\n{EVERYTHING}",
        f"<div>\n{EVERYTHING}\n</div>",
        f"<pre>\n\n{EVERYTHING}\n</pre>",
        "    # h\n    #tag [[link]]\n\n    key:: value ^id",
        "- item\n\n      #tag [[link]] key:: value",
        "\t#tag\n\t[[link]]",
        "> ```\n> #tag [[link]] key:: value\n> ```",
        "- a\n  ```\n  #tag [[link]]\n\n  - [ ] task\n  ```",
        "1. a\n\n   ~~~\n   # h\n   #tag [[link]]\n   ~~~",
        "`#tag [[link]] key:: value`",
        "`` #tag ` [[link]] ``",
        "x `#tag\n#tag [[link]]\nkey:: value` y",
        "$ax^2 #tag [[link]]$",
        "a $$#tag [[link]]$$ b",
        '<a href="x" title="y #tag [[link]]">',
        "<https://example.com/[[link]]>",
        "\\#tag \\[[link]] \\[a](b.md)",
    ],
)
def test_nothing_is_found_in_code_comments_math_and_html(text: str) -> None:
    body = scan(text)
    assert (body.headings, body.tags, body.links, body.tasks, body.block_ids, body.fields) == ((), (), (), (), (), ())


@pytest.mark.parametrize(
    "text",
    [
        "```\ncode\n```\n#tag",
        "```\ncode\n   ``````  \n#tag",
        "~~~\n```\n~~~\n#tag",
        "> ```\n> code\n\n#tag",
        "- ```\n  code\n#tag",
        "``` not ` a fence\n#tag",
        "%% closed %% #tag",
        "%%\ncomment\nend %% #tag",
        "text %% not closed #tag",
        "- %%\n  comment\n- #tag",
        "text <!-- not closed #tag",
        "<!-- closed -->\n#tag",
        "<div>\nhtml\n\n#tag",
        "$$\nmath\n$$\n#tag",
        "$$\nmath $$\n#tag",
        "$$\nmath\n$$ ^id\n\n#tag",
        "$$\nmath\n$$ with x = \\$1 #tag",
        "> $$\n> math\n> $$, so\n> #tag",
        "text $$\nmath\n$$\n\n#tag",
        "text $$\nmath\n$$ more #tag",
        "- item $$\n  math\n  $$\n\n  #tag",
        "text %% comment\ncomment\n%%\n\n#tag",
        "text %% comment\n\ncomment\n%%\n\n#tag",
        "text %% comment\n- comment\n\n%% text\n#tag",
        "> text $$\n\nmath\n\n$$\n\n#tag",
        "text %% comment\n\ncomment\n%%\n\n#tag\n\n%%\n#comment\n%%",
        "text $$ a\n\nb\n$$\n\n#tag\n\ntext $$ c\n\nd\n$$\n\ntext $$ e\n\nf\n$$",
        "100 %% of it\n\n%%\n#comment\n%%\n\ntext %% comment\n\ncomment\n%%\n\n#tag",
        "100 %% sure\n\n%%\n$$\n%%\n\n%% text\n\n#tag",
        "%% x %% 5 %`and`% 6\n%%\n#comment\n%%\n#tag",
        "text `$$` \\$$ $$x$$\n$$\n#math\n$$\n#tag",
        "costs $5 #tag and $6",
        "5$/kg #tag, 6$/kg",
        "$5 #tag and $6 in US$ each",
        "a `not closed #tag",
        "a ``not closed` #tag",
        "text\n    #tag",
        "- item\n\n     - #tag",
        "- item\n\n    #tag",
        "1. item\n\n   #tag",
        "[^1]: note\n\n    #tag",
        "a < b #tag > c",
    ],
)
def test_text_goes_on_behind_code_comments_and_math(text: str) -> None:
    assert tags(text) == ["tag"]


def test_a_block_id_behind_math_is_one() -> None:
    assert scan("$$\nmath\n$$ ^id").block_ids == (("id", 3),)


def test_text_below_an_empty_task_is_part_of_its_item() -> None:
    assert headings("- [ ]\ntext\n---\n") == []
    assert headings("- [ ]\n\ntext\n---\n") == [(2, "text", 3)]


def test_a_footnote_directly_below_a_paragraph_is_one() -> None:
    assert headings("text\n[^1]: note\n---\n") == []


def test_fences_are_known_by_their_lines() -> None:
    assert scan("a\n```\nb\n```\n- ~~~\n  c\n\nd\n```").fences == ((2, 4), (5, 7), (9, 9))


# -- tags ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#one two #three", ["one", "three"]),
        ("#émoji-😀/день #日本", ["émoji-😀/день", "日本"]),
        ("#under_score #da-sh #ne/sted/x", ["under_score", "da-sh", "ne/sted/x"]),
        ("#Case #case", ["Case", "case"]),
        ("#1984 #y1984 #2024/01", ["y1984", "2024/01"]),
        ("#a, #b. #c; #d! (x #e) #f's", ["a", "b", "c", "d", "e", "f"]),
        ("#trailing/ #/", ["trailing"]),
        ("a#b ##c http://x.y/#d [[n#e]] # f", []),
        ("- #item\n> #quote\n1. #number\n- [ ] #task", ["item", "quote", "number", "task"]),
        ("## Heading #one\n\n> [!note] Callout #two", ["one", "two"]),
        ("**#bold** *#italic* ==#mark== ~~#gone~~", ["bold", "italic", "mark", "gone"]),
        ("_see #tag_ and #tag_", ["tag", "tag"]),
        ("#snake_case_", ["snake_case_"]),
        ("[#link](x) [#no] a|#no", ["link"]),
        ("text #a\n#b text", ["a", "b"]),
        ('(#pa) $#pb$ "#pc" .#pd x—#pe', []),  # *
        ("a\t#pf [x #ph]\u00a0#qi\u3000#qj", ["pf", "ph", "qi", "qj"]),  # *
        ("z <!-- #qe\nafter #qh", ["qe", "qh"]),  # *
        ("m $a #ra b$ n x $$ #rb $$ y", []),  # *
        ("[Discord #tf](https://x.y) [a #tg][ref]\n\n[ref]: https://x.y", ["tf", "tg"]),  # *
        ("```markdown\n```typescript\nx #tu\n```\nprose #tv\n```\ncode #tw\n```", ["tv"]),  # *
        ("<div>\nhello #tp\n</div>\n\n<p>x #tr</p>", []),  # *
        ("#tl#tm #tn/#to", ["tl", "tm", "tn", "to"]),  # *
        ("x _#uc_ y snake_case_#wc", ["uc", "wc"]),  # *
        ("|a|b|\n|-|-|\n|#uo|x|", ["uo"]),  # *
        ("    #sa at top\n\npara\n\n    #sb x", []),  # *
    ],
)
def test_tags_are_those_that_obsidian_reads(text: str, expected: list[str]) -> None:
    assert tags(text) == expected


def test_a_tag_ends_with_the_clause_that_it_ends() -> None:
    assert tags("学 #语言/锈，很有趣。 #甲、 #乙。 #丙：丁") == ["语言/锈", "甲", "乙", "丙"]
    assert tags("#وسم، #हिन्दी। #スター・ウォーズ #col·legi") == ["وسم", "हिन्दी", "スター・ウォーズ", "col·legi"]


def test_joiners_within_a_tag_are_part_of_it() -> None:
    assert tags("#می\u200cخواهم #👩\u200d💻dev/x #a\u200c #\u200db") == ["می\u200cخواهم", "👩\u200d💻dev/x", "a"]


def test_the_emoji_of_the_sign_is_no_tag() -> None:
    assert tags("Section #\ufe0f\u20e3 Tags, #\u20e3 here, \n#\ufe0f\u20e3") == []
    assert tags("#1\ufe0f\u20e3 #e\u0301 #हिन्दी #☀\ufe0f") == ["1\ufe0f\u20e3", "e\u0301", "हिन्दी", "☀\ufe0f"]


def test_control_characters_are_no_part_of_a_tag() -> None:
    assert tags("#a\x1b[31m #b\x00c #d\u202ee") == ["a", "b", "d"]


# -- links -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "target", "heading", "block", "display", "embed"),
    [
        ("[[t]]", "t", "", "", "", False),
        ("[[ t ]]", "t", "", "", "", False),
        ("[[folder/t.md]]", "folder/t.md", "", "", "", False),
        ("[[t|shown]]", "t", "", "", "shown", False),
        ("[[t|a|b]]", "t", "", "", "a|b", False),
        ("[[t#Heading]]", "t", "Heading", "", "", False),
        ("[[t#A#B|shown]]", "t", "A#B", "", "shown", False),
        ("[[t#^block-1]]", "t", "", "block-1", "", False),
        ("[[#Heading]]", "", "Heading", "", "", False),
        ("[[#^id]]", "", "", "id", "", False),
        ("![[note#Part]]", "note", "Part", "", "", True),
        ("![[image.png|100]]", "image.png", "", "", "", True),
        ("![[image.png|alt|100x50]]", "image.png", "", "", "alt", True),
        ("[[note|100]]", "note", "", "", "100", False),
        ("[[Re: budget]]", "Re: budget", "", "", "", False),
        ("[[Sq]uare]]", "Sq]uare", "", "", "", False),
        ("[[a [[Inner]] c]]", "Inner", "", "", "", False),
        ("[[[t]]]", "t", "", "", "", False),
        ("[[a\\|b]]", "a", "", "", "b", False),
    ],
)
def test_wikilinks(text: str, target: str, heading: str, block: str, display: str, embed: bool) -> None:
    found = link(text)
    assert (found.target, found.heading, found.block, found.display, found.embed, found.kind) == (
        target,
        heading,
        block,
        display,
        embed,
        "wikilink",
    )


@pytest.mark.parametrize(
    ("text", "target", "heading", "block", "display", "embed"),
    [
        ("[x](a.md)", "a.md", "", "", "x", False),
        ("[x](a%20b.md#c%20d)", "a b.md", "c d", "", "x", False),
        ('[x](a.md "title")', "a.md", "", "", "x", False),
        ("[x]( a.md 'title' )", "a.md", "", "", "x", False),
        ("[x](<a b.md>)", "a b.md", "", "", "x", False),
        ("[x](<a b.md#c> (title))", "a b.md", "c", "", "x", False),
        ("[x](a(b)c.md)", "a(b)c.md", "", "", "x", False),
        ("[x](a\\)b.md)", "a)b.md", "", "", "x", False),
        ("[x](a&amp;b.md)", "a&b.md", "", "", "x", False),
        ("[x](notes&quotes.md)", "notes&quotes.md", "", "", "x", False),
        ("[x](a\\&amp;b.md)", "a&amp;b.md", "", "", "x", False),
        ("[x](100%25.md)", "100%.md", "", "", "x", False),
        ("[x](100%.md)", "100%.md", "", "", "x", False),
        ("[x](%ff.md)", "%ff.md", "", "", "x", False),
        ("[x](#heading)", "", "heading", "", "x", False),
        ("[x](a.md#^id)", "a.md", "", "id", "x", False),
        ("[x](../a/b.md)", "../a/b.md", "", "", "x", False),
        ("[](a.md)", "a.md", "", "", "", False),
        ("[two\nlines](a.md)", "a.md", "", "", "two\nlines", False),
        ("[a [b] c](d.md)", "d.md", "", "", "a [b] c", False),
        ("![alt|100](x.png)", "x.png", "", "", "alt", True),
        ("![](x.png)", "x.png", "", "", "", True),
        ("[x][Ref Erence]\n\n[ref  erence]: a%20b.md 'title'", "a b.md", "", "", "x", False),
        ("[ref][]\n\n[ref]: <a b.md>", "a b.md", "", "", "ref", False),
        ("[ref]\n\n[ref]: a.md#h", "a.md", "h", "", "ref", False),
        ("![ref]\n\n[ref]: a.png", "a.png", "", "", "ref", True),
    ],
)
def test_markdown_links(text: str, target: str, heading: str, block: str, display: str, embed: bool) -> None:
    found = link(text)
    assert (found.target, found.heading, found.block, found.display, found.embed, found.kind) == (
        target,
        heading,
        block,
        display,
        embed,
        "markdown",
    )


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://example.com/a.md)",
        "[x](mailto:a@b.c)",
        "[x](obsidian://open?file=a)",
        "[x](//example.com/a)",
        "[[https://example.com]]",
        "<https://example.com>",
        "https://example.com/[a](b",
        "[x]()",
        "[x](<>)",
        "[x] (a.md)",
        "[x](a b.md)",
        "[x](a.md",
        "[x][unknown]",
        "[^1] [^1]: x",
        "[[]] [[ ]] [[|x]] [[#]]",
        "[[a\nb]]",
        "[[a",
        "a]]",
        "[ref]: a.md",
    ],
)
def test_these_are_no_links_into_the_vault(text: str) -> None:
    assert scan(text).links == ()


def test_an_image_within_a_link_is_a_link_of_its_own_and_a_link_within_a_link_ends_the_outer_one() -> None:
    assert targets("[![alt](i.png)](n.md)") == ["n.md", "i.png"]
    assert targets("[a [b](b.md) c](c.md)") == ["b.md"]


def test_links_come_in_the_order_of_the_text_with_their_lines() -> None:
    body = scan("[[a]] [b](b.md)\n- ![[c]]\n\n> text\n> [[d]]")
    assert [(found.target, found.line) for found in body.links] == [("a", 1), ("b.md", 1), ("c", 2), ("d", 5)]


def test_a_link_in_a_table_escapes_its_bar() -> None:
    body = scan("| a | b |\n|---|---|\n| [[t\\|shown]] | [[u]] |\n| [[v|x]] | ![[i.png\\|50]] |")
    assert [(found.target, found.display) for found in body.links] == [("t", "shown"), ("u", ""), ("i.png", "")]


def test_the_context_of_a_link_is_its_trimmed_line() -> None:
    assert link("first\n   - see [[t|shown]] there  ").context == "- see [[t|shown]] there"


def test_the_context_of_a_link_in_a_long_line_is_cut_around_it() -> None:
    line = "a " * 500 + "[[one]]" + " b" * 500 + " [[two|shown]] " + "c " * 500
    first, second = scan(line).links
    assert len(first.context) <= 300
    assert len(second.context) <= 300
    assert "a [[one]] b" in first.context
    assert "b [[two|shown]] c" in second.context


def test_the_context_of_the_same_link_twice_in_a_long_line_moves_along() -> None:
    line = "start [[t]] " + "x" * 400 + " middle [[t]] end"
    first, second = scan(line).links
    assert first.context.startswith("start [[t]]")
    assert second.context.endswith("middle [[t]] end")


# -- tasks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "status", "text"),
    [
        ("- [ ] to do", " ", "to do"),
        ("- [x]\tbehind a tab", "x", "behind a tab"),
        ("* [x] done", "x", "done"),
        ("+ [X] done", "X", "done"),
        ("1. [/] half", "/", "half"),
        ("12) [-] dropped", "-", "dropped"),
        ("- [é] any [character]", "é", "any [character]"),
        ("  - [ ] indented", " ", "indented"),
        ("> - [ ] quoted", " ", "quoted"),
        ("> [!todo]\n> - [ ] in a callout", " ", "in a callout"),
        ("> > 1. [ ] twice", " ", "twice"),
        ("- - [ ] nested", " ", "nested"),
        ("text\n- [ ] behind a paragraph", " ", "behind a paragraph"),
        ("-\t[ ] tab", " ", "tab"),
        ("- [ ]   wide", " ", "wide"),
        ("- [ ] with id ^abc", " ", "with id"),
        ("- [ ]", " ", ""),
        ("- [ ] # not a heading", " ", "# not a heading"),
        ("- [ ] goes\n  on\nand on ^abc\n\n  not here", " ", "goes\non\nand on"),
        ("> - [x] quoted\n> on\n>   - below", "x", "quoted\non"),
        ("- [ ] a | b\n  --- | ---\n  c | d", " ", "a | b"),
    ],
)
def test_tasks_are_list_items_with_a_box(line: str, status: str, text: str) -> None:
    ((_, found_status, found_text),) = tasks(line)
    assert (found_status, found_text) == (status, text)


@pytest.mark.parametrize(
    "line",
    ["[ ] x", "-[ ] x", "- [] x", "- [xx] x", "- [x]y", "- [x](y.md)", "- [a]", "text\n  3. [ ] x", "- \\[ ] x"],
)
def test_these_are_no_tasks(line: str) -> None:
    assert tasks(line) == []


def test_nested_tasks_know_their_lines() -> None:
    text = "- [ ] a\n  - [x] b\n\n    - [ ] c\n\t- [?] d\n1. e\n   1. [ ] f"
    assert tasks(text) == [(1, " ", "a"), (2, "x", "b"), (4, " ", "c"), (5, "?", "d"), (7, " ", "f")]


# -- block ids -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a paragraph ^one", [("one", 1)]),
        ("two\nlines ^id-2  ", [("id-2", 2)]),
        ("- item ^a\n  - nested ^b", [("a", 1), ("b", 2)]),
        ("# Heading ^h", [("h", 1)]),
        ("- [ ] task ^t", [("t", 1)]),
        ("> quote\n\n^q", [("q", 3)]),
        ("| a |\n|---|\n| b |\n^under", [("under", 4)]),
        ("| a |\n|---|\n| b |\n\n^apart", [("apart", 5)]),
        ("x ^no_underscore", []),
        ("x^2", []),
        ("x ^not-last here", []),
        ("| 2 ^2 | b |\n|---|---|\n| c | d ^4 |", []),
    ],
)
def test_block_ids_stand_at_the_end_of_a_line(text: str, expected: list[tuple[str, int]]) -> None:
    assert block_ids(text) == expected


# -- inline fields ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("key:: value", [("key", "value")]),
        ("**Bold Key**:: a [[link]], b", [("Bold Key", "a [[link]], b")]),
        ("- due date:: 2025-01-01", [("due date", "2025-01-01")]),
        ("> q:: w", [("q", "w")]),
        ("text\nkey:: value\nother:: 2", [("key", "value"), ("other", "2")]),
        ("empty::", [("empty", None)]),
        ("Größe:: groß", [("Größe", "groß")]),
        ("in [a:: b] and (c:: d (e)) text", [("a", "b"), ("c", "d (e)")]),
        ("[a:: [[b]] c]", [("a", "[[b]] c")]),
        ("x:: y [a:: b]", [("a", "b")]),
        ("- [ ] task [due:: 2025-01-01]", [("due", "2025-01-01")]),
        ("- [ ] task:: of a task", []),
        ("List | A\n---|---\n| vector | std::list |\nstd::map | x:: y", []),
        ("| a:: |\n|---|\n| b:: c |\n| [d:: e] |\nf:: g", [("d", "e"), ("f", "g")]),
        ("| [a:: b] | c |\n|---|---|\n| d | (e:: f) |", [("a", "b"), ("e", "f")]),
        ("key:: `code::x`", [("key", "`code::x`")]),
        ("`a:: b`", []),
        ("https://a.b/c::d", []),
        ("see (https://a.b/c::d)", []),
        ("call std::move here", []),
        ("[Stripe::Rails](https://a.b/c) - an engine", []),
        ("- **[tiny::optional](b.md)**", []),
        ("[A browser for code :: b.c (2020)](https://b.c)", []),
        ("[A browser :: b.c][1]\n\n[1]: https://b.c", []),
        ("[![Build :: passing](a.svg)](https://b.c)", []),
        ("Seen [in `a::b` :: of it](b.md)\nkey:: [c::d](e.md)", [("key", "[c::d](e.md)")]),
        ("[by:: [Ann](ann.md)] and [due:: today] (soon)", [("by", "[Ann](ann.md)"), ("due", "today")]),
        ("in [**a**:: b] and (*c*:: d), (*std::map*) (**e:: f**)", [("a", "b"), ("c", "d")]),
        ("in [🍿::50] and [⌛️:: 2025-04-08]\n🗂 Type:: x\n📅:: y", [("🍿", "50"), ("⌛️", "2025-04-08"), ("Type", "x")]),
        ("A sentence. Then:: this", []),
        ("::: container", []),
        (":: nothing", []),
    ],
)
def test_inline_fields_are_those_that_dataview_reads(text: str, expected: list[tuple[str, object]]) -> None:
    assert fields(text) == expected


def test_a_block_id_is_no_part_of_an_inline_field() -> None:
    found = scan("- status:: done ^one\n- due:: ^two\n- a:: x ^y z").fields
    assert [(field.key, field.value) for field in found] == [("status", "done"), ("due", None), ("a", "x ^y z")]


def test_inline_fields_are_properties_with_a_line() -> None:
    (first, second) = scan("a\nb:: c\nd::").fields
    assert (first.type, first.line) == ("text", 2)
    assert (second.type, second.line) == ("empty", 3)


# -- blocks ----------------------------------------------------------------------------------------------------------


def test_outermost_blocks_and_items_are_known_by_their_first_lines() -> None:
    text = "para\nmore\n\n- a\n  - b\n\n  c\n- d\n> q\n> r\n\n```\nx\n```\n| a |\n|---|\n| b |\n\n---\n<div>\n\nend"
    assert scan(text).block_starts == (1, 4, 8, 9, 12, 15, 19, 20, 22)


def test_a_long_heading_is_cut() -> None:
    ((_, text, _),) = headings("# " + "x" * 100_000)
    assert len(text) == 1000


@pytest.mark.parametrize("lines", [[], [""], ["", " ", "\t"]])
def test_an_empty_body_holds_nothing(lines: list[str]) -> None:
    assert scan_body(lines) == Body((), (), (), (), (), (), (), (), (), ())

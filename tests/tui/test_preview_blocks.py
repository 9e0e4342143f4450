"""Every block that people write in notes is laid out as lines."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from vaulttui.search.engine import NamedBlock
from vaulttui.vault.links.subpaths import find_heading
from vaulttui.vault.markdown.body import scan_body

from .preview_notes import hits_of, links_of, note, render, render_note, shown, styles_of


def test_paragraphs_are_wrapped_at_the_width_with_an_empty_line_between_them() -> None:
    assert shown("one two three four\n\nfive", width=10) == "one two\nthree four\n\nfive"


def test_line_breaks_stay_as_the_writer_put_them() -> None:
    assert shown("Roses are red,\nviolets are blue.") == "Roses are red,\nviolets are blue."


def test_lines_that_an_editor_wrapped_are_joined() -> None:
    text = (
        "A paragraph that was filled by an editor at seventy columns or so has\n"
        "line breaks that mean nothing. They are where the next word did not.\n"
        "Fit any more."
    )
    assert shown(text, width=200) == text.replace("\n", " ")
    assert shown(f"> [!note] T\n> {text}".replace("\n", "\n> "), width=200).count("\n") == 1


def test_a_sentence_that_goes_on_is_joined() -> None:
    text = "A spade type on 30 m of 8 mm chain and 40 m of three-strand nylon, on 8 m\nof chain. Second\nThird"
    assert shown(text, width=200) == text.replace("\nof", " of")


def test_the_largest_headings_are_underlined() -> None:
    assert shown("# One\n\n## Two\n\n### Three\ntext", width=8).split("\n") == [
        "One",
        "━" * 8,
        "",
        "Two",
        "─" * 8,
        "",
        "Three",
        "text",
    ]


@pytest.mark.parametrize("level", range(1, 7))
def test_each_level_of_heading_has_a_style(level: int) -> None:
    rendered = render("#" * level + " Title ##")
    assert styles_of(rendered, "Title") == {f"h{level}"}
    assert [spot.heading.level for spot in rendered.headings] == [level]


def test_the_headings_of_the_preview_are_those_of_the_index() -> None:
    text = "## First *step* {#first}\n\n> ## Quoted\n\n- # Item\n\nLast {.x #tag}\n---\n\n[^1]: # Note\n"
    rendered = render(text + "\n---\ntitle: x\n---\n\n[^1]")
    known = scan_body(text.split("\n")).headings
    assert [find_heading(known, spot.heading.text) for spot in rendered.headings] == list(known)
    assert "{" not in rendered.text()
    assert not any(link.kind == "tag" for _, link in links_of(rendered))


def test_frontmatter_in_the_middle_of_a_note_stands_between_rules() -> None:
    rule = "─" * 9
    text = "a\n\n---\ntitle: x\n---\nb"
    assert shown(text, width=9) == f"a\n\n{rule}\n\ntitle: x\n\n{rule}\n\nb"
    assert [line.source for line in render(text, width=9).lines] == [1, 2, 3, 3, 4, 4, 5, 5, 6]
    assert len(render("\n---\nno key\n---").headings) == 1


def test_headings_know_those_above_them() -> None:
    rendered = render("# A\n\n## B *x*\n\n### C\n\n## D\n")
    assert [(spot.heading.path, spot.heading.line) for spot in rendered.headings] == [
        (("A",), 1),
        (("A", "B x"), 3),
        (("A", "B x", "C"), 5),
        (("A", "D"), 7),
    ]


def test_lists_nest_with_other_bullets() -> None:
    assert shown("- a\n  b\n  - c\n    - d\n- e") == "• a\n  b\n  ◦ c\n    ▪ d\n• e"


def test_numbers_of_a_list_stay_and_line_up() -> None:
    assert shown("9. nine\n10. ten") == " 9. nine\n10. ten"


def test_a_list_that_was_written_loosely_stays_loose() -> None:
    assert shown("- a\n\n- b\n\n  more") == "• a\n\n• b\n\n  more"


def test_long_items_are_wrapped_under_themselves() -> None:
    assert shown("- one two three", width=9) == "• one two\n  three"


def test_tasks_show_their_state() -> None:
    text = "- [ ] open\n- [x] done\n- [X] done too\n- [/] half\n- [-] dropped\n- [!] important\n1. [ ] numbered"
    assert shown(text).split("\n") == [
        "☐ open",
        "☑ done",
        "☑ done too",
        "◐ half",
        "☒ dropped",
        "[!] important",
        "",
        "1. ☐ numbered",
    ]
    assert styles_of(render(text), "done") == {"text.done"}


def test_an_empty_item_and_an_empty_task_are_shown() -> None:
    assert shown("- \n- [ ]\n- a") == "•\n☐\n• a"


def test_quotes_have_a_bar_that_goes_on_through_empty_lines() -> None:
    assert shown("> one two\n>\n> > three", width=10) == "▌ one two\n▌\n▌ ▌ three"


def test_a_callout_has_icon_title_and_bar() -> None:
    rendered = render("> [!warning] Mind *this*\n> Text")
    assert rendered.text() == "▌ ▲ Mind this\n▌ Text"
    assert "callout.orange.title" in styles_of(rendered, "Mind")
    assert "callout.orange" in styles_of(rendered, "Text")


def test_a_callout_fills_the_width_with_its_ground() -> None:
    rendered = render("> [!tip]\n> Text", width=30)
    assert all(cell_len(line.text) == 30 for line in rendered.lines)


def test_a_callout_without_title_is_called_by_its_kind() -> None:
    assert shown("> [!important]\n> Text") == "▌ ✦ Important\n▌ Text"


def test_an_unknown_callout_looks_like_a_note() -> None:
    assert shown("> [!my-own_kind|wide] Title") == "▌ ✎ Title"


def test_a_foldable_callout_is_shown_as_it_is_written() -> None:
    assert shown("> [!faq]+ Why?\n> Because") == "▌ ? Why? ▾\n▌ Because"
    assert shown("> [!faq]- Why?\n> Because") == "▌ ? Why? ▸"


def test_a_callout_is_folded_or_not_as_the_person_says() -> None:
    assert shown("> [!faq]+ Why?\n> Because", folds={1: True}) == "▌ ? Why? ▸"
    assert shown("> [!faq]- Why?\n> Because", folds={1: False}) == "▌ ? Why? ▾\n▌ Because"
    assert shown("> [!faq] Why?\n> Because", folds={1: True}) == "▌ ? Why?\n▌ Because"


def test_a_match_in_a_folded_callout_is_not_hidden() -> None:
    text = "> [!faq]- Why?\n> Because"
    assert shown(text, "because") == "▌ ? Why? ▾\n▌ Because"
    assert shown(text, "because", folds={1: True}) == "▌ ? Why? ▸"


def test_a_footnote_in_a_callout_that_a_match_unfolds_stands_at_the_end_once() -> None:
    text = "> [!faq]- Why?\n> Because[^1]\n>\n> [^1]: note"
    assert shown(text, "because") == "▌ ? Why? ▾\n▌ Because¹\n\n────────────\n¹ note"


def test_the_fold_of_a_callout_is_a_link() -> None:
    note = render("> [!faq]- Why?\n> Because")
    assert [(spot.link.kind, spot.link.target, spot.link.line) for spot in note.links] == [("fold", "closed", 1)]


def test_callouts_nest() -> None:
    assert shown("> [!note] A\n> text\n> > [!bug] B\n> > more") == "▌ ✎ A\n▌ text\n▌\n▌ ▌ ✱ B\n▌ ▌ more"


def test_code_stands_on_its_ground_with_its_language() -> None:
    rendered = render("```python\ndef f():\n    return 1\n```", width=20)
    assert rendered.text() == "▏            python\n▏ def f():\n▏     return 1"
    assert "token.keyword" in styles_of(rendered, "def")
    assert all("codeblock" in style for line in rendered.lines for _, style in line.runs)


@pytest.mark.parametrize(
    "info", ["python title=x", "{python}", "{.python .lines}", "{ .python}", "{python, echo=FALSE}", "python:f.py"]
)
def test_the_language_of_code_is_read_as_other_programs_write_it(info: str) -> None:
    rendered = render(f"```{info}\ndef f(): pass\n```", width=20)
    assert rendered.lines[0].text.split() == ["▏", "python"]
    assert "token.keyword" in styles_of(rendered, "def")


def test_the_language_of_code_is_marked_where_it_is_found() -> None:
    text = "Text\n\n```mermaid\ngraph\n```"
    rendered = render(text, "mermaid", width=20)
    assert rendered.text() == shown(text, width=20)
    assert hits_of(rendered) == ["mermaid"]
    assert rendered.first_hits[0].line == 3


def test_code_of_an_unknown_language_is_plain() -> None:
    rendered = render("```nosuchlanguage\ndef f(): pass\n```")
    assert not any("token" in style for line in rendered.lines for _, style in line.runs)
    assert "def f(): pass" in rendered.text()


def test_long_lines_of_code_go_on_below_with_a_mark() -> None:
    assert shown("    abcdefghijklmnop", width=10) == "▏ abcdefg\n▏↳hijklmn\n▏↳op"


def test_code_is_never_read_as_markdown() -> None:
    text = "*a* [[b]] %%c%% ==d== #e $f$ <!-- g --> [[h]]"
    assert text in shown(f"```\n{text}\n```", width=80)


def test_tables_fit_their_columns() -> None:
    text = "| Name | Count |\n|---|--:|\n| one | 1 |\n| three | 300 |"
    assert shown(text) == "Name  │ Count\n━━━━━━┿━━━━━━\none   │     1\nthree │   300"


def test_cells_are_wrapped_and_rows_ruled_when_a_table_is_too_wide() -> None:
    text = "| AB | C |\n|---|---|\n| x | one two three |\n| y | z |"
    assert shown(text, width=13) == "AB │ C\n━━━┿━━━━━━━━━\nx  │ one two\n   │ three\n───┼─────────\ny  │ z"


def test_a_table_that_is_too_narrow_to_read_becomes_records() -> None:
    text = "| Name | Address | Telephone |\n|---|---|---|\n| Ada Lovelace | London | 12345 |\n| Bob | | 6 |"
    assert shown(text, width=20) == (
        "Name    Ada Lovelace\nAddres  London\ns\nTeleph  12345\none\n────────────────────\nName    Bob\nTeleph  6\none"
    )


def test_heads_of_records_are_searched_once() -> None:
    text = "| Name | Address | Telephone |\n|---|---|---|\n| Ada Lovelace | | 12345 |\n| Bob | Name | 6 |"
    assert hits_of(render(text, "name", "address", width=20)) == ["Name", "Addres|s", "Name"]


def test_the_name_of_a_picture_is_not_broken_where_a_column_has_room_for_it() -> None:
    text = "| A | B |\n|---|---|\n| ![picture](x.png) | one two three four five |"
    assert "🖼\N{NO-BREAK SPACE}picture │ one\n" in shown(text, width=17)


def test_wikilinks_in_tables_may_have_an_escaped_stroke() -> None:
    assert shown("| A |\n|---|\n| [[Note\\|shown]] |") == "A\n━━━━━\nshown"


def test_formulas_are_shown_as_text() -> None:
    assert shown("$$\n\\frac{a}{b}\n= c\n$$") == "  a/b\n  = c"


def test_lines_of_a_formula_are_those_that_it_is_to_have() -> None:
    assert shown(r"$$\begin{aligned} a &= b \\ c &= \alpha\\[2pt]\beta \end{aligned}$$") == "  a = b\n  c = α\n  β"


@pytest.mark.parametrize(
    ("formula", "lines"),
    [
        (r"y = \begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix} \\ z", ["  y = (1 0; 0 1)", "  z"]),
        ("  f = \\begin{cases*}\n  x & x>0 \\\\\n  -x\n  \\end{cases*}", ["    f = {x, x>0; -x}"]),
        (r"\begin{pmatrix} 1 \\ 2", ["  (1", "  2"]),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", ["  a = b", "  c = d"]),
    ],
)
def test_a_matrix_or_cases_are_one_line(formula: str, lines: list[str]) -> None:
    assert shown(f"$$\n{formula}\n$$").split("\n") == lines


def test_a_formula_may_stand_directly_below_text_and_text_behind_it() -> None:
    assert shown("We get\n$$\na = b\n+ c\n> 0\n$$\nand") == "We get\n\n  a = b\n  + c\n  > 0\n\nand"
    assert shown("> $$\n> a\n> - b\n> $$ so") == "▌   a\n▌   - b\n▌\n▌ so"
    assert shown("$$\nx\n$$ ^id\n\nb") == "  x\n\nb"


def test_a_formula_that_text_has_begun_ends_where_it_is_closed() -> None:
    assert shown("text $$\nx\n$$ more\n\nb") == "text x more\n\nb"
    assert shown("text\n$$\nnever closed") == "text\n$$\nnever closed"


def test_blanks_beside_the_marks_of_a_formula_are_none_of_it() -> None:
    assert shown("$$ x $$") == "  x"


def test_an_empty_formula_takes_no_line() -> None:
    assert shown("- $$\n\n  $$\n\n  text") == "• text"
    assert shown("a\n\n$$\n\n$$\n\nb") == "a\n\nb"
    assert shown("> $$\n> $$\n> x") == "▌ x"


def test_a_rule_goes_across_the_page() -> None:
    assert shown("a\n\n---\n\nb", width=9) == "a\n\n─────────\n\nb"


def test_comments_are_hidden() -> None:
    text = "a %%b%% c\n\n%%\nd\n\ne\n%%\n\nf\n\n<!-- g\n\nh -->\n\ni <!-- j --> k\n\n%% l\nm %% n"
    assert shown(text) == "a c\n\nf\n\ni k\n\nn"


def test_a_comment_that_begins_within_text_ends_at_the_next_mark() -> None:
    later = "\n\nd\n\n%% e %%\n\nf"
    assert shown(f"a %%\nb\n%%{later}") == "a\n\nd\n\nf"
    assert shown(f"a %%\nb\n%% c{later}") == "a c\n\nd\n\nf"
    assert shown(f"- a %%\n  b\n  %%\n- c{later}") == "• a\n• c\n\nd\n\nf"
    assert shown(f"> a %%\n> b\n> %%\n> c{later}") == "▌ a\n▌ c\n\nd\n\nf"
    assert shown(f"`%%` a\n%%\nb\n%%{later}") == "%% a\n\nd\n\nf"


def test_a_comment_that_is_never_closed_is_text() -> None:
    assert shown("100 %% sure\n\n%% really") == "100 %% sure\n\n%% really"


def test_a_comment_directly_behind_a_list_or_quote_is_left_out() -> None:
    comment = "%% b\n\nc\n\n```\nd\n```\n%%"
    assert shown(f"- [ ] \n{comment}\n\ne") == "☐\n\ne"
    assert shown(f"1. a\n   - b\n{comment}\ne") == "1. a\n   ◦ b\n\ne"
    assert shown(f"> a\n{comment}\ne") == "▌ a\n\ne"
    assert shown("- a\n  %% b\nc\n\nd") == "• a\n  %% b\n  c\n\nd"


def test_a_task_may_have_its_text_on_the_next_line() -> None:
    assert shown("- [x]\n  a\n- [ ] \n  b") == "☑ a\n☐ b"


def test_a_note_of_comments_alone_is_empty() -> None:
    assert render("%% nothing %%\n\n<!-- at all -->\n").height == 0


def test_html_blocks_are_shown_as_the_text_they_hold() -> None:
    text = (
        "<details>\n<summary>More &amp; more</summary>\n<p>Some <b>bold</b> text<br>below</p>\n</details>\n\n"
        "<script>\nalert(1)\n</script>"
    )
    rendered = render(text)
    assert rendered.text() == "More & more\nSome bold text\nbelow"
    assert styles_of(rendered, "bold") == {"strong"}


def test_block_ids_are_hidden() -> None:
    assert shown("text ^id-1\n\n- item ^id2\n\n# Head ^h\n\n^lonely\n\n2^10 stays") == (
        "text\n\n• item\n\nHead\n" + "━" * 60 + "\n2^10 stays"
    )
    assert shown("- item ^id1\n  goes on ^id2\n- [ ] task ^id3\n  goes on") == "• item\n  goes on\n☐ task\n  goes on"


def test_the_lines_that_logseq_writes_into_blocks_for_itself_are_hidden() -> None:
    own = "collapsed:: true\n  id:: 64f0c2a1-1234-4abc-9def-0123456789ab"
    assert shown(f"- item\n  {own}\n\t- id:: mine\n\n{own}\n\nx id:: 64f0c2a1-1234-4abc-9def-0123456789ab") == (
        "• item\n  ◦ id:: mine\n\nx id:: 64f0c2a1-1234-4abc-9def-0123456789ab"
    )
    assert shown("a\n" + "collapsed:: true\n" * 20_000) == "a"


def test_footnotes_stand_at_the_end_in_the_order_of_their_references() -> None:
    text = "One[^b] two[^a] three^[in *line*].\n\n[^a]: First\n\n    more\n\n[^b]: Second\n\nEnd"
    assert shown(text) == ("One¹ two² three³.\n\nEnd\n\n────────────\n¹ Second\n² First\n\n  more\n³ in line")


@pytest.mark.parametrize(
    ("above", "seen"),
    [
        ("> quote", "▌ quote"),
        ("> [!note] Title\n> body", "▌ ✎ Title\n▌ body"),
        ("- item", "• item"),
        ("- > quote", "• ▌ quote"),
        ("text", "text"),
    ],
)
def test_a_footnote_is_defined_right_below_any_block(above: str, seen: str) -> None:
    assert shown(f"x[^1]\n\n{above}\n[^1]: Note") == f"x¹\n\n{seen}\n\n────────────\n¹ Note"


def test_a_footnote_that_is_a_quote_ends_before_the_next() -> None:
    assert shown("x[^1] y[^2]\n\n[^1]: > quote\n[^2]: Note").endswith("────────────\n¹ ▌ quote\n² Note")


def test_a_footnote_that_nothing_refers_to_is_not_lost() -> None:
    assert shown("Text\n\n[^x]: Note").endswith("¹ Note")


def test_a_cell_has_no_block_id() -> None:
    assert shown("| Key | Does |\n|---|---|\n| ^C | stops |\n| 2 ^2 | x |").split("\n")[2:] == [
        "^C   │ stops",
        "2 ^2 │ x",
    ]


def test_what_looks_like_a_footnote_is_none_in_code_or_without_an_end() -> None:
    code = "```\n^[a-z]\n[^1]: code\n```\n\n`^[b]` and ^[[31m\n\n"
    rendered = render(code + "Text[^1]^[see [x](y), `^[c]`] ^[d](e).\n\n[^1]: note", "see")
    assert rendered.text().endswith("Text¹,² ³(e).\n\n────────────\n¹ note\n² see x, ^[c]\n³ d")
    assert [hit.line for hit in rendered.first_hits] == [8]
    assert [link.line for _, link in links_of(rendered) if link.kind == "footnote"][:1] == [10]


def test_a_reference_without_footnote_is_text() -> None:
    assert shown("Text[^x]") == "Text[^x]"


def test_an_embedded_note_is_framed() -> None:
    detail = note("![[Other#Part]]", links={"Other": "Other.md"}, embeds={"Other#Part": "## Part\n- a\n![[Deeper]]"})
    assert shown(detail, width=30) == ("╭─ ❐ Other › Part\n│ Part\n│ " + "─" * 28 + "\n│ • a\n│   ❐\xa0Deeper\n╰─")


@pytest.mark.parametrize(("place", "what"), [("#Nope", "heading"), ("#^nope", "block")])
def test_an_embed_of_what_the_note_does_not_have_says_so(place: str, what: str) -> None:
    detail = note(f"![[Other{place}]]", links={"Other": "Other.md"}, embeds={f"Other{place}": None})
    lines = shown(detail, width=40).split("\n")
    assert lines[1:] == [f"│ The note has no such {what}.", "╰─"]
    assert lines[0].startswith("╭─ ❐ Other › ")


BLOCK, GONE = "64f0c2a1-1234-4abc-9def-0123456789ab", "64f0c2a1-1234-4abc-9def-0123456789ac"


def test_a_block_that_logseq_has_named_is_shown_by_its_first_line_or_in_a_frame() -> None:
    block = NamedBlock("pages/Boat.md", f"- [ ] the **whole** engine\n  id:: {BLOCK}\n\t- below (({BLOCK}))")
    text = f"On (({BLOCK})), `(({BLOCK}))`, [it]((({BLOCK}))), (({GONE})).\n\n"
    embeds = f"{{{{embed (({BLOCK}))}}}}\n\n{{{{embed [[B]]}}}}"
    detail = note(text + embeds, blocks={BLOCK: block}, links={"B": "B.md"}, embeds={"B": "bolts"})
    rendered = render_note(detail, width=120)
    assert rendered.text() == (
        f"On the whole engine, (({BLOCK})), it, (({GONE})).\n\n"
        "╭─ ❐ Boat\n│ ☐ the whole engine\n│   ◦ below the whole engine\n╰─\n\n╭─ ❐ B\n│ bolts\n╰─"
    )
    led = [(text, link.path, link.block) for text, link in links_of(rendered)]
    assert led[:2] == [("the whole engine", "pages/Boat.md", BLOCK), ("it", "pages/Boat.md", BLOCK)]


def test_an_embed_does_not_embed_itself_for_ever() -> None:
    detail = note("![[Note]]", links={"Note": "Folder/Note.md"}, embeds={"Note": "![[Note]]"})
    assert shown(detail) == "╭─ ❐ Note\n│ ❐\xa0Note\n╰─"


def test_an_embedded_note_that_begins_with_a_rule_is_shown_from_there_on() -> None:
    detail = note("![[O]]", links={"O": "O.md"}, embeds={"O": "---\nbar of links\n\n---\ntext"})
    assert "bar of links" in shown(detail)


def test_links_of_an_embedded_note_lead_where_they_lead_from_there() -> None:
    detail = note(
        "![[O]]\n\n[[Near]]",
        links={"O": "Far/O.md", "Near": "Folder/Near.md"},
        embeds={"O": "[[Near]] [[#Part]]"},
        embedded_links={"Far/O.md": {"Near": "Far/Near.md"}},
    )
    assert [(link.path, link.heading) for _, link in links_of(render(detail))] == [
        ("Far/O.md", ""),
        ("Far/Near.md", ""),
        ("Far/O.md", "Part"),
        ("Folder/Near.md", ""),
    ]


def test_callouts_of_an_embedded_note_are_folded_for_themselves() -> None:
    callout = "> [!faq]- Why?\n> Because"
    detail = note(f"{callout}\n\n![[O]]\n\n![[O]]", links={"O": "O.md"}, embeds={"O": callout})
    folds = [link.line for _, link in links_of(render(detail)) if link.kind == "fold"]
    assert len(set(folds)) == 3
    for number, fold in enumerate(folds):
        assert fold is not None
        lines = shown(detail, folds={fold: False}).split("\n")
        assert [line for line in lines if "Why?" in line][number].endswith("▾")
        assert sum("Because" in line for line in lines) == 1


def test_an_embedded_note_has_its_footnotes_below_it() -> None:
    detail = note("first\n\n![[O]]\n\nlast", links={"O": "O.md"}, embeds={"O": "a^[inline] b[^x]\n\n[^x]: named"})
    rendered = render(detail)
    assert rendered.text() == "first\n\n╭─ ❐ O\n│ a¹ b²\n│\n│ ¹ inline\n│ ² named\n╰─\n\nlast"
    assert [link.line for text, link in links_of(rendered) if text == "²"] == [3], "the line of the embed"


def test_an_embed_within_text_or_of_nothing_is_a_link() -> None:
    assert shown("![[Gone]]") == "❐\xa0Gone"
    assert shown(note("see ![[O]] here", links={"O": "O.md"}, embeds={"O": "text"})) == "see ❐\xa0O here"


FRAME = "╭─ ❐ O\n│ seed\n╰─"


@pytest.mark.parametrize(
    ("text", "seen", "lines"),
    [
        ("a\n![[O]]\nb seed", f"a\n{FRAME}\nb seed", [2, 3]),
        ("- a seed\n  ![[O]]\n- b", "• a seed\n  ╭─ ❐ O\n  │ seed\n  ╰─\n• b", [1, 2]),
        ("> a\n> ![[O]]", "▌ a\n▌ ╭─ ❐ O\n▌ │ seed\n▌ ╰─", [2]),
        ("**a**\\\n![[O]]  \n==b==", f"a\n{FRAME}\nb", [2]),
        ("![[O]] %%b%% <!-- c -->", FRAME, [1]),
        ("![[O]] ![[O]]\nb", f"{FRAME}\n{FRAME}\nb", [1, 1]),
        ("a %% b\nc %% d\n![[O]]\n`e\nf` seed\nseed", f"a d\n{FRAME}\ne f seed\nseed", [3, 5, 6]),
    ],
)
def test_an_embed_on_a_line_of_its_own_is_framed_between_the_others(text: str, seen: str, lines: list[int]) -> None:
    rendered = render(note(text, links={"O": "O.md"}, embeds={"O": "seed"}), "seed")
    assert rendered.text() == seen
    assert [hit.line for hit in rendered.first_hits] == lines


@pytest.mark.parametrize("around", [("**", "**"), ("==", "=="), ("[", "](y)"), ("a <b>", "</b>")])
def test_an_embed_that_emphasis_or_a_link_goes_around_is_a_link(around: tuple[str, str]) -> None:
    before, after = around
    text = shown(note(f"{before}b\n![[O]]\nc{after}", links={"O": "O.md"}, embeds={"O": "seed"}))
    assert text.split("\n")[1:] == ["❐\xa0O", "c"]


def test_pictures_show_their_text() -> None:
    assert shown("![A cat|200](cat.png) ![](https://x.org/dog.jpg?s=1) ![[bird.webp|300x200]]") == (
        "🖼\xa0A cat 🖼\xa0dog.jpg 🖼\xa0bird.webp"
    )


def test_a_note_that_was_cut_says_so() -> None:
    assert shown(note("text", truncated=True)) == "text\n\n… the rest of this note is too long to be shown"


def test_an_empty_note_has_no_lines() -> None:
    rendered = render("")
    assert (rendered.height, rendered.source_line(0), rendered.y_of_line(1)) == (0, 1, 0)

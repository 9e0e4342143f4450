"""Every mark within text gets its looks, and every link its target."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vaulttui.search.engine import ResolvedLink
from vaulttui.tui.preview import LinkTarget, MatchTerms
from vaulttui.tui.preview.formula import readable
from vaulttui.tui.preview.found import with_found
from vaulttui.vault.markdown.emphasis import without_emphasis
from vaulttui.vault.markdown.inline import scan_inline

from .preview_notes import hits_of, links_of, note, render, render_note, shown, styles_of


@pytest.mark.parametrize(
    ("written", "style"),
    [
        ("**word**", "strong"),
        ("*word*", "em"),
        ("_word_", "em"),
        ("~~word~~", "strike"),
        ("`word`", "code"),
        ("==word==", "highlight"),
        ("$word$", "math"),
        ("<kbd>word</kbd>", "kbd"),
        ("<mark>word</mark>", "highlight"),
        ("<u>word</u>", "underline"),
        ("<b>word</b>", "strong"),
        ("#word", "tag"),
    ],
)
def test_marks_become_styles(written: str, style: str) -> None:
    rendered = render(f"before {written} after")
    assert rendered.text().replace("#", "") == "before word after"
    assert styles_of(rendered, "word") == {style}
    assert styles_of(rendered, "after") == set()


@pytest.mark.parametrize(
    ("written", "style", "word"),
    [
        ("**粗体（注）。**后面", "strong", "粗体（注）。"),
        ("a\n前面**「引用」**后面", "strong", "「引用」"),
        ("한국어 *강조(설명)*는", "em", "강조(설명)"),
        ("~~削除。~~です", "strike", "削除。"),
        ("中文**“引用”**后", "strong", "“引用”"),
        ("**“quoted”**word", "", "**“quoted”**word"),
        ("中_文。_后", "", "中_文。_后"),
    ],
)
def test_emphasis_needs_no_blank_beside_scripts_that_set_none(written: str, style: str, word: str) -> None:
    rendered = render(written)
    assert styles_of(rendered, word) == ({style} if style else set())
    assert without_emphasis(written.replace("~~", "**")).count("*") == (0 if style else written.count("*"))


def test_marks_nest() -> None:
    assert styles_of(render("**a ==b *c*== d**"), "c") == {"strong", "highlight", "em"}


def test_code_within_a_highlight_does_not_end_it() -> None:
    rendered = render(r"==if `a == b` \== c== end")
    assert rendered.text() == "if a == b == c end"
    assert styles_of(rendered, "a == b") == {"highlight", "code"}
    assert styles_of(rendered, "c") == {"highlight"}
    assert styles_of(rendered, "end") == set()


def test_backslashes_and_entities_are_read() -> None:
    assert shown(r"\*a\* \#b \[[c]] &amp; &lt;d&gt;") == "*a* #b [[c]] & <d>"


def test_what_is_no_html_stays() -> None:
    assert shown("Vec<T> and <your name>") == "Vec<T> and <your name>"


def test_small_letters_are_raised_and_lowered_where_they_exist() -> None:
    assert shown("x<sup>2</sup> H<sub>2</sub>O 4<sup>th</sup> b<sub>max</sub>") == "x² H₂O 4ᵗʰ bₘₐₓ"
    assert shown("x<sup>A!</sup> b<sub>B</sub>") == "x^A! b_B"
    assert shown("x<sup>[1](a.md), [2](b.md)</sup> b<sub>*i* j</sub>") == "x¹, ² bᵢ ⱼ"
    assert shown("x<sup>1, 2</sup> Na<sup>+</sup> a<sup>∞</sup>") == "x¹, ² Na⁺ a^∞"


def test_br_breaks_the_line() -> None:
    assert shown("a<br>b<br/>c  \nd\\\ne") == "a\nb\nc\nd\ne"


def test_blanks_and_lines_are_kept_in_preformatted_html() -> None:
    assert shown("<pre>\n  a   b\n\n\tc <b>d</b>\n</pre>\n\nafter   it") == "  a   b\n\n    c d\n\nafter it"


def test_cells_of_html_tables_stand_apart() -> None:
    rendered = render("<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>")
    assert rendered.text() == "A B\n1 2"
    assert styles_of(rendered, "B") == {"strong"}


def test_html_lists_are_numbered_and_indented_as_they_are_written() -> None:
    assert shown("<ol><li>a</li><li>b</li></ol>") == "1. a\n2. b"
    inner = "<ol start='9'><li>b</li><li>c<ul><li>d</li></ul></li></ol>"
    assert shown(f"<ul><li>a{inner}</li><li>e</li></ul>") == "• a\n  9. b\n  10. c\n    ▪ d\n• e"
    assert shown("<li>a</li></ol><ol start='x'><li>b</li>") == "• a\n1. b"
    assert len(shown("<ul>" * 500 + "<li>a</li>", width=80).split("\n")) == 1


def test_what_a_frame_shows_can_be_gone_to() -> None:
    rendered = render('<iframe width="9" src="https://x.org/v"></iframe>\n\n<video><source src="a%20b.mp4"></video>')
    assert [(text, link.kind, link.target) for text, link in links_of(rendered)] == [
        ("❐\N{NO-BREAK SPACE}https://x.org/v", "url", "https://x.org/v"),
        ("❐\N{NO-BREAK SPACE}a%20b.mp4", "note", "a b.mp4"),
    ]


def test_a_picture_is_described_without_marks() -> None:
    text = r"![*one* \_two &amp; [three](x) `four`](y.png)"
    assert shown(text) == "🖼\xa0one _two & three four"


def test_the_size_of_a_picture_is_not_shown() -> None:
    text = shown("![[a.png|100]] ![[a.png|Alt|100x50]] ![[a.png|Alt]] ![Alt|100](a.png)")
    assert text.replace("🖼\N{NO-BREAK SPACE}", "") == "a.png Alt Alt Alt"


def test_money_is_no_formula() -> None:
    assert styles_of(render("It costs $5 and $6."), "costs") == set()
    rendered = render("Paid $5 for [[Rope]],\nthe rest in A$.")
    assert rendered.text() == "Paid $5 for Rope,\nthe rest in A$."
    assert [text for text, _ in links_of(rendered)] == ["Rope"]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r"$\alpha$ = 0.05", "α = 0.05"),
        ("- $n$ = 12", "• n = 12"),
        ("$x$ \\", "x \\"),
        ("**$x$** and $$y$$ 3", "x and y 3"),
        (r"$a\$b$ \$c$", r"a\$b $c$"),
        ("10$ and $x$2", "10$ and $x$2"),
    ],
)
def test_formulas_end_at_a_dollar_that_is_not_one_of_money(written: str, text: str) -> None:
    assert shown(written) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"E = mc^2", "E = mc²"),
        (r"\alpha \le \beta_{ij} \to \infty", "α ≤ βᵢⱼ → ∞"),
        (r"\frac{1}{2} + \frac{a+b}{\sqrt{c}}", "1/2 + (a+b)/(√c)"),
        (r"\left( x \right)^{Q} \in \mathbb{R}", "( x )^Q ∈ ℝ"),
        (r"\sin x + \log(y) + \lim_{x\to 0}", "sin x + log(y) + lim_(x→ 0)"),
        (r"\text{if } x \,\{1\}", "if x {1}"),
        (r"\begin{pmatrix} a & b \\ c & d \\ \end{pmatrix}", "(a b; c d)"),
        (r"\begin{pmatrix}1&0\\0&1\end{pmatrix}", "(1 0; 0 1)"),
        (
            r"\begin{pmatrix} \frac{1}{2} & 0 \\[2pt] 0 & x^2 \\*[-.5 em] 1 \\[1\baselineskip] \end{pmatrix}",
            "(1/2 0; 0 x²; 1)",
        ),
        (r"\begin{aligned} a&=b \\ [c]&=d \\[e] \end{aligned} A \& B", "a =b; [c] =d; [e] A & B"),
        (r"\begin{vmatrix} a & b \\ c & d \end{vmatrix} = 0", "|a b; c d| = 0"),
        (r"\begin{bmatrix} 1 \\ 0 \end{bmatrix}", "[1; 0]"),
        (r"\begin{Bmatrix} x \\ y \end{Bmatrix}", "{x; y}"),
        (r"\left( \begin{matrix} a & b \end{matrix} \right)", "( a b )"),
        (r"e^{i\pi} + x^{2k\pi} + e^{-\beta E}", "e^(iπ) + x^(2kπ) + e^(-β E)"),
        (r"a^{bC} + x^{yq} + x_{i\theta}", "a^(bC) + x^(yq) + x_(iθ)"),
        (r"T_{\text{mid}} + x^{y_{12}} + x^{2}y + z^\pi", "T_(mid) + x^(y₁₂) + x²y + z^π"),
        (r"\sqrt{ab}c + \sqrt{2} + \sqrt{12} + \sqrt{\pi}", "√(ab)c + √2 + √12 + √π"),
        (r"\unknown{x} y", r"\unknown{x} y"),
        (r"\binom{n}{k}p^k + \binom nk", "(n choose k)pᵏ + (n choose k)"),
        (r"\sqrt[3]{x} + \sqrt[n]{x} + \sqrt2 + \sqrt[Q]{x}", r"∛x + ⁿ√x + √2 + \sqrt[Q]{x}"),
        (r"\mathbb R^n \times \mathbb{RP}", "ℝⁿ × ℝℙ"),
        (r"\sum_{\substack{i<n \\ j<m}} a", "∑_(i<n; j<m) a"),
    ],
)
def test_formulas_are_made_of_characters_where_there_are_some(latex: str, text: str) -> None:
    assert shown(f"${latex}$") == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"a_\text{max} + T_\mathrm{min}^2 + n^\mathrm{th} + A_\mathrm{eff}b", "aₘₐₓ + Tₘᵢₙ² + nᵗʰ + A_(eff)b"),
        (r"e^\frac{1}{2} + e^\frac12 + x^\sqrt{2} + x ^ 2", "e^(1/2) + e^(1/2) + x^(√2) + x²"),
        (r"x^{y^{z}} + x_{i_{j_k}} + 2^{\frac{a}{b}}", "x^(yᶻ) + x_(i_(jₖ)) + 2^(a/b)"),
        (r"x_{Q}^{2} + x_Q^R + x^\pi_2 + f_R'", "x_(Q)² + x_(Q)^R + x^(π)₂ + f_(R)'"),
        (r"\frac{a}{b}^2 + \sqrt{x}^2 + {a+b}^2 + {}^{14}C", "(a/b)² + (√x)² + (a+b)² + ¹⁴C"),
        (r"x_{\bar{a}} + \hat{x}_i^2", r"x_{\bar{a}} + \hat{x}ᵢ²"),
    ],
)
def test_an_index_or_exponent_is_all_of_its_argument_and_belongs_to_all_that_it_stands_at(
    latex: str, text: str
) -> None:
    assert shown(f"${latex}$") == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{1}{2}mv^2 + \frac12 \, m v", "(1/2)mv² + (1/2) m v"),
        (r"2\frac{1}{3} + a/\frac{b}{c} + \frac{a}{b}\frac{c}{d}", "2(1/3) + a/(b/c) + (a/b)(c/d)"),
        (r"\frac{1}{2L}\sqrt{\frac{T}{\mu}} + \frac{dy}{dx}", "(1/(2L))√(T/μ) + dy/dx"),
        (r"\sin\frac{x}{2} + \frac{d}{dx} f(x)", "sin(x/2) + (d/dx) f(x)"),
        (r"\sum \frac{1}{n} = -\frac{1}{2}, |\frac{a}{b}|", "∑ 1/n = -1/2, |a/b|"),
        (r"\frac{1}{2}|x| + a\sqrt[n]{x+1}", "(1/2)|x| + a(ⁿ√(x+1))"),
        (r"a\sin x + \exp{x+y} + \sin{x} + \sin^2\alpha", "a sin x + exp(x+y) + sin x + sin² α"),
        (r"\sum_{i=1}^{N}x + \operatorname{rank}A + \operatorname*{tr}\left(A\right)", "∑ᵢ₌₁^N x + rank A + tr(A)"),
        (r"\frac{a}{b} \quad c \qquad d", "a/b\N{EN SPACE} c\N{EM SPACE} d"),
        (r"\bar\alpha + \overline{AB}", r"\bar α + \overline{AB}"),
        (r"\text{a_b} + a\_i + \text{max\_len}", "a_b + a_i + max_len"),
    ],
)
def test_parts_of_a_formula_are_not_taken_together_with_what_stands_beside_them(latex: str, text: str) -> None:
    assert shown(f"${latex}$") == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\left[\begin{array}{cc|c}1&0&2\\0&1&3\end{array}\right]", "[1 0 2; 0 1 3]"),
        (r"\begin{array}[t] {@{}l@{}}a\\b\end{array}", "a; b"),
        (r"\begin{tabular}{ll}a&b\end{tabular} \begin{tabular*}{5cm}{ll}c&d\end{tabular*}", "a b c d"),
        (r"\begin{alignedat}{2}a&=b\\c&=d\end{alignedat}", "a =b; c =d"),
        (r"\begin{pmatrix*}[r]1&2\end{pmatrix*} \begin{bsmallmatrix}1\\2\end{bsmallmatrix}", "(1 2) [1; 2]"),
        (
            r"f = \begin{cases} x & x>0 \\ -x, & \text{if } x<0 \end{cases} + 1",
            "f = {x, x>0; -x, if x<0} + 1",
        ),
        (r"\begin{tikzcd} A \end{tikzcd}", r"\begin{tikzcd} A \end{tikzcd}"),
    ],
)
def test_environments_show_their_brackets_and_not_how_their_columns_are_set(latex: str, text: str) -> None:
    assert shown(f"${latex}$") == text


@pytest.mark.parametrize("latex", [r"\frac{a}{b", r"\frac{a}", r"\sqrt", "x^", "}{x", r"\text a", r"\begin x", "{{a"])
def test_a_formula_that_is_cut_off_stays_as_it_is_written(latex: str) -> None:
    assert shown(f"${latex}$") == latex


def test_what_is_longer_than_any_formula_stays_as_it_is_written() -> None:
    assert readable("x^2 " * 4_000).strip() == ("x² " * 4_000).strip()
    assert readable("x^2  " * 6_000) == ("x^2 " * 6_000).strip()


@pytest.mark.parametrize("part", ["{", "x^{", r"\frac{", r"\sqrt", r"\frac{1}{", r"\text{", r"\hat{"])
def test_a_formula_may_be_nested_as_deeply_as_one_likes(part: str) -> None:
    depth = 2000
    assert "end" in shown(f"${part * depth}end{'}' * depth}$", width=100_000)


def test_comments_within_text_leave_no_gap() -> None:
    assert shown("a %%b%% c<!-- d --> e") == "a c e"


def test_wikilinks_show_their_text_or_target() -> None:
    text = "[[Note]] [[Folder/Note|shown]] [[Note#A#B]] [[Note#^id]] [[#Own]]"
    assert shown(text) == "Note shown Note › A › B Note › id Own"


def test_wikilinks_know_where_they_lead() -> None:
    detail = note("[[Other#A#B|x]] [[gone]] [[#Own]] [[OTHER#^id]]", links={"other": "Dir/Other.md", "Gone": None})
    assert links_of(render(detail)) == [
        ("x", LinkTarget("note", "Other", "Dir/Other.md", heading="A#B")),
        ("gone", LinkTarget("note", "gone", None, resolved=False)),
        ("Own", LinkTarget("note", "", "Folder/Note.md", heading="Own")),
        ("OTHER › id", LinkTarget("note", "OTHER", "Dir/Other.md", block="id")),
    ]


def test_the_text_of_a_wikilink_is_what_the_index_has_read_as_such() -> None:
    plan = ResolvedLink("work.plan", 1, "The plan", "goals", "", embed=False, path="work.plan.md")
    usual = ResolvedLink("Other", 1, "work.plan", "", "", embed=False, path="Other.md")
    detail = note("[[The plan|dendron://mine/work.plan#goals,1]] and [[Other|work.plan]]")
    assert links_of(render(replace(detail, links=(plan, usual)))) == [
        ("The plan", LinkTarget("note", "work.plan", "work.plan.md", heading="goals")),
        ("work.plan", LinkTarget("note", "Other", "Other.md")),
    ]


def test_links_that_lead_nowhere_look_otherwise() -> None:
    rendered = render(note("[[there]] [[nowhere]] [[new]]", links={"there": "there.md", "nowhere": None}))
    assert styles_of(rendered, "there") == {"link"}
    assert styles_of(rendered, "nowhere") == {"link.unresolved"}
    assert styles_of(rendered, "new") == {"link"}, "a link that the index does not know yet is not called broken"


def test_a_caret_in_a_heading_is_no_block_and_an_encoded_hash_no_heading() -> None:
    detail = note(
        "[[Maths#E = mc^2]] [x](C%23/Plan.md#To%20do)", links={"Maths": "Maths.md", "C#/Plan.md": "C#/Plan.md"}
    )
    assert links_of(render(detail)) == [
        ("Maths › E = mc^2", LinkTarget("note", "Maths", "Maths.md", heading="E = mc^2")),
        ("x", LinkTarget("note", "C#/Plan.md", "C#/Plan.md", heading="To do")),
    ]


def test_markdown_links_lead_to_notes_or_addresses() -> None:
    detail = note("[a](Dir/My%20note.md#Part) [b](https://x.org/y) [c][ref] <https://z.org>\n\n[ref]: mailto:a@b.c")
    detail = note(detail.text, links={"Dir/My note.md": "Dir/My note.md"})
    assert links_of(render(detail)) == [
        ("a", LinkTarget("note", "Dir/My note.md", "Dir/My note.md", heading="Part")),
        ("b", LinkTarget("url", "https://x.org/y")),
        ("c", LinkTarget("url", "mailto:a@b.c")),
        ("https://z.org", LinkTarget("url", "https://z.org")),
    ]


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("see https://x.org/a_b_c.", "https://x.org/a_b_c"),
        ("(https://x.org/wiki/A_(b))", "https://x.org/wiki/A_(b)"),
        ("https://x.org/?q=a&b=c, then", "https://x.org/?q=a&b=c"),
        ("obsidian://open?vault=v", "obsidian://open?vault=v"),
        ("[see https://x.org/y]", "https://x.org/y"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ],
)
def test_bare_addresses_are_links_without_the_punctuation_behind_them(text: str, address: str) -> None:
    rendered = render(text)
    assert links_of(rendered) == [(address, LinkTarget("url", address))]
    assert rendered.text() == text


@pytest.mark.parametrize("shown", ["https://x.org/y", "see https://x.org/y now", "**https://x.org/y**"])
def test_a_link_whose_text_is_an_address_is_a_link(shown: str) -> None:
    rendered = render(f"- [{shown}](https://z.org/a), [{shown}][ref]\n\n[ref]: https://z.org/b")
    text = shown.strip("*")
    assert rendered.text() == f"• {text}, {text}"
    assert links_of(rendered) == [
        (text, LinkTarget("url", "https://z.org/a")),
        (text, LinkTarget("url", "https://z.org/b")),
    ]


@pytest.mark.parametrize(
    ("inner", "target", "text"),
    [("Sq]uare", "Sq]uare", ""), ("a [b] c", "a [b] c", ""), ("Paper|Smith [1] says", "Paper", "Smith [1] says")],
)
def test_a_link_to_a_note_may_hold_single_brackets(inner: str, target: str, text: str) -> None:
    detail = note(f"[[{inner}]]", links={target: "x.md"})
    assert links_of(render(detail)) == [(text or target, LinkTarget("note", target, "x.md"))]
    above = note("---\na: x\n---\n", links={target: "x.md"}, properties={"a": f"see [[{inner}]]"})
    assert links_of(render(above)) == [(text or target, LinkTarget("note", target, "x.md"))]


def test_what_leads_to_an_address_is_no_link_to_a_note() -> None:
    rendered = render("[[https://x.org/a#b|text]] [[mailto:a@b.c|mail]] [other](//y.org/c) [[Re: budget]]")
    assert links_of(rendered) == [
        ("text", LinkTarget("url", "https://x.org/a#b")),
        ("mail", LinkTarget("url", "mailto:a@b.c")),
        ("other", LinkTarget("url", "https://y.org/c")),
        ("Re: budget", LinkTarget("note", "Re: budget")),
    ]


def test_a_line_of_a_log_is_no_definition_of_a_link() -> None:
    log = "[Alice]: hello there\n[10:15]: the meeting began, says [Alice]"
    rendered = render(log)
    assert rendered.text() == log
    assert links_of(rendered) == []


def test_a_definition_in_code_is_none() -> None:
    rendered = render("```\n[ref]: https://x.org\n```\n\n[a][ref]\n\n[ref]: <https://y.org> 'Title'")
    assert links_of(rendered) == [("a", LinkTarget("url", "https://y.org"))]


def test_dangerous_addresses_lead_nowhere() -> None:
    assert links_of(render("[x](javascript:alert(1)) [y](data:text/html,z)")) == []
    ((_, link),) = links_of(render('<a href=" JavaScript:alert(1)">x</a>'))
    assert (link.kind, link.path, link.resolved) == ("note", None, False)


@pytest.mark.parametrize("text", ["- [[ ]] to be written", "see ![[ ]] here"])
def test_brackets_around_nothing_stay(text: str) -> None:
    assert "[[ ]]" in shown(text)
    assert links_of(render(text)) == []


def test_links_to_local_files_are_links_which_the_opener_refuses() -> None:
    text = "[PDF](file:///home/me/x.pdf) ![p](FILE:///a.png) [[file:///b|b]] <a href='file:///c'>c</a> [d]\n\n[d]: file:///d"
    assert links_of(render(text)) == [
        ("PDF", LinkTarget("url", "file:///home/me/x.pdf")),
        ("🖼\xa0p", LinkTarget("url", "FILE:///a.png")),
        ("b", LinkTarget("url", "file:///b")),
        ("c", LinkTarget("url", "file:///c")),
        ("d", LinkTarget("url", "file:///d")),
    ]


def test_tags_are_links() -> None:
    rendered = render("#work/rust and #é-ü_1 but not a#b, #123 or \\#c or `#d`\n# Heading with #tag")
    assert links_of(rendered) == [
        ("#work/rust", LinkTarget("tag", "work/rust")),
        ("#é-ü_1", LinkTarget("tag", "é-ü_1")),
        ("#tag", LinkTarget("tag", "tag")),
    ]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("#हिन्दी #ไทย/ข่าว", ["हिन्दी", "ไทย/ข่าว"]),
        ("**#bold** _#em_ ==#marked== ~~#gone~~", ["bold", "em", "marked", "gone"]),
        ("[[Note]]#behind `code`#too", ["behind", "too"]),
        ("#a–b #c+d", ["a", "c"]),
        ("#open/ #snake_case_", ["open", "snake_case_"]),
        (r"(#no \[#no &amp;#no x#no #1/2", ["1/2"]),
    ],
)
def test_tags_are_those_of_the_index(text: str, tags: list[str]) -> None:
    assert [link.target for _, link in links_of(render(text)) if link.kind == "tag"] == tags
    assert [name for name, _ in scan_inline(text, {}).tags] == tags


def test_footnote_references_lead_to_their_footnote() -> None:
    rendered = render("Text[^a].\n\nMore\n\n[^a]: Note")
    assert links_of(rendered) == [("¹", LinkTarget("footnote", "a", line=5))]
    assert rendered.lines[rendered.y_of_line(5)].text == "¹ Note"


def test_a_word_is_found_before_the_number_of_a_footnote() -> None:
    rendered = render_note(
        note("one two[^a] three^[four two] two\n\n[^a]: two"),
        width=60,
        match=MatchTerms(forms=frozenset(("two", "three"))),
    )
    assert hits_of(rendered) == ["two", "three", "two", "two", "two"]
    assert hits_of(render("one two[^a]\n\n[^a]: x", phrase="one two")) == ["one two"]


def test_references_beside_each_other_do_not_read_as_one_number() -> None:
    rendered = render("one[^a][^b]**^[in line]** two, [^a] [^b]\n\n[^a]: x\n[^b]: y", phrase="one two")
    assert rendered.lines[0].text == "one¹,²,³ two, ¹ ²"
    assert [text for text, _ in links_of(rendered)] == ["¹", "²", "³", "¹", "²"]
    assert hits_of(rendered) == ["one¹,²,³ two"]
    assert hits_of(render("C[^a]^[b] x\n\n[^a]: y", "C,")) == []
    found = with_found(rendered, ",")
    assert found is not None
    assert [hit.x_start for hit in found.first_hits] == [len("one¹,²,³ two")]


def test_a_link_that_is_wrapped_has_a_spot_on_each_line() -> None:
    rendered = render("see [[Note|one two three]] x", width=9)
    assert [(spot.y, spot.x_start, spot.x_end, spot.number) for spot in rendered.links] == [(0, 4, 7, 0), (1, 0, 9, 0)]
    assert rendered.link_at(5, 0) == rendered.links[0]
    assert rendered.link_at(3, 0) is None


def test_a_picture_within_a_link_leads_where_the_link_leads() -> None:
    assert links_of(render("[![alt](a.png)](https://x.org)")) == [("🖼\xa0alt", LinkTarget("url", "https://x.org"))]


def test_html_links_lead_somewhere() -> None:
    assert links_of(render('see <a href="https://x.org">this</a>.')) == [("this", LinkTarget("url", "https://x.org"))]


@pytest.mark.parametrize(
    "text", ["priority:: high", "- priority:: high", "a [priority:: high] b", "a (priority:: high)"]
)
def test_inline_fields_stand_out(text: str) -> None:
    rendered = render(text)
    assert "field" in styles_of(rendered, "priority")
    assert "faint" in styles_of(rendered, "::")
    assert "field" not in styles_of(rendered, "high")


def test_only_fields_in_brackets_stand_out_in_a_table() -> None:
    rendered = render("| priority:: high | [due:: today] |\n|---|---|\n| std:: x | y |")
    assert "field" not in styles_of(rendered, "priority")
    assert "field" not in styles_of(rendered, "std")
    assert "field" in styles_of(rendered, "due")


def test_colons_in_code_are_no_fields() -> None:
    assert styles_of(render("`std::sync::Mutex` a"), "std::sync") == {"code"}


def test_blanks_are_run_together_outside_code() -> None:
    assert shown("a   b `c   d`") == "a b c   d"


def test_chinese_and_japanese_are_broken_anywhere_but_before_punctuation() -> None:
    assert shown("機械学習、深層学習。", width=8) == "機械学\n習、深層\n学習。"


def test_emoji_are_not_torn_apart() -> None:
    assert shown("👩\u200d💻" * 5, width=8) == "👩\u200d💻" * 4 + "\n" + "👩\u200d💻"


def test_markup_of_the_terminal_library_is_only_text() -> None:
    assert shown("[bold]x[/bold] [/] [@click=app.quit]y[/]") == "[bold]x[/bold] [/] [@click=app.quit]y[/]"


def test_control_characters_are_shown_not_sent() -> None:
    text = "a\x1b[31mb\x00 `\x07` \u202ec\n\n```\n\x1b]0;t\x07\n```\n\n| \x1b |\n|---|\n\n[[\x1b|\x9b]] &#x202e;&#x1b;"
    seen = render(text, "a").text()
    assert "a␛[31mb" in seen
    assert not set(seen) & set("\x1b\x00\x07\x9b\u202e")


def test_matches_are_found_in_every_kind_of_text() -> None:
    text = (
        "# Rust\n\n- rust **rust**\n\n> [!tip] rust\n> rust\n\n| rust | a |\n|---|---|\n| b | rust |\n\n"
        "```rust\nrust\n```\n\n`rust` [[x|rust]] $rust$ ![rust](a.png) <b>rust</b>[^1]\n\n[^1]: rust\n"
    )
    assert len(hits_of(render(text, "rust"))) == 15


def test_a_match_may_reach_across_marks_and_lines() -> None:
    assert hits_of(render("a **dead**lock", "deadlock")) == ["deadlock"]
    assert hits_of(render("xxxx dead lock", phrase="dead lock", width=10)) == ["dead|lock"]


def test_matches_are_numbered_as_they_are_read() -> None:
    rendered = render("one two\n\none one", "one")
    assert [(spot.number, spot.y, spot.x_start, spot.x_end) for spot in rendered.hits] == [
        (0, 0, 0, 3),
        (1, 2, 0, 3),
        (2, 2, 4, 7),
    ]


def test_matches_know_their_line_where_lines_are_joined() -> None:
    first = "a " * 28 + "end"
    for width in (200, 40, 12):
        rendered = render(f"{first} hit\nhit and hit\n\n> hit\n\n| hit |\n|---|\n| hit |", "hit", width=width)
        assert [spot.line for spot in rendered.first_hits] == [1, 2, 2, 4, 6, 8]


def test_matches_count_cells_not_characters() -> None:
    spot = render("機械 rust", "rust").hits[0]
    assert (spot.x_start, spot.x_end) == (5, 9)

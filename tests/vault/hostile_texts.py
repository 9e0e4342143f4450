"""Texts that break readers: YAML that explodes, Markdown that never ends, characters that mean something elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

HostileText = tuple[str, str, tuple[str, ...]]
"""Path, text, and the codes of the warnings that it must give."""

INVALID = ("frontmatter_invalid",)


def hostile_texts(divisor: int = 1) -> Iterator[HostileText]:
    """Notes that can be read, though not all as written.

    Args:
        divisor: What the sizes that matter only by their size are divided by.
    """
    yield from _deep_yaml()
    yield from _odd_yaml()
    yield from _large_texts(divisor)
    yield from _unclosed()
    yield from _odd_characters()


def _yaml(name: str, text: str, *codes: str) -> HostileText:
    return f"yaml/{name}.md", f"---\n{text}\n---\n# Body\n", codes


def _deep_yaml() -> Iterator[HostileText]:
    for depth in (1_000, 100_000):
        yield _yaml(f"flow lists {depth}", f"a: {'[' * depth}{']' * depth}", *INVALID)
        yield _yaml(f"flow lists unclosed {depth}", f"a: {'[' * depth}", *INVALID)
        yield _yaml(f"flow maps {depth}", f"a: {'{a: ' * (depth // 2)}{'}' * (depth // 2)}", *INVALID)
        yield _yaml(f"block lists {depth}", f"a:\n  {'- ' * depth}x", *INVALID)
        yield _yaml(f"explicit keys {depth}", "? " * depth + "x", *INVALID)
        yield _yaml(f"brackets in text {depth}", f'a: "{"[" * depth}"')
    stairs = "\n".join(" " * level + "a:" for level in range(700))
    yield _yaml("block maps 700", stairs, *INVALID)
    too_large = "\n".join(" " * level + "a:" for level in range(1_000))
    yield _yaml("block maps 1000", too_large, "frontmatter_too_large")
    laughs = "\n".join(
        f"{name}: &{name} [{', '.join([f'*{below}'] * 9)}]" for below, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    yield _yaml("billion laughs", f"a: &a [lol]\n{laughs}", *INVALID)
    maps = "\n".join(
        f"{name}: &{name} {{{', '.join(f'k{place}: *{below}' for place in range(9))}}}"
        for below, name in zip("abcdefgh", "bcdefghi", strict=True)
    )
    yield _yaml("billion maps", f"a: &a {{k: lol}}\n{maps}", *INVALID)
    opened, closed = "[ " * 60, " ]" * 60
    tower = [f"a{n}: &a{n} {opened}{f'*a{n - 1}' if n else 'x'}{closed}" for n in range(20)]
    yield _yaml("tower of lists", "\n".join(tower), *INVALID)
    yield _yaml("merge bomb", "a: &a {x: 1}\n" + "\n".join(f"k{place}: {{<<: *a}}" for place in range(2_000)))
    yield _yaml("alias to itself", "a: &a [*a]", *INVALID)
    yield _yaml("alias without anchor", "a: *nothing", *INVALID)
    yield _yaml("thirty aliases of a long text", f"a: &a {'x' * 20_000}\nb: [{', '.join(['*a'] * 30)}]", *INVALID)


def _odd_yaml() -> Iterator[HostileText]:
    no_dates = "created: 2025-02-30\nupdated: 2025-13-01T25:61:00\ndate: 0000-00-00"
    yield _yaml("impossible dates", no_dates, "date_not_understood")
    ends = "created: 0001-01-01\nupdated: 9999-12-31T23:59:59-12:00"
    yield _yaml("dates at the ends of time", ends, "date_not_understood")
    yield _yaml("five thousand digits", f"n: {'9' * 5_000}\nf: {'9' * 400}.5\ne: 1e400\nminus: -{'1' * 5_000}")
    yield _yaml("not a number", "a: .nan\nb: .inf\nc: -.inf\nd: 0x1F\ne: 0o17\nf: 1_000\ng: 12:30\nh: yes")
    yield _yaml("duplicate keys", "a: 1\na: 2\nA: 3", "frontmatter_duplicate_key")
    yield _yaml("many duplicate keys", "a: 1\n" * 20_000, "frontmatter_duplicate_key")
    yield _yaml("tabs", "a:\tx\nb:\n\tc: y\nd:\n\t- z")
    yield _yaml("tabs that cannot be meant", "a:\tx\n\tb: y", *INVALID)
    yield _yaml("template", "title: {{title}}\ndate: {{date:YYYY-MM-DD}}\ntags: [{{tag}}]\n{{key}}: x")
    yield _yaml("surrogates", 'a: "\\ud800"\nb: "\\udc00\\ud800"\nc: "\\U00110000"', *INVALID)
    yield _yaml("lone surrogate", 'a: "\\ud800"\ntags: ["\\udfff"]', *INVALID)
    yield _yaml("escaped controls", 'title: "\\e[31mred\\0\\a"\ntags: ["\\x1b"]\na: "\\u202e"')
    yield _yaml("raw escape", "title: \x1b[31mred\x1b[0m\ntags: [\x1b[0;x\x07]\n\u202ekey: v", *INVALID)
    yield _yaml("raw escape in plain text", "title: \x1b[31mred\x1b[0m\nstate: \x1b]0;x\x07\n\u202ekey: v")
    yield _yaml("markup", 'title: "[bold red]x[/]"\ntags: ["[b]"]\nstatus: "[link=file:///etc/passwd]x[/link]"')
    yield _yaml("sql", 'title: "\'; drop table notes; --"\n"\'; drop table notes; --": \'"; --\'')
    yield _yaml("at sign", "aliases:\n  - @name", *INVALID)
    yield _yaml("python", "a: !!python/object/apply:os.system [touch pwned]")
    yield _yaml("tags of the standard", "a: !!int x\nb: !!float y\nc: !!binary z\nd: !!set {x}\ne: !!timestamp x")
    yield _yaml("second document", "a: 1\n...\nb: 2", *INVALID)
    yield _yaml("directive", "%YAML 9.9\na: 1", *INVALID)
    yield _yaml("scalar", "just words", *INVALID)
    yield _yaml("list", "- a\n- b", *INVALID)
    yield _yaml("keys that are lists", "? [a, b]\n: c", *INVALID)
    yield _yaml("empty keys", '"": x\n? \n: y\nnull: z\n~: z', "frontmatter_duplicate_key")
    yield _yaml("long key", f"{'k' * 1_000}: v\n? {'l' * 5_000}\n: v")
    yield _yaml("many keys", "\n".join(f"key{place}: {place}" for place in range(10_000)))
    yield _yaml("many tags", f"tags: [{', '.join(f't{place}' for place in range(20_000))}]")
    yield _yaml("odd tags", "tags: [null, '', ' ', '#', '##', '#a#b', a/b/, //, 1, 1.5, 2025-01-01, true, {a: b}, [c]]")
    yield "yaml/unclosed.md", "---\ntitle: unclosed\ntags: [x]\n\n# Body\n", ("frontmatter_unclosed",)
    yield "yaml/not first.md", "\n---\ntitle: no\n---\n", ()
    yield "yaml/empty.md", "---\n---\n", ()
    yield "yaml/only fences.md", "---\n" * 5_000, ()
    yield "yaml/keys alike in other notes.md", "---\nkey1: a text where a number is elsewhere\n---\n", ()


def _large_texts(divisor: int) -> Iterator[HostileText]:
    many = 100_000 // divisor
    yield (
        "large/frontmatter.md",
        "---\n" + "".join(f"key{place}: {'v' * 200}\n" for place in range(150_000 // divisor)) + "---\n",
        (("note_truncated", "frontmatter_unclosed") if divisor == 1 else ("frontmatter_too_large",)),
    )
    yield "large/one line.md", "words and [[links]] and #tags " * 35_000, ()
    yield "large/one word.md", "x" * 1_000_000, ()
    yield "large/headings.md", "".join(f"{'#' * (place % 6 + 1)} Heading {place}\n" for place in range(many)), ()
    yield "large/equal headings.md", "# Same\n\ntext\n\n" * (many // 4), ()
    yield "large/tags.md", " ".join(f"#tag{place}/sub{place % 7}" for place in range(many)), ()
    yield "large/one tag.md", "#same " * many, ()
    yield "large/long tag.md", "#" + "t" * many, ()
    yield "large/links.md", "".join(f"[[target {place}|shown]] ![[e{place}#h]]\n" for place in range(many // 4)), ()
    yield "large/links on a line.md", "".join(f"[[target {place}]] " for place in range(many // 2)), ()
    yield "large/tasks.md", "".join(f"- [{' x'[place % 2]}] do {place}\n" for place in range(many)), ()
    yield "large/fields.md", "".join(f"field{place}:: value {place}\n" for place in range(many // 2)), ()
    yield "large/footnotes.md", "".join(f"a[^{place}]\n\n[^{place}]: note\n\n" for place in range(many // 4)), ()
    yield "large/table.md", "| a | b |\n|---|---|\n" + "| [[x\\|y]] | #t |\n" * (many // 4), ()
    yield "large/wide table.md", "|" + " a |" * (many // 4) + "\n|" + "---|" * (many // 4) + "\n", ()
    yield "large/distinct words.md", " ".join(f"w{place:x}q" for place in range(many * 3)), ()
    yield "large/blank lines.md", "\n" * (many * 5), ()
    yield "large/blanks.md", " " * (many * 5), ()
    yield "large/nested quotes.md", "> " * (many // 2) + "deep", ()
    yield "large/nested lists.md", "\n".join("  " * level + "- item" for level in range(1_000)), ()
    yield "large/list marks.md", "- " * (many // 2), ()
    for mark in (
        "*",
        "_",
        "`",
        "~",
        "=",
        "%",
        "$",
        "[",
        "![",
        "]",
        "(",
        "<",
        "<!--",
        "[[",
        "![[",
        "]]",
        "|",
        "\\",
        "&",
    ):
        safe = "".join(f"{ord(character):02x}" for character in mark)
        yield f"large/marks {safe}.md", mark * (many // 2), ()
        yield f"large/marks apart {safe}.md", f"{mark}a " * (many // 4), ()


def _unclosed() -> Iterator[HostileText]:
    for name, text in {
        "fence": "```python\n# no heading\n#notag [[nolink]]\n- [ ] no task",
        "tilde fence": "~~~~\n~~~\n# no heading",
        "fence in fence": "````\n```\n````\n```\n# x",
        "comment": "%% never closed\n# heading\n#tag",
        "html comment": "<!-- never closed\n# heading\n#tag",
        "math": "$$\n# heading\n\\frac{1}{2",
        "inline math": "$ a #b $ c $ d [[e",
        "code": "`never closed #tag [[link]]",
        "link": "[[never closed\n[[also|not\n![[nor this",
        "brackets": "[a](b [c](d [e][f",
        "html": "<div><script>alert(1)//\n# x\n<style>\n<pre>",
        "callout": "> [!note\n> [!]\n> [! ]- x",
        "footnote": "[^\n[^1\n[^1]:",
        "task": "- [\n- [ \n- [x\n- []\n- [ ]\n- [xx] y\n- [\u2028] z\n- [🎉] w",
        "embed of itself": "![[embed of itself]]\n![[#^x]]\n![[unclosed/embed of itself.md]]\n\ntext ^x",
    }.items():
        yield f"unclosed/{name}.md", text, ()


def _odd_characters() -> Iterator[HostileText]:
    for name, text in {
        "escape sequences": "# \x1b[31mRed\x1b[0m \x1b]8;;file:///etc\x07title\n\n#\x1b[2J \x9b2J \x07\x08",
        "markup": "# [bold red]x[/] [@click=app.quit]y[/]\n\n[/] [[[bold]]] #[b]",
        "bidi": "# \u202eeltit\u202c\n\n#\u202egat \u2066x\u2069 [[\u202ex]]",
        "zero width": "# a\u200bb\u200dc\ufeff\n\n#z\u200bw [[a\u200bb]]",
        "combining": "# Z" + "\u0301\u0327" * 2_000 + "algo\n\n#t\u0301ag",
        "line separators": "# a\u2028# b\u2029# c\x85# d\x0b# e\x0c# f\x1c# g",
        "private and unassigned": "\ue000\ue0010\ue001 \U0010ffff \ufffe \U000e0100 \u0378",
        "astral": "# \U0001f468\u200d\U0001f469\u200d\U0001f467 𝔉𝔯𝔞𝔨𝔱𝔲𝔯\n\n#🎉 #🏳️‍🌈/𝔞 𠮷野家",
        "rtl": "# שלום עולם\n\nمرحبا بالعالم #תג [[قطة]] كَلِمَة",
        "case folding": "# İstanbul ıI ſ ß ẞ ﬁ Ǆ\n\n#İ #ß",
        "nul escapes": "&#0; \\0 %00 \\x00 [x](%00) [[%00]] [y](%ff%fe) [z](%2e%2e/%2e%2e/etc/passwd)",
        "links out": "[[../../outside/secret]] [[/etc/passwd]] ![[../outside/secret.md]] [x](file:///etc/passwd)",
        "one byte apart": "# \u00e9\n\n# e\u0301\n\n[[e\u0301]] [[\u00e9]]",
    }.items():
        yield f"characters/{name}.md", text, ()

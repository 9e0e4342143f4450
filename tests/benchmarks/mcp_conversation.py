"""A long conversation of the official client with ``vaulttui mcp``.

``python -m tests.benchmarks.mcp_conversation VAULT`` starts the server on a vault.

What is right is told by reading the vault's files, plainly and apart from vaulttui. Prints each call with its time and
the size of the answer; ends with 1 if any answer was wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path
from typing import Any

import yaml
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

_FRONTMATTER = re.compile(r"---\n(.*?)\n---\s*\n", re.DOTALL)


@dataclass
class File:
    """One note, read plainly."""

    path: str
    text: str
    day: date
    properties: dict[str, Any] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """Where it lies, ``""`` at the root."""
        return self.path.rpartition("/")[0]


def read_vault(root: Path) -> dict[str, File]:
    """Every note that is not below a dot-folder, by path."""
    files = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.endswith(".md") and not name.startswith("."):
                path = Path(folder) / name
                text = path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n").lstrip("\ufeff")
                relative = path.relative_to(root).as_posix()
                day = datetime.fromtimestamp(path.stat().st_mtime).date()
                files[relative] = File(relative, text, day, _properties(text))
    return files


def _properties(text: str) -> dict[str, Any]:
    found = _FRONTMATTER.match(text)
    try:
        values = yaml.safe_load(found[1]) if found else None
    except yaml.YAMLError:
        return {}
    return {str(key): value for key, value in values.items()} if isinstance(values, dict) else {}


class Conversation:
    """Calls tools and keeps count of what was right."""

    def __init__(self, client: Client, *, verbose: bool) -> None:
        self._client = client
        self._verbose = verbose
        self.calls = 0
        self.wrong: list[str] = []
        self.seconds: list[float] = []

    async def ask(self, tool: str, **arguments: Any) -> tuple[bool, str]:
        """One call: whether it failed, and its text."""
        started = time.perf_counter()
        result = await self._client.call_tool(tool, arguments)
        seconds = time.perf_counter() - started
        texts = [content.text for content in result.content if content.type == "text"]
        self.calls += 1
        self.seconds.append(seconds)
        shown = json.dumps(arguments, ensure_ascii=False)
        print(f"{self.calls:>3}  {seconds * 1000:7.0f} ms {len(texts[0]):>7} characters  {tool} {shown[:120]}")
        if self._verbose:
            for text in texts:
                print(f"       {text[:300]}")
        return bool(result.is_error), texts[0]

    async def json(self, tool: str, **arguments: Any) -> Any:
        """One call that has to succeed with JSON."""
        failed, text = await self.ask(tool, **arguments)
        self.expect(not failed, f"{tool} failed: {text[:200]}")
        return json.loads(text)

    async def error(self, text: str, tool: str, **arguments: Any) -> None:
        """One call that has to fail with a text."""
        failed, told = await self.ask(tool, **arguments)
        self.expect(failed and text in told, f"{tool} should have failed with {text!r}, said {told[:200]}")

    def expect(self, right: bool, message: str) -> None:
        """Note what is wrong."""
        if not right:
            self.wrong.append(f"call {self.calls}: {message}")
            print(f"       WRONG: {message}")


async def talk(talk: Conversation, client: Client, files: dict[str, File]) -> None:
    """The conversation."""
    listed = sorted(tool.name for tool in (await client.list_tools()).tools)
    talk.expect(listed == ["find", "find_notes", "search", "search_notes"], f"tools are {listed}")
    await _listing(talk, files)
    await _searching(talk, files)
    await _names_and_words(talk, client, files)
    await _faults(talk)


async def _listing(talk: Conversation, files: dict[str, File]) -> None:
    folder = Counter(file.folder for file in files.values() if file.folder).most_common(1)[0][0]
    inside = {path for path, file in files.items() if file.folder == folder}
    below = {path for path in files if path.startswith(f"{folder}/")}
    told = await talk.json("find_notes", folder=folder, n_results=1)
    talk.expect(told["total"] == len(inside), f"{told['total']} notes in {folder}, {len(inside)} files")
    told = await talk.json("find_notes", folder=folder, recursive=True, n_results=5)
    talk.expect(told["total"] == len(below), f"{told['total']} notes below {folder}, {len(below)} files")
    seen: list[str] = []
    for offset in (0, 100, 200):
        seen += (await talk.json("find_notes", folder=folder, n_results=100, offset=offset))["results"]
    talk.expect(len(set(seen)) == len(seen) and set(seen) <= inside, "pages overlap or have other notes")
    told = await talk.json("find_notes", folder=".", n_results=2000)
    talk.expect(set(told["results"]) == {path for path in files if "/" not in path}, "the root's notes differ")
    told = await talk.json("find_notes", folder="/", recursive=True, n_results=1)
    talk.expect(told["total"] == len(files), f"{told['total']} notes in all, {len(files)} files")

    scalars = Counter(
        (key, str(value).lower())
        for file in files.values()
        for key, value in file.properties.items()
        if isinstance(value, (str, int, bool)) and len(str(value)) > 2
    )
    (key, value), count = scalars.most_common(1)[0]
    condition = {"field": key.upper(), "value": value.upper(), "match_type": "equals"}
    told = await talk.json("find_notes", frontmatter=[condition], include_fields=[key], n_results=3)
    talk.expect(
        abs(told["total"] - count) <= count * 0.01, f"{told['total']} notes with {key}={value}, counted {count}"
    )
    talk.expect(all(str(item[key]).lower() == value for item in told["results"]), "a projection has another value")
    without = sum(key not in file.properties for file in files.values())
    told = await talk.json(
        "find_notes", folder="/", recursive=True, frontmatter=[{"field": key, "match_type": "missing"}], n_results=1
    )
    talk.expect(abs(told["total"] - without) <= len(files) * 0.01, f"{told['total']} without {key}, counted {without}")

    day = Counter(file.day for file in files.values()).most_common()[-1][0]
    seen, more = [], True
    while more:
        told = await talk.json("find_notes", date_start=str(day), date_end=str(day), n_results=500, offset=len(seen))
        seen, more = seen + told["results"], told["has_more"]
    talk.expect(
        seen != [] and set(seen) == {path for path, file in files.items() if file.day == day}, f"notes of {day}"
    )
    told = await talk.json("find_notes", folder="/", recursive=True, sort="modified", n_results=2000)
    days = [files[path].day for path in told["results"]]
    talk.expect(days == sorted(days, reverse=True), "not the newest first")


async def _searching(talk: Conversation, files: dict[str, File]) -> None:
    known = _known_note(files)
    name = known.path.rpartition("/")[2].removesuffix(".md")
    told = await talk.json("find_notes", query=name, mode="keyword", n_results=5)
    talk.expect(known.path in [item["source"] for item in told["results"]], f"{name} is not among the first five")
    told = await talk.json("find_notes", query=name, folder=known.folder or ".", sort="name", n_results=100)
    sources = [item["source"] for item in told["results"]]
    talk.expect(known.path in sources, "the note is lost by the folder")
    talk.expect(all(files[path].folder == known.folder for path in sources), "a note of another folder")
    for mode in ("hybrid", "fulltext", "deep"):
        results = await talk.json("search", query=name, mode=mode)
        talk.expect(known.path in [item["path"] for item in results], f"{name} is not found by {mode}")
        talk.expect(all(item["score"] >= 0.3 for item in results) and len(results) <= 10, "defaults do not hold")
    results = await talk.json("search", query="how do I keep a diary", mode="vector", min_score=0, explain=True)
    talk.expect(len(results) == 10 and all(item["relevance_reason"] for item in results), "no reasons")
    words = name.split()[:2]
    results = await talk.json("search", queries=words, mode="fast", limit=20)
    talk.expect(0 < len(results) <= 20, "no chunks")
    for item in results:
        lines = files[item["path"]].text.split("\n")
        for line in item["chunk_with_context"].split("\n"):
            number, _, shown = line.partition("  | ")
            talk.expect(lines[int(number) - 1] == shown, f"line {number} of {item['path']} is another")
    scope = f"{known.folder}/*" if known.folder else "*"
    results = await talk.json("search", queries=["*"], scopes=[scope, "no such folder/*"], limit=30)
    talk.expect(
        bool(results) and all(item["path"].startswith(known.folder) for item in results), "outside of the scope"
    )
    talk.expect(await talk.json("search", queries=["*"], scopes=["no such folder/*"]) == [], "found in no folder")
    file, heading = next(
        (file, found[1])
        for file in files.values()
        if "[" not in file.path and (found := re.search(r"^## (\w[\w ]{4,})$", file.text, re.MULTILINE))
    )
    results = await talk.json("search", queries=["*"], scopes=[f"{file.path}#{heading}"])
    talk.expect(bool(results) and all(item["path"] == file.path for item in results), f"nothing below {heading}")
    results = await talk.json("search", query=f'"{heading}"', mode="fulltext", min_score=0, path=file.folder or ".")
    talk.expect(bool(results), f"the phrase {heading} is not found")


async def _names_and_words(talk: Conversation, client: Client, files: dict[str, File]) -> None:
    known = _known_note(files)
    name = known.path.rpartition("/")[2]
    results = await talk.json("find", pattern=name)
    talk.expect(known.path in [item["path"] for item in results], f"{name} is not found by its name")
    results = await talk.json("find", pattern="*.md", path=known.folder or ".", limit=5000, sort="modified")
    below = {path for path in files if path.startswith(f"{known.folder}/" if known.folder else "")}
    talk.expect({item["path"] for item in results} <= below, "a file of another folder")
    word = max(re.findall(r"[a-z]{8,14}", known.text), key=lambda word: (len(word), word))[1:-1]
    holding = {path for path, file in files.items() if word in file.text.lower() or word in path.lower()}
    _, text = await talk.ask("search_notes", query=word.upper())
    found = re.match(r"Found ([\d,]+) note", text)
    talk.expect(
        found is not None and int(found[1].replace(",", "")) == len(holding),
        f"{word} is in {len(holding)} files, told {text[:60]!r}",
    )
    _, text = await talk.ask("search_notes", query=word, read_content=True)
    talk.expect(word in text.lower(), "the notes do not hold the word")
    started = time.perf_counter()
    uri = "vault://note/" + "/".join(_quoted(part) for part in known.path.split("/"))
    content = (await client.read_resource(uri)).contents[0]
    talk.expect(getattr(content, "text", "") == known.text, "the resource is not the file")
    for kind in ("tags", "properties", "folders"):
        content = (await client.read_resource(f"vault://{kind}")).contents[0]
        talk.expect(bool(json.loads(getattr(content, "text", ""))), f"no {kind}")
    print(f"     {(time.perf_counter() - started) * 1000:7.0f} ms for four resources")


async def _faults(talk: Conversation) -> None:
    await talk.error("At least one filter is required", "find_notes")
    await talk.error("sort must be one of ['created'", "find_notes", folder=".", sort="size")
    await talk.error("mode must be one of ['hybrid'", "find_notes", query="x", mode="deep")
    await talk.error("Invalid date_start format. Use YYYY-MM-DD, got '1/2/2025'", "find_notes", date_start="1/2/2025")
    await talk.error("Invalid pagination: ", "find_notes", folder=".", n_results=True)
    await talk.error("Folder not found: no such folder", "find_notes", folder="no such folder")
    await talk.error("Path must be within vault", "find_notes", folder="../..")
    await talk.error("'value' is required", "find_notes", frontmatter=[{"field": "a"}])
    await talk.error("either query or queries", "search", query="a", queries=["b"])
    await talk.error("'[x'", "search", query="a", scopes=["[x"])
    await talk.error("is after date_to", "search", query="a", date_from="2025-02-01", date_to="2025-01-01")
    await talk.error("Path must be within vault", "find", path="/etc")
    await talk.error("query is empty", "search_notes", query=" ")


def _known_note(files: dict[str, File]) -> File:
    """A note with a name of three words that is not short: the first of these by path."""
    named = re.compile(r"[A-Z][a-z]+ [A-Za-z]+ [A-Za-z]+\.md")
    return next(
        file
        for path, file in sorted(files.items())
        if named.fullmatch(path.rpartition("/")[2]) and len(file.text) > 1500 and "/" in path
    )


def _quoted(part: str) -> str:
    from urllib.parse import quote

    return quote(part)


async def converse(vault: Path, *, verbose: bool) -> int:
    """Start the server, talk, and tell how it went."""
    files = read_vault(vault)
    print(f"{len(files):,} notes")
    program = "import sys; from vaulttui.cli import main; sys.exit(main(sys.argv[1:]))"
    arguments = ["-c", program, "mcp", "--vault", str(vault)]
    server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ))
    started = time.perf_counter()
    async with Client(stdio_client(server)) as client:
        print(f"connected after {time.perf_counter() - started:.1f} s, protocol {client.protocol_version}")
        conversation = Conversation(client, verbose=verbose)
        await talk(conversation, client, files)
        ending = time.perf_counter()
    times = sorted(seconds * 1000 for seconds in conversation.seconds)
    print(
        f"{conversation.calls} calls, {len(conversation.wrong)} wrong; median {times[len(times) // 2]:.0f} ms, "
        f"slowest {times[-1]:.0f} ms; ended in {time.perf_counter() - ending:.1f} s"
    )
    return 1 if conversation.wrong else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("vault", type=Path)
    parser.add_argument("--verbose", action="store_true", help="show the beginning of each answer")
    options = parser.parse_args()
    sys.exit(asyncio.run(converse(options.vault.absolute(), verbose=options.verbose)))

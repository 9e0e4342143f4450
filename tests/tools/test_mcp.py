"""The MCP server, as its clients meet it: a process that speaks the protocol over its standard streams."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import ResourceTemplateReference

from tests.conftest import WORDS_ONLY, MakeVault, OpenVault, ReadVault, write_notes
from tests.ear import wait_until
from tests.tools.french import NOTES
from vaulttui.errors import IndexFault
from vaulttui.search.engine import EngineEvent, Progress
from vaulttui.search.language.operators import OPERATORS
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.search.query import Query, Result
from vaulttui.search.sharing import SharedEngine
from vaulttui.settings import EmbeddingSettings, VaultSettings
from vaulttui.tools import find, find_notes, search, search_notes
from vaulttui.tools.answers import _SHORTEST_RESULT, find_notes_answer, search_answer
from vaulttui.tools.bounds import LONGEST_ANSWER
from vaulttui.tools.json_text import to_json
from vaulttui.tools.mcp import process as mcp_process
from vaulttui.tools.mcp import resources
from vaulttui.tools.mcp.server import VaultServer

PROGRAM = "import sys; from vaulttui.cli import main; sys.exit(main(sys.argv[1:]))"


def command(root: Path) -> list[str]:
    return [sys.executable, "-c", PROGRAM, "mcp", "--no-embed", "--vault", str(root)]


@asynccontextmanager
async def started(root: Path) -> AsyncIterator[Client]:
    """A client of a server process."""
    program, *arguments = command(root)
    parameters = StdioServerParameters(command=program, args=arguments, env=dict(os.environ))
    async with Client(stdio_client(parameters)) as client:
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> tuple[bool, list[str]]:
    """Whether a call failed, and the texts of its answer."""
    result = await client.call_tool(tool, arguments)
    return bool(result.is_error), [content.text for content in result.content if content.type == "text"]


async def test_a_conversation(french_vault: Path, engine: LocalEngine) -> None:
    async with started(french_vault) as client:
        listed = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(listed) == {"find_notes", "search", "find", "search_notes"}
        for tool in listed.values():
            assert tool.annotations is not None
            assert tool.annotations.read_only_hint
            assert len(tool.description or "") > 200
        assert listed["find_notes"].input_schema["properties"]["n_results"]["maximum"] == 2000
        assert listed["search_notes"].input_schema["required"] == ["query"]
        for name in listed:
            assert name in (client.instructions or "")

        asked: list[tuple[str, dict[str, Any], str]] = [
            ("find_notes", {"folder": "Projets"}, find_notes(engine, folder="Projets")),
            ("find_notes", {"query": "TVA", "mode": "keyword"}, find_notes(engine, "TVA", "keyword")),
            ("find_notes", {"folder": "nowhere"}, find_notes(engine, folder="nowhere")),
            ("find_notes", {"folder": ".", "n_results": True}, find_notes(engine, folder=".", n_results=True)),
            ("search", {"query": "TVA Q3", "mode": "fast"}, json.dumps(search(engine, "TVA Q3", mode="fast"))),
            ("search", {"queries": ["*"], "limit": 2}, json.dumps(search(engine, queries=["*"], limit=2))),
            ("find", {"pattern": "zo"}, json.dumps(find(engine, "zo"))),
            ("search_notes", {"query": "factures"}, search_notes(engine, "factures")),
        ]
        for tool_name, arguments, expected in asked:
            _, texts = await call(client, tool_name, **arguments)
            if tool_name == "search_notes":
                assert texts[0] == expected
            else:
                assert json.loads(texts[0]) == json.loads(expected)


async def test_every_argument_says_what_it_means(engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        for tool in (await client.list_tools()).tools:
            for name, argument in tool.input_schema["properties"].items():
                assert argument.get("description"), f"{tool.name}: {name}"
                inner = argument.get("items", argument).get("properties", {})
                for part, value in inner.items():
                    assert value.get("description"), f"{tool.name}: {name}.{part}"
    server.close()


async def test_every_value_has_one_type_and_is_chosen_of_words(engine: LocalEngine) -> None:
    """The interface of Gemini refuses all that is asked beside a tool of another kind."""
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        schemas: list[dict[str, Any]] = [tool.input_schema for tool in (await client.list_tools()).tools]
    server.close()
    while schemas:
        schema = schemas.pop()
        assert isinstance(schema["type"], str), schema
        assert all(schema.get("enum", ["word"])), schema
        assert schema.get("default", "word") not in (None, ""), schema
        schemas += schema.get("properties", {}).values()
        schemas += [schema["items"]] if schema["type"] == "array" else []


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        ("find_notes", {}, "At least one filter is required: query, folder, frontmatter, or date_start/date_end"),
        ("find_notes", {"folder": "../coffre-2"}, "Path must be within vault"),
        ("search", {}, "Give a query, or queries: one of them is required"),
        ("search", {"query": "x", "scopes": ["[x"]}, "Invalid scope '[x'"),
        ("search", {"query": "x", "mode": "psychic"}, "mode must be one of"),
        ("search", {"query": "x", "limit": True}, "limit must be an integer of at least 1, got True"),
        ("find", {"path": "/etc"}, "Path must be within vault"),
        ("find", {"limit": 0}, "limit must be an integer of at least 1, got 0"),
        ("search_notes", {"query": " "}, "query is empty"),
        ("find_notes", {"query": 5}, "query must be a text, got 5"),
        ("search", {"query": ["x"]}, "query must be a text, got ['x']"),
        ("search", {"query": "x", "tag": 5}, "tag must be a text, got 5"),
        ("search", {"query": "x", "path": "null"}, "Folder not found: null"),
    ],
)
async def test_faults_are_told_in_the_words_of_the_tool(
    engine: LocalEngine, tool: str, arguments: dict[str, Any], error: str
) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        failed, texts = await call(client, tool, **arguments)
    server.close()
    assert failed
    assert error in texts[0]


@pytest.mark.parametrize(
    ("tool", "arguments", "error"),
    [
        (
            "search",
            {"query": "TVA", "folder": "Projets"},
            "search has no argument 'folder'; it takes query, queries",
        ),
        ("find", {"pattern": "*", "tags": ["x"]}, "find has no argument 'tags'; it takes pattern, path, tag"),
        ("find_notes", {"folder": ".", "limit": 5}, "find_notes has no argument 'limit'; it takes query, mode, folder"),
        ("search_notes", {}, "search_notes needs the argument 'query'"),
    ],
)
async def test_an_argument_that_a_tool_does_not_have_is_not_left_out_in_silence(
    engine: LocalEngine, tool: str, arguments: dict[str, Any], error: str
) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        listed = {known.name: known.input_schema for known in (await client.list_tools()).tools}
        failed, texts = await call(client, tool, **arguments)
    server.close()
    assert listed[tool]["additionalProperties"] is False
    assert failed
    told = json.loads(texts[0])["error"] if tool == "find_notes" else texts[0]
    assert told.startswith(error)


@pytest.mark.parametrize(
    ("given", "taken"), [(True, True), ("true", True), ("False", False), (0, False), (None, False), ("maybe", None)]
)
async def test_truth_values_are_read_as_everywhere(engine: LocalEngine, given: Any, taken: bool | None) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "find_notes", folder="Projets", recursive=given)
    server.close()
    assert texts[0] == find_notes(engine, folder="Projets", recursive=given)
    if taken is None:
        assert json.loads(texts[0])["error"] == "recursive must be true or false, got 'maybe'"
    else:
        assert texts[0] == find_notes(engine, folder="Projets", recursive=taken)


@pytest.mark.parametrize("text", ["[2025]", "null", '["TVA"]', "true", "{}"])
async def test_a_text_that_looks_like_json_stays_a_text(engine: LocalEngine, text: str) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        failed, texts = await call(client, "search", query=text, mode="fast")
    server.close()
    assert not failed
    assert json.loads(texts[0]) == search(engine, text, mode="fast")


async def test_null_is_nothing_given(engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        tools = {tool.name: tool.input_schema["properties"] for tool in (await client.list_tools()).tools}
        given = {"find_notes": {"folder": "Projets"}, "search": {"query": "TVA"}, "find": {"pattern": "TVA"}}
        for name, arguments in given.items():
            answer = await call(client, name, **arguments)
            assert not answer[0]
            assert await call(client, name, **dict.fromkeys(tools[name]) | arguments) == answer
        for condition in ({"field": "status", "value": "bloqué"}, {"field": "tags", "value": "tva"}):
            answer = await call(client, "find_notes", frontmatter=[condition])
            assert await call(client, "find_notes", frontmatter=[condition | {"match_type": None}]) == answer
    server.close()


async def test_what_was_meant_is_told_once(engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "search", query="tagg:x")
    server.close()
    assert texts[0] == 'At character 1: There is no operator "tagg:". Did you mean tag:?'


async def test_a_note_is_read_part_by_part_as_the_instructions_say(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    parts = "\n\n".join(f"## Part {number}\n\n{'word ' * 200}" for number in range(12))
    server = VaultServer(open_vault(make_vault({"Projects/Boat.md": parts, "b.md": "word"})), patience=0)
    async with Client(server.mcp) as client:
        asked = 'search(queries=["*"], scopes=["Projects/Boat.md"], mode="fast")'
        assert asked in (client.instructions or "")
        arguments = {name: json.loads(value) for name, value in re.findall(r'(\w+)=(\[[^]]*\]|"\w+")', asked)}
        _, texts = await call(client, "search", **arguments)
    server.close()
    found = re.findall(
        r"\| ## Part (\d+)$", "\n".join(part["chunk_with_context"] for part in json.loads(texts[0])), re.M
    )
    assert list(dict.fromkeys(found)) == [str(number) for number in range(12)]


async def test_resources(engine: LocalEngine) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        uris = {str(resource.uri) for resource in (await client.list_resources()).resources}
        assert uris == {"vault://tags", "vault://properties", "vault://folders", "vault://query-language"}

        async def text(uri: str) -> str:
            content = (await client.read_resource(uri)).contents[0]
            return str(getattr(content, "text", ""))

        assert {"tag": "impôts", "notes": 1} in json.loads(await text("vault://tags"))
        assert {"folder": "Projets", "notes": 3} in json.loads(await text("vault://folders"))
        by_name = {item["property"]: item for item in json.loads(await text("vault://properties"))}
        assert {"value": "bloqué", "notes": 1} in by_name["status"]["values"]
        language = await text("vault://query-language")
        assert language.startswith("# Query language\n")
        assert all(f"`{info.name}:`" in language for info in OPERATORS)
        assert "ebnf" not in language
        assert await text("vault://note/Projets/TVA.md") == NOTES["Projets/TVA.md"]
        assert await text("vault://note/%C3%89quipe/L%C3%A9o.md") == NOTES["Équipe/Léo.md"]
        for hidden in ("brouillons/secret.md", ".gitignore", "nowhere.md", "../coffre/overview.md", "%2Fetc%2Fpasswd"):
            with pytest.raises(MCPError):
                await text(f"vault://note/{hidden}")
    server.close()


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("C#/why?.md", "sharp"),
        ("C%23/why%3F.md", "sharp"),
        ("C%23/why?.md", "sharp"),
        ("#a b?c#d.md", "marks"),
        ("100%.md", "all"),
        ("100%25.md", "all"),
    ],
)
async def test_the_path_of_a_note_need_not_be_encoded(
    make_vault: MakeVault, open_vault: OpenVault, path: str, text: str
) -> None:
    engine = open_vault(make_vault({"C#/why?.md": "sharp", "#a b?c#d.md": "marks", "100%.md": "all"}))
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        content = (await client.read_resource(f"vault://note/{path}")).contents[0]
        assert getattr(content, "text", "") == text
        with pytest.raises(MCPError, match=r"There is no note 'C#/when\?\.md'; the tool find looks for names"):
            await client.read_resource("vault://note/C#/when?.md")
    server.close()


async def test_the_path_of_a_note_can_be_completed(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "_MOST_COMPLETIONS", 2)
    notes = {"Boat/Engine.md": "x", "engine #2.md": "x", "zebra.md": "x"}
    server = VaultServer(open_vault(make_vault(notes)), patience=0)
    async with Client(server.mcp) as client:
        template = (await client.list_resource_templates()).resource_templates[0].uri_template
        ref = ResourceTemplateReference(type="ref/resource", uri=template)
        typed = (await client.complete(ref, {"name": "path", "value": "eng"})).completion
        everything = (await client.complete(ref, {"name": "path", "value": ""})).completion
        line = (await client.complete(ref, {"name": "line", "value": "1"})).completion
    server.close()
    assert sorted(typed.values) == ["Boat/Engine.md", "engine #2.md"]
    assert not typed.has_more
    assert len(everything.values) == 2
    assert everything.has_more
    assert line.values == []


async def read_list(server: VaultServer, uri: str) -> list[dict[str, Any]]:
    """What a resource lists."""
    async with Client(server.mcp) as client:
        content = (await client.read_resource(uri)).contents[0]
    text = str(getattr(content, "text", ""))
    assert len(text) < LONGEST_ANSWER + 500
    listed: list[dict[str, Any]] = json.loads(text)
    return listed


async def test_no_property_is_left_out_where_there_are_many(make_vault: MakeVault, open_vault: OpenVault) -> None:
    lines = "".join(f"property {number}: {number}\n" for number in range(100))
    engine = open_vault(make_vault({"a.md": f"---\n{lines}aliases: [A]\n---\n", "b.md": "---\naliases: [B]\n---\n"}))
    server = VaultServer(engine, patience=0)
    listed = await read_list(server, "vault://properties")
    server.close()
    assert {item["property"]: item["notes"] for item in listed} == {
        **{f"property {number}": 1 for number in range(100)},
        "aliases": 2,
    }


async def test_no_property_is_left_out_where_values_are_long(make_vault: MakeVault, open_vault: OpenVault) -> None:
    def frontmatter(note: int) -> str:
        long = "".join(f"text {key:02}: {note} {'long ' * 300}\n" for key in range(80))
        return f"---\n{long}status: draft\n---\n"

    engine = open_vault(make_vault({f"{note}.md": frontmatter(note) for note in range(10)}))
    server = VaultServer(engine, patience=0)
    listed = await read_list(server, "vault://properties")
    server.close()
    assert {item["property"] for item in listed} == {*(f"text {key:02}" for key in range(80)), "status"}
    with_values = [item["values"] for item in listed if "values" in item]
    assert len(with_values) > 20
    assert all(len(value["value"]) < 70 for values in with_values for value in values)


async def test_a_list_that_does_not_fit_says_that_there_is_more(make_vault: MakeVault, open_vault: OpenVault) -> None:
    long = "long" * 30
    engine = open_vault(make_vault({f"{long}{number:03}/a.md": f"#{long}{number}" for number in range(300)}))
    server = VaultServer(engine, patience=0)
    for uri in ("vault://folders", "vault://tags"):
        *listed, last = await read_list(server, uri)
        assert 200 < len(listed) < 300
        assert last == {"remark": f"Only the first {len(listed)} of 300 fit into one answer: others exist, too."}
    server.close()


async def test_an_answer_is_bounded_and_says_how_to_go_on(make_vault: MakeVault, open_vault: OpenVault) -> None:
    long = "mot " * 1500
    engine = open_vault(make_vault({f"{number:03}.md": f"# Titre\n\n{long}" for number in range(60)}))
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        seen: list[str] = []
        while True:
            _, texts = await call(client, "find_notes", query="mot", mode="keyword", n_results=60, offset=len(seen))
            assert len(texts[0]) < LONGEST_ANSWER + 500
            document = json.loads(texts[0])
            seen += [result["source"] for result in document["results"]]
            if not document["has_more"]:
                break
            assert f"Go on with offset={len(seen)}" in texts[1]
        assert len(seen) == len(set(seen)) == 60
        _, texts = await call(client, "search", queries=["*"])
        assert len(texts[0]) < LONGEST_ANSWER + 500
        assert "fit into one answer" in texts[1]
        _, texts = await call(client, "search_notes", query="mot", read_content=True)
        assert len(texts[0]) <= LONGEST_ANSWER + 500
        assert 'part by part with search(queries=["*"], scopes=["PATH"], mode="fast")' in texts[1]
    server.close()


@pytest.mark.parametrize("form", ["notes", "chunks"])
async def test_an_answer_holds_as_many_short_results_as_fit(
    make_vault: MakeVault, open_vault: OpenVault, form: str
) -> None:
    engine = open_vault(make_vault({f"{number:03}.md": "x" for number in range(600)}))
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "search", queries=["*"], mode="fast", format=form)
    server.close()
    shown = json.loads(texts[0])
    assert len(json.dumps(shown)) + len(json.dumps(shown[-1])) > LONGEST_ANSWER
    assert f"Only the first {len(shown)} of 600 results fit into one answer." in texts[1]


@pytest.mark.parametrize("form", ["notes", "chunks"])
def test_no_result_is_shorter_than_the_shortest(make_vault: MakeVault, open_vault: OpenVault, form: str) -> None:
    (told,) = search(open_vault(make_vault({"a.md": ""})), queries=["*"], mode="fast", format=form)  # type: ignore[arg-type]
    assert len(to_json(told)) + len(", ") >= _SHORTEST_RESULT


async def test_a_long_note_is_read_to_its_end_as_the_answers_say(make_vault: MakeVault, open_vault: OpenVault) -> None:
    note = "# All\n\n" + "".join(f"Part {number}: {'mot ' * 250}\n\n" for number in range(100))
    server = VaultServer(open_vault(make_vault({"a long #1 [x].md": note, "b.md": "mot"})), patience=0)
    shown: dict[int, str] = {}
    asked = 0
    async with Client(server.mcp) as client:
        scopes: list[str] = ["a long #1 [x].md#All"]
        while scopes:
            _, texts = await call(client, "search", queries=["*"], scopes=scopes, mode="fast")
            asked += 1
            for result in json.loads(texts[0]):
                for line in result["chunk_with_context"].split("\n"):
                    number, _, text = line.partition("  | ")
                    shown[int(number)] = text
            further = re.search(
                r"Only the first \d+ of \d+ results fit into one answer\. Go on with scopes=(.*)\.", texts[-1]
            )
            scopes = json.loads(further[1]) if further else []
    server.close()
    assert 2 < asked < 20
    assert [shown[line] for line in range(1, 202)] == note.split("\n")[:201]


async def test_of_what_is_found_in_one_long_note_it_is_told_how_to_read_the_rest(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    note = "".join(f"# Part {number}\n\n{'mot ' * 250}\n\n" for number in range(100))
    server = VaultServer(open_vault(make_vault({"long.md": note})), patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "search", queries=["mot"], scopes=["long.md"], mode="fast")
        assert texts[1].endswith(
            'A scope "PATH#HEADING" gives one section, "PATH:LINE-LINE" some lines, '
            "the resource vault://note/PATH the whole note."
        )
        _, texts = await call(client, "search", queries=["*"], scopes=["long.md#Part 99"], mode="fast")
        assert [result["lines"] for result in json.loads(texts[0])] == ["397-400"]
        assert texts[1:] == []
        content = (await client.read_resource("vault://note/long.md")).contents[0]
        assert getattr(content, "text", "") == note
    server.close()


@pytest.mark.parametrize(
    ("scopes", "how"),
    [
        (["*"], "Narrow it down with scopes, path, tag, dates or min_score, or set a lower limit."),
        (["a.md"], 'Go on with scopes=["a.md:'),
    ],
)
def test_one_goes_on_in_a_note_only_where_all_that_was_found_is_in_it(
    make_vault: MakeVault, open_vault: OpenVault, scopes: list[str], how: str
) -> None:
    parts = "".join(f"# Part {number}\n\n{'mot ' * 400}\n\n" for number in range(40))
    engine = open_vault(make_vault({"a.md": parts, "b.md": parts}))
    os.utime(Path(engine.vault_path) / "b.md", (0, 0))
    engine.refresh()
    reply = search_answer(engine, {"queries": ["*"], "scopes": scopes, "limit": 30, "mode": "fast"}, ())
    assert {result["path"] for result in json.loads(reply.text)} == {"a.md"}
    assert re.search(rf"Only the first \d+ of \d+ results fit into one answer\. {re.escape(how)}", reply.remarks[-2])


async def test_behind_a_line_that_is_too_long_for_an_answer_the_note_goes_on(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    line = " ".join(f"La phrase {number} ne dit rien de plus que les autres." for number in range(2_000))
    engine = open_vault(make_vault({"100%.md": f"---\na: 1\n---\n{line}\n\n# Titre\n\nfin"}))
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "search", queries=["*"], mode="fast")
        how = re.search(r"within line 4; (\S+) has the rest of that line, scopes=(.*) what follows it\.$", texts[1])
        assert how is not None
        content = (await client.read_resource(how[1])).contents[0]
        assert getattr(content, "text", "").startswith(line)
        _, texts = await call(client, "search", queries=["*"], mode="fast", scopes=json.loads(how[2]))
    server.close()
    assert how[1] == "vault://note/100%25.md?line=4"
    assert json.loads(texts[0])[-1]["chunk_with_context"].endswith("8  | fin")


@pytest.mark.parametrize(
    "before", ["", "# Titre\n\n", f"# Titre\n\n{'mot ' * 250}\n\n"], ids=["top", "heading", "text"]
)
@pytest.mark.parametrize("behind", ["", "\n\n## Titre\n\nfin"], ids=["alone", "section"])
async def test_what_answers_say_of_a_long_line_leads_to_the_end_of_its_note(
    make_vault: MakeVault, open_vault: OpenVault, before: str, behind: str
) -> None:
    line = " ".join(f"La phrase {number} ne dit rien de plus que les autres." for number in range(2_000))
    server = VaultServer(open_vault(make_vault({"a.md": f"{before}{line}{behind}"})), patience=0)
    scopes, asked, last = ["a.md"], 0, 0
    async with Client(server.mcp) as client:
        while scopes:
            assert asked < 4
            _, texts = await call(client, "search", queries=["*"], scopes=scopes, mode="fast")
            asked += 1
            shown = json.loads(texts[0])
            last = int(shown[-1]["lines"].split("-")[-1])
            how = re.search(r"scopes=(.*?\])(?: what follows it)?\.", " ".join(texts[1:]))
            scopes = json.loads(how[1]) if how else []
    server.close()
    assert last == len(f"{before}{line}{behind}".split("\n"))


async def test_a_note_is_read_as_a_resource_to_its_end_as_its_parts_say(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    note = "\n".join(f"{number} {'mot ' * 25}" for number in range(5_000))
    server = VaultServer(open_vault(make_vault({"C# [x]/100% long?.md": note})), patience=0)
    read: list[str] = []
    async with Client(server.mcp) as client:
        address = "vault://note/C# [x]/100% long?.md"
        while address:
            content = (await client.read_resource(address)).contents[0]
            text, cut, how = str(getattr(content, "text", "")).partition("\n[Content truncated...]\n")
            assert len(text) <= 200_000
            read.append(text)
            address = how.removesuffix(" goes on.") if cut else ""
        for wrong, why in (("5001", "has only 5,000 lines"), ("0", "line must be an integer of at least 1, got 0")):
            with pytest.raises(MCPError, match=why):
                await client.read_resource(f"vault://note/C%23 [x]/100% long%3F.md?line={wrong}")
    server.close()
    assert len(read) == 3
    assert "\n".join(read) == note


async def test_a_line_that_is_longer_than_a_resource_is_read_to_its_end_as_its_parts_say(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    line = "".join(map(str, range(100_000)))
    server = VaultServer(open_vault(make_vault({"C# 1?.md": f"un\n{line}\ntrois"})), patience=0)
    async with Client(server.mcp) as client:

        async def text(place: str) -> str:
            read = await client.read_resource(f"vault://note/C# 1?.md{place}")
            return str(getattr(read.contents[0], "text", ""))

        def cut(shown: str, place: str) -> str:
            return f"{shown}\n[Content truncated...]\nvault://note/C%23%201%3F.md{place} goes on."

        assert await text("") == cut("un", "?line=2")
        assert await text("?line=2") == cut(line[:200_000], "?line=2&column=200001")
        assert await text("?line=2&column=200001") == cut(line[200_000:400_000], "?line=2&column=400001")
        assert await text("?line=2&column=400001") == f"{line[400_000:]}\ntrois"
        for wrong, why in (
            ("?line=1&column=3", "Line 1 of .* has only 2 characters"),
            ("?line=2&column=0", "column must be an integer of at least 1, got 0"),
        ):
            with pytest.raises(MCPError, match=why):
                await text(wrong)
    server.close()


@pytest.mark.parametrize("note", ["un\ndeux\n", "un\ndeux", "un\n\n"])
async def test_what_ends_the_last_line_begins_no_other(make_vault: MakeVault, open_vault: OpenVault, note: str) -> None:
    server = VaultServer(open_vault(make_vault({"a.md": note})), patience=0)
    async with Client(server.mcp) as client:
        await client.read_resource("vault://note/a.md?line=2")
        with pytest.raises(MCPError, match="has only 2 lines"):
            await client.read_resource("vault://note/a.md?line=3")
    server.close()


async def test_of_a_note_that_is_too_long_to_be_read_whole_it_is_told_where_reading_ends(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    lines = [f"{number:02} {'x' * 46}" for number in range(1, 41)]
    settings = replace(WORDS_ONLY, vault=VaultSettings(max_note_bytes=1_000))
    server = VaultServer(open_vault(make_vault({"a.md": "\n".join(lines)}), settings), patience=0)
    why = "it is longer than max_note_bytes under [vault] in the settings allows"
    async with Client(server.mcp) as client:
        content = (await client.read_resource("vault://note/a.md?line=19")).contents[0]
        assert getattr(content, "text", "").startswith(f"{lines[18]}\n{lines[19]}\n")
        assert getattr(content, "text", "").endswith(f"[Content truncated...]\nThe rest of a.md is not read: {why}.")
        for place in ("?line=30", "?line=21&column=5"):
            with pytest.raises(MCPError, match=re.escape(f"a.md is read as far as line 21: {why}")):
                await client.read_resource(f"vault://note/a.md{place}")
        with pytest.raises(MCPError, match=r"Line 2 of a\.md has only 49 characters"):
            await client.read_resource("vault://note/a.md?line=2&column=80")
    server.close()


async def test_a_line_that_fills_a_resource_is_followed_by_the_next(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    server = VaultServer(open_vault(make_vault({"a.md": f"{'x' * 200_000}\ndeux"})), patience=0)
    async with Client(server.mcp) as client:
        content = (await client.read_resource("vault://note/a.md")).contents[0]
    server.close()
    text = str(getattr(content, "text", ""))
    assert text == f"{'x' * 200_000}\n[Content truncated...]\nvault://note/a.md?line=2 goes on."


async def test_whole_notes_that_were_cut_say_where_they_go_on(make_vault: MakeVault, open_vault: OpenVault) -> None:
    long = "\n".join(f"{number} mot" for number in range(2_000))
    server = VaultServer(open_vault(make_vault({"a.md": long, "b.md": "mot", "c.md": f"{long}\n"})), patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "search_notes", query="mot", read_content=True)
        *_, last = texts[0].split("\n\n## b.md")[0].split("\n")[:-1]
        number = int(last.split()[0])
        assert texts[1:] == [
            'search(queries=["*"], scopes=[SCOPE], mode="fast") goes on with what was cut: '
            f'"a.md:{number + 1}-", "c.md:{number + 1}-".'
        ]
        _, texts = await call(client, "search", queries=["*"], scopes=[f"a.md:{number + 1}-"], mode="fast")
        assert f"| {number + 1} mot\n" in json.loads(texts[0])[0]["chunk_with_context"]
        _, texts = await call(client, "search_notes", query="mot")
        assert texts[1:] == []
    server.close()


async def test_a_property_that_is_a_long_list_is_cut_too(make_vault: MakeVault, open_vault: OpenVault) -> None:
    steps = ", ".join(f"step {number}" for number in range(8_000))
    engine = open_vault(make_vault({"a.md": f"---\nlog: [{steps}]\nports: [Brest]\n---\n", "b.md": "b"}))
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "find_notes", folder=".", include_fields=["log", "ports"])
    server.close()
    assert len(texts[0]) < LONGEST_ANSWER
    first, second = json.loads(texts[0])["results"]
    assert first["log"].startswith('["step 0", "step 1", ')
    assert first["log"].endswith("[Content truncated...]")
    assert first["ports"] == ["Brest"]
    assert second == {"path": "b.md", "log": None, "ports": None}
    assert "vault://note/PATH has the whole note" in texts[1]


@pytest.mark.parametrize(
    ("limit", "shown", "remarks"),
    [(2, 2, ["There are more than these 2: a higher limit shows them, or narrow it down."]), ("3", 3, []), (9, 3, [])],
)
async def test_find_says_that_there_are_more_files_than_its_limit(
    read_vault: ReadVault, limit: int | str, shown: int, remarks: list[str]
) -> None:
    server = VaultServer(read_vault({f"{number}.md": "x" for number in range(3)}), patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "find", pattern="*.md", limit=limit)
    server.close()
    assert len(json.loads(texts[0])) == shown
    assert texts[1:] == remarks


async def test_where_nothing_scores_enough_the_answer_says_how_much_there_is(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    words = " ".join(f"wort{number}" for number in range(40))
    server = VaultServer(
        open_vault(make_vault({"a.md": f"mot {words}", "b.md": "mot deux", "c.md": words})), patience=0
    )
    async with Client(server.mcp) as client:
        _, texts = await call(client, "search", query="mot quatre cinq six", mode="fast", min_score=1)
        assert json.loads(texts[0]) == []
        assert re.search(r"Nothing scores 1 or more; the best has 0\.\d+\.", texts[1])
        _, texts = await call(client, "search", query="ornithorynque", mode="fast")
        assert texts[0] == "[]"
        assert "Nothing scores" not in "".join(texts)
        asked = {"query": "mot quatre cinq six sort:name", "mode": "fast", "min_score": 1}  # the first is not the best
        _, texts = await call(client, "search", **asked)
        assert texts == ["[]", "Nothing scores 1 or more. A lower min_score shows what scores less."]
    server.close()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, ["6 more notes with any of the words score less than 0.3. A lower min_score shows them."]),
        ({"min_score": 0}, []),
        ({"limit": 1}, ["The best 1 of 3 matching notes; a higher limit shows more."]),
        ({"query": "mot"}, []),
    ],
)
def test_what_scores_too_little_is_told_where_nothing_but_words_counts(
    read_vault: ReadVault, arguments: dict[str, Any], told: list[str]
) -> None:
    some = {f"{number}.md": f"deux {'et puis autre chose ' * 40}" for number in range(6)}
    both = {f"both {number}.md": "mot rare, deux" for number in range(3)}
    engine = read_vault({**some, **both})
    reply = search_answer(engine, {"query": "mot rare deux", "mode": "fast", **arguments}, ())
    assert [remark for remark in reply.remarks if remark] == told


def test_to_say_how_much_the_best_scores_no_more_is_looked_at_than_the_best_of_each_query(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_vault(make_vault({f"{number}.md": "mot deux" for number in range(9)}))
    shown: list[int] = []
    ask = engine.search

    def count(query: Query) -> Result:
        result = ask(query)
        shown.append(len(result.hits))
        return result

    monkeypatch.setattr(engine, "search", count)
    asked = {"queries": ["mot quatre cinq", "deux quatre cinq"], "mode": "fast", "min_score": 1}
    assert "the best has" in "".join(search_answer(engine, asked, ()).remarks)
    assert max(shown) == 1


@pytest.mark.parametrize(
    ("tool", "arguments", "why"),
    [
        ("search", {"query": "TVA", "date_from": "2026-01-01"}, "neither a date heading nor a property like updated"),
        ("search", {"query": "TVA", "scopes": ["projets/*"]}, "No note matches any of the scopes: paths are relative"),
        (
            "search",
            {"query": "TVA", "scopes": ["nowhere.md", "Projets/TVA.md#décisions"]},
            "No heading of the notes in scope starts with or contains 'décisions'; there are 'Décision', 'TVA Q3'.",
        ),
        (
            "search",
            {"query": "TVA", "scopes": ["*#2026-01", "*#2026-02"]},
            "contains '2026-01' or '2026-02'; there are '2025-0",
        ),
        ("search", {"query": "TVA", "scopes": ["changelog.md:900-"]}, "The notes in scope have no such lines."),
        (
            "search",
            {"queries": ["*"], "scopes": ["Projets/TVA.md:800", "Projets/TVA.md:1-3"]},
            "These lines of 'Projets/TVA.md' are frontmatter: its parts begin on line 11. "
            "vault://note/Projets/TVA.md shows the whole note.",
        ),
        ("search", {"queries": ["*"], "scopes": ["Projets/TVA.md:0"]}, "The notes in scope have no such lines."),
        ("search", {"query": "TVA", "scopes": ["nowhere.md#décision"]}, "No note matches any of the scopes: paths are"),
        ("search", {"query": "TVA", "scopes": ["TVA.md"]}, "and case matters. Did you mean '**/TVA.md'?"),
        ("search", {"query": "TVA", "tag": "#impot"}, "No note has the tag 'impot'. Did you mean 'impôts'?"),
        ("search", {"query": "TVA", "tag": "zzz"}, "No note has the tag 'zzz'; vault://tags lists what there is."),
        (
            "search",
            {"queries": ["links-to:[[Xqw]]", "tag:zzz"], "scopes": ["projets/*"]},
            "and case matters. No note is called 'Xqw'. No note has the tag 'zzz'; vault://tags lists what there is.",
        ),
        ("find_notes", {"frontmatter": [{"field": "staus", "value": "x"}]}, "property 'staus'. Did you mean 'status'?"),
        ("find", {"tag": "impot"}, "No note has the tag 'impot'. Did you mean 'impôts'?"),
        ("find", {"property": {"key": "staus", "value": "x"}}, "property 'staus'. Did you mean 'status'?"),
        ("search", {"query": "folder:Projts TVA"}, "No note lies in a folder 'Projts'. Did you mean 'Projets'?"),
        ("find_notes", {"query": "tag:impot"}, "No note has the tag 'impot'. Did you mean 'impôts'?"),
        ("search", {"query": "TVA", "date_from": "2025-07-01", "min_score": 0}, None),
        ("search", {"query": "ornithorynque", "scopes": ["Projets/*"], "tag": "impôts"}, ""),
        ("find_notes", {"frontmatter": [{"field": "status", "value": "x"}]}, ""),
        ("find_notes", {"query": "ornithorynque", "frontmatter": [{"field": "x", "match_type": "missing"}]}, ""),
    ],
)
async def test_where_nothing_is_found_the_answer_says_what_may_be_wrong(
    engine: LocalEngine, tool: str, arguments: dict[str, Any], why: str | None
) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        mode = {} if tool == "find" else {"mode": "fast" if tool == "search" else "keyword"}
        _, texts = await call(client, tool, **mode, **arguments)
    server.close()
    found = json.loads(texts[0])
    assert bool(found["results"] if tool == "find_notes" else found) == (why is None)
    if why:
        assert why in texts[1]
    else:
        assert not [text for text in texts[1:] if "No note" in text or "neither" in text]


async def test_a_tag_is_unknown_only_to_an_index_that_knows_all_notes(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    root = make_vault({"A/a.md": "#work", "B/b.md": "x"})
    engine = open_vault(root, refresh=False)
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        assert await call(client, "find", tag="work", path="B") == (False, ["[]"])
        engine.refresh(embed=False)
        (root / "A" / "new.md").write_text("#home")
        assert await call(client, "find", tag="home", path="B") == (False, ["[]"])
        _, texts = await call(client, "find", tag="zzz", path="B")
    server.close()
    assert texts == ["[]", "No note has the tag 'zzz'; vault://tags lists what there is."]


@pytest.mark.parametrize(
    ("condition", "query"),
    [
        ({"field": "tags", "value": "work"}, "tag:work"),
        ({"field": "Tags", "value": "#work", "match_type": "equals"}, "tag:work"),
        ({"field": "tags", "value": "work", "match_type": "not_contains"}, "-tag:work"),
        ({"field": "tags", "value": "only", "match_type": "not_equals"}, "-tag:only"),
        ({"field": "tags", "value": "only/here"}, "tag:only/here"),
        ({"field": "tags", "value": "only", "match_type": "equals"}, "tag:only"),
        ({"field": "tags", "match_type": "missing"}, "-tag:*"),
        ({"field": "tags", "value": "home"}, None),
        ({"field": "tags", "value": "zzz"}, None),
        ({"field": "kind", "value": "work"}, None),
    ],
)
async def test_where_tags_are_asked_for_as_a_property_those_elsewhere_are_told_of(
    read_vault: ReadVault, condition: dict[str, str], query: str | None
) -> None:
    notes = {
        "a.md": "---\ntags: [work]\nkind: work\n---\n",
        "b.md": "---\ntags: [home]\n---\nabout #work",
        "c.md": "---\ntags: [x]\n---\n#only/here",
        "d.md": "#x",
        "e.md": "none",
    }
    server = VaultServer(read_vault(notes), patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "find_notes", frontmatter=[condition])
        told = [text for text in texts[1:] if text.startswith("frontmatter sees only the property tags")]
        how = "leaves out notes with tags in the text and nested ones, too."
        if query is not None and not query.startswith("-"):
            how = "also finds tags in the text and nested ones."
        assert told == ([f'frontmatter sees only the property tags: query="{query}" {how}'] if query else [])
        if query:
            _, texts = await call(client, "find_notes", query=query)
            assert json.loads(texts[0])["total"] > 0
    server.close()


@pytest.mark.parametrize(
    ("others", "told"),
    [
        ({"folder": "A"}, False),
        ({"folder": "B"}, True),
        ({"query": "fish", "mode": "keyword"}, False),
        ({"query": "bird", "mode": "keyword"}, True),
        ({"query": "path:A/*"}, False),
        ({"date_end": "2000-01-01"}, False),
        ({"frontmatter": [{"field": "kind", "match_type": "exists"}]}, False),
        ({"frontmatter": [{"field": "kind", "match_type": "missing"}]}, True),
    ],
)
def test_tags_elsewhere_are_told_of_only_in_notes_that_fulfil_the_other_conditions(
    read_vault: ReadVault, others: dict[str, Any], told: bool
) -> None:
    notes = {"A/a.md": "---\ntags: [work]\nkind: x\n---\nfish", "B/b.md": "bird #work"}
    engine = read_vault(notes)
    conditions = [{"field": "tags", "value": "work"}, *others.get("frontmatter", ())]
    reply = find_notes_answer(engine, {**others, "frontmatter": conditions})
    assert ("only the property tags" in "".join(reply.remarks)) == told


@pytest.mark.parametrize(
    ("tool", "arguments", "told", "hint"),
    [
        ("find_notes", {"folder": "projet"}, "Folder not found: projet", "Did you mean 'Projets'?"),
        (
            "search",
            {"query": "TVA", "path": "Archives/"},
            "Folder not found: Archives/",
            "Did you mean 'Projets/Archive'?",
        ),
        ("find", {"path": "zzz"}, "Folder not found: zzz", "vault://folders lists the folders that hold notes."),
        ("find", {"path": "../x"}, "Path must be within vault", None),
        (
            "search",
            {"query": "TVA", "path": "Projets/TVA.md"},
            "Not a folder: Projets/TVA.md",
            'scopes=["Projets/TVA.md"] of search is this note.',
        ),
    ],
)
async def test_beside_a_folder_that_is_not_there_stands_what_may_be_meant(
    engine: LocalEngine, tool: str, arguments: dict[str, Any], told: str, hint: str | None
) -> None:
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        failed, texts = await call(client, tool, **arguments)
    server.close()
    assert failed
    assert (json.loads(texts[0])["error"] if tool == "find_notes" else texts[0]) == told
    assert texts[1:] == ([hint] if hint else [])


async def test_without_an_index_a_folder_that_is_not_there_is_told_all_the_same(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def suggest(kind: str, typed: str, limit: int = 20) -> Any:
        raise IndexFault("It is in use.")

    monkeypatch.setattr(engine, "suggest", suggest)
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "find", path="Projet")
    server.close()
    assert texts == ["Folder not found: Projet", "vault://folders lists the folders that hold notes."]


async def test_a_note_that_cannot_be_read_now_is_told_beside_the_others(
    make_vault: MakeVault, open_vault: OpenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_vault(make_vault({"a.md": "mot", "b.md": "mot", "c.md": "mot"}))
    server = VaultServer(engine, patience=0)
    monkeypatch.setattr(
        sys.modules["vaulttui.tools.literal_words"],
        "read_note_text",
        lambda root, path: "mot" if path == "c.md" else None,
    )
    async with Client(server.mcp) as client:
        failed, texts = await call(client, "search_notes", query="mot")
    server.close()
    assert not failed
    assert texts[0].startswith("Found 1 note for: mot\n")
    assert texts[1].startswith("a.md and 1 more note match by the index, but cannot be read now")


async def test_one_result_that_is_too_long_is_cut(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "| mot " + "x" * 100_000}))
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        _, texts = await call(client, "find_notes", query="mot", mode="keyword")
    server.close()
    assert len(texts[0]) < LONGEST_ANSWER
    assert json.loads(texts[0])["results"][0]["source"] == "a.md"


async def test_while_the_index_is_built_answers_say_that_they_are_not_complete(
    make_vault: MakeVault, open_vault: OpenVault
) -> None:
    engine = open_vault(make_vault({"a.md": "mot"}), refresh=False)
    tell: list[Any] = []
    engine.subscribe = lambda listener: tell.append(listener) or (lambda: None)  # type: ignore[method-assign,func-returns-value]
    server = VaultServer(engine, patience=0.5)

    def say(event: EngineEvent) -> None:
        for listener in tell:
            listener(event)

    told: list[tuple[float, float | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, total))

    async with Client(server.mcp) as client:
        say(Progress("reading", done=3, total=9))
        result = await client.call_tool("find_notes", {"folder": "."}, progress_callback=hear)
        texts = [content.text for content in result.content if content.type == "text"]
        assert "No matching notes found" in texts[0]
        assert "3 of 9 notes read" in texts[1]
        assert list(told[0]) == [3, 9]
        engine.refresh(embed=False)
        say(Progress("idle"))
        _, texts = await call(client, "find_notes", folder=".")
        assert json.loads(texts[0])["results"] == ["a.md"]
        assert len(texts) == 1
        say(Progress("failed", message="The disk is full."))
        _, texts = await call(client, "find_notes", folder=".")
        assert "The disk is full." in texts[1]
    server.close()


async def test_beside_a_process_that_makes_no_vectors_for_now_nothing_is_waited_for(
    make_vault: MakeVault, tmp_path: Path
) -> None:
    root = make_vault({"a.md": "This paragraph has more than fifty characters, enough to be embedded."})
    settings = replace(WORDS_ONLY, embedding=EmbeddingSettings(speed="paused"))
    owner, follower = (SharedEngine(root, settings, tmp_path / "shared" / "index.duckdb") for _ in range(2))
    with closing(owner), closing(follower):
        owner.initialize()
        owner.start_background(embed=True)
        wait_until(lambda: owner.status().phase == "paused")
        follower.initialize()
        server = VaultServer(follower, patience=0)
        (root / "b.md").write_text("Another paragraph.")
        async with Client(server.mcp) as client:
            _, texts = await call(client, "search", query="paragraph", mode="fast", min_score=0)
        server.close()
    assert {result["path"] for result in json.loads(texts[0])} == {"a.md", "b.md"}
    assert texts[1:] == []


async def test_resources_wait_for_the_index_too(make_vault: MakeVault, open_vault: OpenVault) -> None:
    engine = open_vault(make_vault({"a.md": "#mot"}), refresh=False)
    server = VaultServer(engine, patience=0)
    async with Client(server.mcp) as client:
        with pytest.raises(MCPError, match=r"There is no note 'a\.md'.* The index is still being built"):
            await client.read_resource("vault://note/a.md")
    for uri in ("vault://tags", "vault://properties", "vault://folders"):
        *_, last = await read_list(server, uri)
        assert "The index is still being built" in last["remark"]
    server.close()
    server = VaultServer(engine, patience=30)
    worker = threading.Timer(0.5, lambda: engine.refresh(embed=False))
    worker.start()
    async with Client(server.mcp) as client:
        for uri, expected in (("vault://tags", '"tag": "mot"'), ("vault://note/a.md", "#mot")):
            content = (await client.read_resource(uri)).contents[0]
            assert expected in str(getattr(content, "text", ""))
    server.close()
    worker.join()


async def test_a_note_written_meanwhile_is_found(tmp_path: Path) -> None:
    root = tmp_path / "coffre"
    write_notes(root, {"a.md": "un"})
    async with started(root) as client:
        _, texts = await call(client, "search", query="nouveau", mode="fast")
        assert json.loads(texts[0]) == []
        (root / "b.md").write_text("quelque chose de nouveau")
        found: list[Any] = []
        for _ in range(5000):
            _, texts = await call(client, "search", query="nouveau", mode="fast", min_score=0)
            found = json.loads(texts[0])
            if found:
                break
        assert [result["path"] for result in found] == ["b.md"]


async def test_an_index_that_cannot_be_opened_is_told_of_until_it_can(french_vault: Path) -> None:
    owner = SharedEngine(french_vault, replace(WORDS_ONLY, vault=VaultSettings(exclude=("Projets",))))
    owner.initialize()
    try:
        async with started(french_vault) as client:
            for tool, arguments in (("search", {"query": "TVA"}), ("search_notes", {"query": "TVA"})):
                failed, texts = await call(client, tool, **arguments)
                assert failed
                assert "with other settings (vault.exclude" in texts[0]
            with pytest.raises(MCPError, match=r"with other settings"):
                await client.read_resource("vault://tags")
            failed, texts = await call(client, "find", pattern="TVA")
            assert not failed  # needs no index
            assert [file["path"] for file in json.loads(texts[0])] == ["Projets/TVA.md"]
            assert await call(client, "find", tag="zzz") == (False, ["[]"])
            owner.close()
            with anyio.fail_after(30):  # a fault that was long in coming is told of for some seconds more
                while (answer := await call(client, "search", query="TVA", mode="fast"))[0]:
                    await anyio.sleep(0.1)
            assert "Projets/TVA.md" in answer[1][0]
    finally:
        owner.close()


async def test_whatever_keeps_the_index_from_being_opened_is_told_once_and_does_not_end_the_server(
    engine: LocalEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [OSError(24, "Too many open files"), IndexFault("It is in use."), IndexFault("It is in use.")]
    started: list[bool] = []

    def start_background(*, embed: bool) -> None:
        if faults:
            raise faults.pop(0)
        started.append(embed)

    monkeypatch.setattr(engine, "start_background", start_background)
    monkeypatch.setattr(mcp_process, "_RETRY_SECONDS", 0)
    told: list[str] = []
    await mcp_process._begin(engine, False, told.append)
    assert started == [False]
    assert told == [
        "The index is not open: unexpected OSError: [Errno 24] Too many open files. It is tried again.",
        "It is in use.",
    ]


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.mark.parametrize(("end", "status"), [("eof", 0), ("term", 0)])
def test_it_ends_cleanly(french_vault: Path, end: str, status: int) -> None:
    process = subprocess.Popen(
        command(french_vault), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(json.dumps(INITIALIZE) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "vaulttui"
        if end == "eof":
            process.stdin.close()
        else:
            process.send_signal(signal.SIGTERM)
        assert process.wait(20) == status
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()


def request(identity: int, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}


def as_lines(*messages: dict[str, Any]) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}
CALLS = [
    request(2, "tools/call", name="search", arguments={"query": "TVA", "mode": "fast"}),
    request(3, "tools/call", name="find_notes", arguments={"folder": "Projets"}),
    request(4, "tools/call", name="search_notes", arguments={"query": "factures"}),
]


def test_what_was_asked_before_the_input_ended_is_answered(french_vault: Path) -> None:
    cancelled = request(5, "tools/call", name="search", arguments={"query": "TVA"})
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 5}}
    piped = as_lines(INITIALIZE, READY, *CALLS, cancelled, cancel)
    ended = subprocess.run(command(french_vault), input=piped, capture_output=True, text=True, timeout=60)
    answers = {answer.get("id"): answer for answer in map(json.loads, ended.stdout.splitlines())}
    assert ended.returncode == 0
    assert {1, 2, 3, 4} <= set(answers)
    for identity in (2, 3, 4):
        assert answers[identity]["result"]["isError"] is False, answers[identity]
    assert "Projets/TVA.md" in answers[3]["result"]["content"][0]["text"]


def test_a_client_that_has_gone_ends_it_without_a_word(french_vault: Path) -> None:
    with subprocess.Popen(
        command(french_vault), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(as_lines(INITIALIZE, READY))
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(as_lines(*CALLS))
        process.stdin.close()
        assert process.wait(30) == 0
        assert process.stderr.read() == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_an_output_that_cannot_be_written_is_told_not_traced(french_vault: Path) -> None:
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            command(french_vault),
            input=as_lines(INITIALIZE),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
        )
    assert (ended.returncode, ended.stderr) == (3, "vaulttui: No space left on device\n")


def test_without_the_package_it_says_what_to_install(
    french_vault: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from vaulttui.cli.dispatch import run

    monkeypatch.setitem(sys.modules, "mcp", None)
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    for module in ("process", "server"):
        monkeypatch.delitem(sys.modules, f"vaulttui.tools.mcp.{module}")
    assert run(["mcp", "--vault", str(french_vault)]) == 2
    assert "pip install 'vaulttui[mcp]'" in capsys.readouterr().err

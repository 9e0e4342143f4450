"""Relevance collections, and vaults made of them: each document becomes one note.

A collection is a folder with ``docs.jsonl.gz`` (or ``docs.jsonl``; ``id``, ``title``, ``text``), ``queries.jsonl``
(``id``, ``text``), ``qrels.tsv`` (question, document, grade) and, where documents are neither right nor wrong for a
question, ``exclude.tsv`` (question, document).
"""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

Layout: TypeAlias = Literal["heading", "property", "filename"]
"""Where a note has its title: in its first heading, in its frontmatter, or as its file's name."""

_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f]+')


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a collection."""

    identity: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Collection:
    """Documents, questions, and which documents answer which question."""

    name: str
    documents: tuple[Document, ...]
    questions: dict[str, str]
    judgments: dict[str, dict[str, int]]
    excluded: frozenset[tuple[str, str]]
    """Pairs of question and document that are taken out of every ranking."""

    def sample(self, every: int) -> Collection:
        """The collection with every nth of its questions."""
        kept = dict(list(self.questions.items())[::every])
        judgments = {question: grades for question, grades in self.judgments.items() if question in kept}
        return Collection(self.name, self.documents, kept, judgments, self.excluded)

    def ranking(self, question: str, documents: list[str]) -> list[str]:
        """A ranking without the documents that do not count for a question."""
        return [document for document in documents if (question, document) not in self.excluded]


def read_collection(folder: Path) -> Collection:
    """Read a collection from its folder."""
    judgments: dict[str, dict[str, int]] = defaultdict(dict)
    for columns in _rows(folder / "qrels.tsv"):
        question, document, grade = (columns[0], columns[2], columns[3]) if len(columns) > 3 else columns[:3]
        judgments[question][document] = int(float(grade))
    excluded = folder / "exclude.tsv"
    packed = folder / "docs.jsonl.gz"
    return Collection(
        name=folder.name,
        documents=tuple(
            Document(str(row["id"]), row.get("title") or "", row.get("text") or "")
            for row in _objects(packed if packed.exists() else folder / "docs.jsonl")
        ),
        questions={str(row["id"]): row["text"] for row in _objects(folder / "queries.jsonl")},
        judgments=dict(judgments),
        excluded=frozenset((row[0], row[1]) for row in _rows(excluded)) if excluded.exists() else frozenset(),
    )


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _rows(path: Path) -> list[list[str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") if "\t" in line else line.split() for line in lines if line.strip()]


def write_vault(collection: Collection, folder: Path, layout: Layout) -> dict[str, str]:
    """Write each document as a note; a note that is there already is left untouched.

    Returns:
        The document of every path.
    """
    folder.mkdir(parents=True, exist_ok=True)
    documents: dict[str, str] = {}
    for document in collection.documents:
        name = _NOT_IN_NAMES.sub(" ", document.title)[:60].strip(" .") if layout == "filename" else ""
        path = f"{name or quote(document.identity, safe=' ')}.md"
        if path.casefold() in documents:
            path = f"{name} {quote(document.identity, safe=' ')}.md"
        documents[path.casefold()] = document.identity
        text = _note_text(document, layout)
        file = folder / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8", newline="")
    return documents


def _note_text(document: Document, layout: Layout) -> str:
    match layout:
        case "heading" if document.title:
            return f"# {' '.join(document.title.split())}\n\n{document.text}\n"
        case "property" if document.title:
            return f"---\ntitle: {json.dumps(document.title, ensure_ascii=False)}\n---\n{document.text}\n"
        case _:
            return f"{document.text}\n"

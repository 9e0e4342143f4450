"""A handful of notes for tests and pictures of the interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from vaulttui.vault.note import PropertyValue

NOW = datetime(2025, 7, 14, 12, 0)
"""The clock of the tests."""


@dataclass(frozen=True)
class FakeNote:
    """A note as the fake engine knows it."""

    path: str
    title: str
    body: str
    tags: tuple[str, ...] = ()
    properties: Mapping[str, PropertyValue] = field(default_factory=dict)
    days: float = 0
    links: tuple[str, ...] = ()
    """Paths of the notes that it links to, in the order of their links."""

    @property
    def modified(self) -> datetime:
        return NOW - timedelta(days=self.days)

    @property
    def text(self) -> str:
        """The whole file."""
        head = [f"{key}: {value}" for key, value in self.properties.items()]
        if self.tags:
            head.insert(0, f"tags: [{', '.join(self.tags)}]")
        front = ["---", *head, "---", ""] if head else []
        return "\n".join((*front, f"# {self.title}", "", self.body))

    @property
    def body_line(self) -> int:
        """First line behind the frontmatter."""
        head = len(self.properties) + bool(self.tags)
        return head + 4 if head else 1


NOTES = (
    FakeNote(
        "Projects/rust/Tokio deadlocks.md",
        "Tokio deadlocks",
        "A task that keeps a `MutexGuard` across an `.await` may be moved to another thread while it is\n"
        "holding the lock. The next task waits for it, and a deadlock is there.\n\n"
        "> [!warning] Never hold the guard\n"
        "> Drop the guard before the await, or use `tokio::sync::Mutex`.\n\n"
        "## What to check\n\n"
        "- [x] guards in a block of their own\n"
        "- [ ] no blocking calls on the runtime\n\n"
        "```rust\nlet value = { let guard = state.lock().unwrap(); guard.clone() };\nsend(value).await;\n```\n\n"
        "See [[Async notes]] and [[Lock ordering]].\n",
        ("work", "rust"),
        {"status": "draft", "reviewed": "2025-06-30"},
        3,
        ("Projects/rust/Async notes.md", "Projects/rust/Lock ordering.md"),
    ),
    FakeNote(
        "Projects/rust/Async notes.md",
        "Async notes",
        "Futures are lazy: nothing runs before somebody polls. Every deadlock that we saw began with a lock\n"
        "held over an await, see [[Tokio deadlocks]].\n\n## Cancellation\n\nDropping a future cancels it.\n",
        ("work", "rust"),
        {"status": "done"},
        12,
        ("Projects/rust/Tokio deadlocks.md",),
    ),
    FakeNote(
        "Projects/rust/Lock ordering.md",
        "Lock ordering",
        "Always take locks in the same order. A deadlock needs a circle of waiting, and an order has none.\n",
        ("work", "rust", "howto"),
        {"status": "done"},
        45,
    ),
    FakeNote(
        "Projects/Garden irrigation.md",
        "Garden irrigation",
        "Drip lines for the raised beds. Soil moisture sensors wake the pump at dawn.\n",
        ("garden",),
        {"status": "draft", "budget": 240},
        1,
    ),
    FakeNote(
        "Journal/2025-07-13.md",
        "2025-07-13",
        "Read about lock-free queues on the train. Bread came out well; see [[Sourdough]].\n",
        ("journal",),
        {},
        0.9,
        ("Recipes/Sourdough.md",),
    ),
    FakeNote(
        "Recipes/Sourdough.md",
        "Sourdough",
        "500 g flour, 350 g water, 100 g starter, 10 g salt. Fold four times, then rest overnight.\n\n"
        "| step | time |\n|---|---|\n| autolyse | 45 min |\n| bulk | 5 h |\n",
        ("recipe", "recipe/bread"),
        {"status": "done", "rating": 5},
        30,
    ),
    FakeNote(
        "Reading/Thinking in systems.md",
        "Thinking in systems",
        "Stocks, flows, feedback loops. A balancing loop with a long delay overshoots.\n",
        ("book",),
        {"author": "Donella Meadows", "rating": 5},
        90,
    ),
    FakeNote(
        "Reading/非同期処理.md",
        "非同期処理のメモ",
        "デッドロックを避けるには、ロックの順序を決める。\n",
        ("rust", "日本語"),
        {},
        200,
    ),
    FakeNote("Inbox.md", "Inbox", "Call the library. Ask about the deadlock talk.\n", (), {}, 0.1),
    FakeNote(
        "Archive/[b]odd name.md",
        "[b]odd[/b] \x1b[31mname",
        "A title that looks like markup, and an escape: \x1b[2J.\n",
        ("odd",),
        {},
        700,
    ),
)

"""Whatever a vault's names and texts hold, the interface shows it as text: nothing acts on the terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.conftest import WORDS_ONLY
from tests.tui.interface import FakeLauncher, Interface, make_app
from tests.vault.hostile import HOSTILE_NAMES, HostileVault
from tests.vault.hostile_texts import hostile_texts
from vaulttui.search.local.local_engine import LocalEngine
from vaulttui.tui.screens.main import MainScreen
from vaulttui.tui.screens.warnings import WarningList, WarningsScreen

ACTING = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories of characters that may do something instead of being shown."""
TOLD_APART = frozenset("\u200c\u200d\ufe0f")
"""Format characters that only join letters or choose the look of one."""

SHOWN_AS = {"names/[bold red]x[/].md": "names/[bold red]x[", "names/\x1b[31mred\x1b[0m.md": "A ␛[31mred␛[0m"}

SIZE = (150, 40)


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> HostileVault:
    """What the hostile vault has of names and texts that mean something to a terminal, or to Textual."""
    root = tmp_path_factory.mktemp("screen") / "vault"
    root.mkdir()
    made = HostileVault(root)
    for name in HOSTILE_NAMES:
        if not any(character == "[" or unicodedata.category(character) in ACTING for character in name):
            continue
        title = Path(name).stem.replace("\n", " ").replace("\r", " ")
        made.add(f"names/{name}", f"---\nstate: {title!r}\n---\n# A {title}\n\n[[{title}]] #t/{title}\n")
    for path, text, codes in hostile_texts(100):
        if path.startswith("characters/") or (path.startswith("yaml/") and "\x1b" in text):
            made.add(path, text, *codes)
    return made


@pytest.fixture
def engine(vault: HostileVault, tmp_path: Path) -> Iterator[LocalEngine]:
    opened = LocalEngine(vault.root, WORDS_ONLY, tmp_path / "index.duckdb")
    opened.initialize()
    opened.refresh()
    yield opened
    opened.close()


def check_screen(interface: Interface) -> str:
    """Assert that what is drawn is text of the screen's width, and give it."""
    strips = interface.app.screen._compositor.render_strips()
    lines = [strip.text for strip in strips]
    for line in lines:
        acting = {character for character in line if unicodedata.category(character) in ACTING}
        assert acting <= TOLD_APART, (acting, line)
        assert cell_len(line) == SIZE[0], line
    return "\n".join(lines)


async def test_no_name_and_no_text_of_a_vault_acts_on_the_screen(engine: LocalEngine, vault: HostileVault) -> None:
    app = make_app(lambda: engine)  # type: ignore[arg-type, return-value, unused-ignore]
    interface = Interface(app, engine, FakeLauncher())  # type: ignore[arg-type]
    try:
        async with app.run_test(size=SIZE, message_hook=interface.on_message) as pilot:
            interface.pilot = pilot
            await interface.until(lambda: isinstance(app.screen, MainScreen), "the main screen is shown")
            await interface.settled()
            await interface.enter("sort:name limit:1000")
            shown = set()
            while interface.selected not in shown:
                shown.add(interface.selected)
                text = check_screen(interface)
                if interface.selected in SHOWN_AS:
                    assert SHOWN_AS[interface.selected] in text
                await interface.press("down")
                await interface.settled()
            assert shown >= vault.notes.keys()
            warnings = WarningsScreen(interface.main.session)
            app.push_screen(warnings)
            await interface.until(lambda: warnings.query_one(WarningList).warnings, "the warnings are shown")
            assert "Not read as written" in check_screen(interface)
    finally:
        app.close()

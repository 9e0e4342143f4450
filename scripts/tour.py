"""Make screenshots/tour.svg, a moving picture of the program at work: ``python -m scripts.tour``.

The real program is used on the sample vault, key by key; every frame is what it shows then. The frames lie over each
other in one SVG, and its style sheet shows them in turn; whoever wants no motion sees the last one.
"""

from __future__ import annotations

import asyncio
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

from textual.pilot import Pilot

from scripts.screenshots import NOW, TARGET, StillEngine, make_vault, until
from vaulttui.settings import InterfaceSettings, Settings
from vaulttui.tui.app import VaultApp
from vaulttui.tui.screens.main import MainScreen

SIZE = (110, 32)


@dataclass(frozen=True)
class Step:
    """Some keys, and how long what they lead to is shown."""

    keys: tuple[str, ...]
    seconds: float


def typed(text: str, pace: float = 0.16, at_end: float = 1.6) -> list[Step]:
    """A text, two letters to a frame."""
    keys = [{" ": "space", ":": "colon", "#": "number_sign"}.get(letter, letter) for letter in text]
    pairs = [tuple(keys[start : start + 2]) for start in range(0, len(keys), 2)]
    return [Step(pair, pace if place < len(pairs) - 1 else at_end) for place, pair in enumerate(pairs)]


STEPS = (
    Step((), 1.2),
    *typed("engine alarm"),
    Step(("escape", "j"), 1.2),
    Step(("l", "n"), 1.2),
    Step(("n",), 1.2),
    Step(("h", "f", "j"), 1.2),
    Step(("escape", "b"), 1.6),
    Step(("escape", "ctrl+o"), 0.8),
    *typed("sleep", at_end=1.4),
    Step(("enter",), 2.0),
    Step(("F",), 1.8),
    Step(("a",), 2.0),
    Step(("z",), 2.4),
)


async def frames(vault: Path, index: Path) -> list[tuple[str, float]]:
    """Pictures with the seconds that each is shown."""
    settings = Settings(interface=InterfaceSettings(debounce_ms=0, reduced_motion=True))
    app = VaultApp(lambda place: StillEngine(place, settings, index), vault, settings, now=lambda: NOW)
    taken: list[tuple[str, float]] = []
    try:
        async with app.run_test(size=SIZE) as pilot:
            await until(pilot, lambda: isinstance(app.screen, MainScreen))
            main = app.screen
            assert isinstance(main, MainScreen)
            for step in STEPS:
                for key in step.keys:
                    await pilot.press(key)
                    await settle(pilot, main)
                taken.append((app.export_screenshot(title="vaulttui"), step.seconds))
    finally:
        app.close()
    return taken


async def settle(pilot: Pilot[None], main: MainScreen) -> None:
    """Wait until all that a key causes is on the screen."""

    def shown() -> bool:
        asked = main.searching.question.text == main.query_bar.input.value
        place, detail = main.reading.place, main.shown_note.detail
        right = place is None or (detail is not None and detail.path == place.path)
        return main.searching.answered and asked and right

    await until(pilot, shown)
    await pilot.pause(0.25)


def film(taken: list[tuple[str, float]]) -> str:
    """Put the frames into one SVG."""
    total = sum(seconds for _, seconds in taken)
    rules, bodies, start = [], [], 0.0
    for number, (svg, seconds) in enumerate(taken):
        first, last = start / total * 100, (start + seconds) / total * 100
        start += seconds
        before = "" if number == 0 else "0% { visibility: hidden } "
        after = "" if number == len(taken) - 1 else f"{last:.3f}% {{ visibility: hidden }} "
        rules.append(f"@keyframes k{number} {{ {before}{first:.3f}% {{ visibility: visible }} {after}}}")
        rules.append(f"#frame{number} {{ animation: k{number} {total:.2f}s step-end infinite }}")
        body = svg[svg.index(">", svg.index("<svg")) + 1 : svg.rindex("</svg>")]
        bodies.append(f'<g class="frame" id="frame{number}">{re.sub(r"terminal-", f"f{number}-", body)}</g>')
    head = re.search(r"<svg[^>]*>", taken[0][0])
    assert head is not None
    # The last frame lies above all others.
    still = f"#frame{len(taken) - 1} {{ animation: none; visibility: visible }}"
    style = "\n".join([".frame { visibility: hidden }", *rules, f"@media (prefers-reduced-motion) {{ {still} }}"])
    return "\n".join([head[0], f"<style>{style}</style>", *bodies, "</svg>"]) + "\n"


def main() -> None:
    """Make the film."""
    TARGET.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        taken = asyncio.run(frames(*make_vault(Path(folder))))
    text = film(taken)
    (TARGET / "tour.svg").write_text(text, encoding="utf-8")
    print(f"screenshots/tour.svg: {len(taken)} frames, {len(text) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()

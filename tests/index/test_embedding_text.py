"""What of a chunk becomes a vector."""

from __future__ import annotations

from base64 import b64encode
from random import Random

import pytest

from vaulttui.index.reading.embedding_text import embedding_text

DATA = b64encode(Random(1).randbytes(2_000)).decode()
LINES = "\n\n".join(DATA[at : at + 256] for at in range(0, 1_024, 256))
PROSE = "What a reader sees beside a drawing or a picture becomes a vector."


@pytest.mark.parametrize(
    "text",
    [
        "```compressed-json\n" + LINES,
        LINES,
        f"{LINES}\n{DATA[:60]}==\n%%",
        f"![cat](data:image/png;base64,{DATA})",
        DATA[:1_024],
    ],
)
def test_encoded_data_is_no_prose(text: str) -> None:
    assert embedding_text("Title", ["Drawing"], text) == ""
    assert embedding_text("", [], f"{PROSE}\n\n{text}").startswith(PROSE)
    assert DATA[256:300] not in embedding_text("", [], f"{PROSE}\n\n{text}")


@pytest.mark.parametrize("text", ["语言" * 60, "https.example.org/" + "how-to-cook-rice." * 8, "word " * 30])
def test_long_words_of_other_kinds_are(text: str) -> None:
    assert embedding_text("", [], text) == text.strip()

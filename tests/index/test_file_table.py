"""Files in columns behave as a dictionary of them."""

from __future__ import annotations

import random

from vaulttui.index.storage.indexed_files import IndexedFile
from vaulttui.index.sync.file_table import FileTable


def test_a_table_of_files_behaves_as_a_dictionary() -> None:
    chance = random.Random(1)
    table, plain = FileTable(), dict[str, IndexedFile]()
    for number in range(3_000):
        path = f"{chance.randrange(40)}.md"
        if path in plain and chance.random() < 0.4:
            del table[path], plain[path]
        else:
            stat = (chance.randrange(1 << 40), -number, chance.randrange(1 << 62), (1 << 64) - 1 - number)
            table[path] = plain[path] = IndexedFile(number, stat, chance.randbytes(16))
        assert dict(table) == plain
        assert (path in table) == (path in plain)
        assert len(table) == len(plain)
    assert dict(FileTable(plain.items())) == plain

"""The settings file is read strictly, and its faults are told so that they can be mended."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaulttui.errors import SettingsError
from vaulttui.index.reading.stemming import LANGUAGES
from vaulttui.settings import CHOICES, RANGES, InterfaceSettings, Settings, VaultSettings
from vaulttui.settings_file import default_toml, load_settings, settings_toml


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def load(file: Path, text: str) -> Settings:
    file.write_text(text, encoding="utf-8")
    return load_settings(file)


def test_without_a_file_everything_is_at_its_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert load_settings() == Settings()


def test_a_home_that_is_no_folder_has_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null/.config")  # where a service's user may live
    assert load_settings() == Settings()


def test_the_users_own_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "vaulttui").mkdir()
    (tmp_path / "vaulttui/config.toml").write_text('index_dir = "/tmp/x"', encoding="utf-8")
    assert load_settings().index_dir == "/tmp/x"


def test_what_is_written_is_set_and_the_rest_stays(file: Path) -> None:
    settings = load(
        file,
        """
        [vault]
        exclude = ["Templates/**", "*.excalidraw.md"]
        use_gitignore = false
        max_note_bytes = 10_000
        [interface]
        theme = "nord"
        """,
    )
    assert settings.vault == VaultSettings(
        ("Templates/**", "*.excalidraw.md"), use_gitignore=False, max_note_bytes=10_000
    )
    assert settings.interface == replace(InterfaceSettings(), theme="nord")


def test_ids_of_commands_need_no_quotes(file: Path) -> None:
    settings = load(file, '[keys]\n"sort.next" = "f5"\nquery.focus = "slash,ctrl+f"\nback = "escape"')
    assert settings.keys == {"sort.next": "f5", "query.focus": "slash,ctrl+f", "back": "escape"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[interface]\ntheem = 'x'", r"no setting interface\.theem; did you mean interface\.theme\?"),
        ("theme = 'x'", r"no setting theme; did you mean interface\.theme\?"),
        ("[search]\nlimit = 5", r"no setting search\.limit; (there are |did you mean search\.)"),
        ("[interfaces]\ntheme = 'x'", r"no setting interfaces; did you mean interface\?"),
        ("[zzz]", "no setting zzz; there are vault, vault.exclude"),
        ("interface = 3", r"interface must be a table, \[interface\], got the number 3"),
        ("keys = []", r"keys must be a table, \[keys\]"),
        ("[keys]\nback = 1", "keys.back must be a text in quotes, got the number 1"),
        ("[keys]\na.b = ['x']", "keys.a.b must be a text in quotes"),
        ("[interface]\ndebounce_ms = '80'", "interface.debounce_ms must be a whole number, got the text '80'"),
        ("[interface]\ndebounce_ms = true", "interface.debounce_ms must be a whole number, got true"),
        ("[interface]\ndebounce_ms = -1", "interface.debounce_ms must be between 0 and 5000, got -1"),
        ("[vault]\nuse_gitignore = 1", "vault.use_gitignore must be true or false, got the number 1"),
        ("[vault]\nexclude = 'x'", "vault.exclude must be a list of texts, got the text 'x'"),
        ("[vault]\nexclude = ['x', 1]", r"vault.exclude must be a list of texts, got the list \['x', 1\]"),
        ("[interface]\ndefault_mode = 'hybird'", "must be one of .*, got 'hybird'; did you mean 'hybrid'"),
        ("[vault]\nlanguage = 'klingon'", "vault.language must be one of auto, none, arabic"),
        ("[interface\n", "not valid TOML: .*line 1"),
        (f"interface = {'[' * 5_000}", "not valid TOML: .*recursion"),
        (f"interface = {'9' * 5_000}", "not valid TOML: .*digits"),
        ("index_dir = 'indexes'", "index_dir must be the whole path of a folder.*, got the text 'indexes'"),
        ("[embedding]\nmodel_path = './x'", "embedding.model_path must be the whole path"),
        ("[search]\ncross_encoder_path = 'x'", "search.cross_encoder_path must be the whole path"),
        ("[notes]\ndaily_folder = '/usr/share/Days'", "notes.daily_folder must be a path within the vault, like"),
        ("[notes]\ntemplates = '~/notes/Templates'", "notes.templates must be a path within the vault, like"),
        ('index_dir = "/a\\u0000b"', r"index_dir must be a text without NUL characters, got the text '/a\\x00b'"),
    ],
)
def test_a_fault_names_the_file_the_key_and_what_it_should_be(file: Path, text: str, told: str) -> None:
    with pytest.raises(SettingsError, match=told) as caught:
        load(file, text)
    assert caught.value.message.startswith(str(file))


def test_a_path_in_the_vault_may_begin_at_its_root(file: Path) -> None:
    notes = load(file, "[notes]\nfolder = '/'\ndaily_folder = '/Days of mine/'\ntemplates = 'usr/Templates'").notes
    assert (notes.folder, notes.daily_folder, notes.templates) == ("/", "/Days of mine/", "usr/Templates")


def test_a_mark_of_utf8_at_its_beginning_is_passed_over(file: Path) -> None:
    assert load(file, "\ufeff[interface]\ntheme = 'nord'").interface.theme == "nord"


def test_a_file_that_is_not_text_is_told(file: Path) -> None:
    file.write_bytes(b"theme = '\xff'")
    with pytest.raises(SettingsError, match="not UTF-8"):
        load_settings(file)


def test_a_file_that_was_named_must_exist(file: Path) -> None:
    with pytest.raises(SettingsError, match="no such settings file"):
        load_settings(file)


def test_a_folder_in_the_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings(tmp_path)


def test_every_language_with_a_stemmer_can_be_set(file: Path) -> None:
    for language in ("auto", "none", *LANGUAGES):
        assert load(file, f"[vault]\nlanguage = '{language}'").vault.language == language


def test_the_default_file_describes_everything_and_changes_nothing(file: Path) -> None:
    text = default_toml()
    assert load(file, text) == Settings()
    uncommented = "\n".join(
        line.removeprefix("# ") if " = " in line and "`" not in line else line for line in text.splitlines()
    )
    assert load(file, uncommented) == Settings()
    assert "# Milliseconds without a key before a search starts, 0 to 5,000.\n# debounce_ms = 80\n" in text
    described = {line.split(" = ")[0].removeprefix("# ") for line in text.splitlines() if " = " in line}
    assert {"exclude", "theme", "index_dir", "threads", "reduced_motion"} <= described


def test_what_a_setting_may_be_is_said_beside_it() -> None:
    told = default_toml()
    for key, choices in CHOICES.items():
        assert all(f"`{choice}`" in _description(told, key) for choice in choices), key
    for key, bounds in RANGES.items():
        assert all(f"{bound:,}" in _description(told, key) for bound in bounds), key


def _description(text: str, key: str) -> str:
    """The comment above a setting."""
    section, _, name = key.partition(".")
    entries = text.partition(f"\n[{section}]\n")[2].partition("\n[")[0].split("\n\n")
    return next(entry for entry in entries if f"\n# {name} = " in entry)


def test_no_line_of_the_default_file_is_undescribed() -> None:
    lines = default_toml().splitlines()
    entries = [index for index, line in enumerate(lines) if " = " in line and "`" not in line]
    assert all(lines[index - 1].startswith("# ") for index in entries)


def test_the_default_file_describes_everything_where_python_strips_docstrings() -> None:
    printing = "from vaulttui.settings_file import default_toml; print(default_toml(), end='')"
    stripped = subprocess.run([sys.executable, "-P", "-OO", "-c", printing], check=True, capture_output=True)
    assert stripped.stdout.decode() == default_toml()


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(
    exclude=st.lists(texts).map(tuple),
    editor=texts,
    keys=st.dictionaries(texts.filter(lambda text: "." not in text), texts, max_size=3),
    milliseconds=st.integers(0, 5000),
    motion=st.booleans(),
)
def test_settings_that_are_written_are_read_back_the_same(
    exclude: tuple[str, ...], editor: str, keys: dict[str, str], milliseconds: int, motion: bool
) -> None:
    settings = Settings(
        vault=VaultSettings(exclude=exclude),
        interface=InterfaceSettings(editor=editor, debounce_ms=milliseconds, reduced_motion=motion),
        keys=keys,
    )
    values = tomllib.loads(settings_toml(settings))
    assert values.get("keys", {}) == keys
    assert values["vault"].get("exclude", []) == list(exclude)
    assert values["interface"].get("editor", "") == editor
    assert values["interface"].get("debounce_ms", 80) == milliseconds

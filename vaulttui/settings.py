"""What a person can set: plain values with defaults, and what they may be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from vaulttui.values import dataclass


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """How a vault is read. A change of any of these but ``exclude`` and ``use_gitignore`` reads all notes anew."""

    exclude: tuple[str, ...] = ()
    """Globs of paths (relative to the vault) that are not indexed, not found, not listed."""
    use_gitignore: bool = True
    """Leave out what the vault's ``.gitignore`` files leave out."""
    use_obsidian_settings: bool = True
    """Follow the vault's ``.obsidian``: excluded files, property types, templates, where new and daily notes go,
    also by its plugins Periodic Notes and Templater, and whether links are written with folders."""
    max_note_bytes: int = 5_000_000
    """Larger notes are indexed by name, metadata and this much of their beginning; 1,000 to 1,000,000,000."""
    created_properties: tuple[str, ...] = ("created", "date created", "date")
    """Properties that tell when a note was made, in any case and however letters with marks are composed; the first of
    this list that holds a date counts."""
    updated_properties: tuple[str, ...] = ("updated", "modified", "last_modified", "date modified")
    """Properties that tell when a note was last worked on, likewise."""
    language: str = "auto"
    """Language that words are stemmed in, ``auto`` to tell it from each note, ``none`` for no stemming: ``arabic``,
    ``danish``, ``dutch``, ``english``, ``finnish``, ``french``, ``german``, ``greek``, ``hungarian``, ``italian``,
    ``norwegian``, ``portuguese``, ``romanian``, ``russian``, ``spanish``, ``swedish``, ``tamil`` or ``turkish``."""


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model turns texts into vectors."""

    enabled: bool = True
    """Make vectors, so that notes are found by their meaning; ``false``: by words alone."""
    model: str = "bundled"
    """``bundled``, or a model name of fastembed whose files are in ``model_path``."""
    model_path: str = ""
    """Folder with the model's files; needed for any model but the bundled one."""
    threads: int = 0
    """Threads for the model, 1 to 256; 0 for one per core, two at most."""
    speed: str = "full"
    """How fast vectors are made while the program is used: ``full``, ``half``, or ``paused``. Words and metadata are
    always up to date, and ``vaulttui index`` always works at full speed."""
    speed_on_battery: str = "half"
    """How fast while the machine runs on battery, which is known on Linux and macOS: ``full``, ``half`` or ``paused``;
    the slower of the two counts."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How deep searches order their best results."""

    cross_encoder: str = ""
    """Name of one of fastembed's cross-encoders, whose files are in ``cross_encoder_path``; empty: by the meaning of
    single sentences, which needs no further model."""
    cross_encoder_path: str = ""
    """Folder with the cross-encoder's files."""


@dataclass(frozen=True, slots=True)
class InterfaceSettings:
    """How the interface looks and behaves."""

    theme: str = "vault-dark"
    """Name of a theme of the program, of Textual (the command palette lists them), or of your own: ``themes/ink.toml``
    beside this file, with colours like ``primary = "#7fb4ca"``, makes the theme ``ink``."""
    debounce_ms: int = 80
    """Milliseconds without a key before a search starts, 0 to 5,000."""
    default_mode: str = "hybrid"
    """How texts are matched at first: ``keyword``, ``semantic``, ``hybrid`` or ``deep``. With ``embedding.enabled =
    false`` it is ``keyword`` in any case."""
    reduced_motion: bool = False
    """No animations and no blinking."""
    keymap: str = "vim"
    """Preset of keys that ``[keys]`` changes: ``vim`` or ``plain``."""
    editor: str = ""
    """Command line of the editor; empty: ``$VISUAL``, then ``$EDITOR``. An editor that is not known gets the note's
    path; ``{file}`` and ``{line}`` tell one how to open the note at a line: ``ed --goto {file}:{line}``."""


@dataclass(frozen=True, slots=True)
class NotesSettings:
    """New notes. All paths are within the vault. What is empty is as Obsidian or Logseq has it for the vault."""

    folder: str = ""
    """Folder that the name of a new note begins with; empty: where Obsidian or Logseq has them, else the vault's
    root."""
    templates: str = ""
    """Folder of the notes that new ones can start from."""
    daily_folder: str = ""
    """Folder of the daily notes."""
    daily_format: str = ""
    """Name of a daily note in the notation of Moment.js, ``YYYY/MM/YYYY-MM-DD``; empty and not set
    in Obsidian or Logseq: ``YYYY-MM-DD``."""
    daily_template: str = ""
    """Path of the note that daily notes start from."""


@dataclass(frozen=True, slots=True)
class AgentSettings:
    """Notes that the agents' tool ``search`` leaves out. Their other tools and the resources still give them;
    ``vault.exclude`` hides notes from everything."""

    exclude_preset: bool = False
    """Leave the root's ``overview.md``, ``tree.md`` and ``profile.md``, and all of ``inbox``, out of ``search``."""
    exclude: tuple[str, ...] = ()
    """Further globs, as those of ``vault.exclude`` or as scopes are written, that the tool ``search`` leaves out."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings."""

    vault: VaultSettings = field(default_factory=VaultSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    search: SearchSettings = field(default_factory=SearchSettings)
    interface: InterfaceSettings = field(default_factory=InterfaceSettings)
    agents: AgentSettings = field(default_factory=AgentSettings)
    notes: NotesSettings = field(default_factory=NotesSettings)
    keys: dict[str, str] = field(default_factory=dict)
    """Keys of commands, joined by commas, by the command's id: ``"sort.next" = "s,f5"``. The README lists the ids; keys
    may be written as it shows them, the comma itself as ``comma``."""
    index_dir: str = ""
    """Folder for index files, its whole path; empty: ``$VAULTTUI_CACHE_DIR``, then the user's cache directory."""

    @property
    def starting_mode(self) -> str:
        """The mode that a person's searches begin with: ``interface.default_mode``, but words alone without vectors."""
        return self.interface.default_mode if self.embedding.enabled else "keyword"


_LANGUAGES = (
    *("arabic", "danish", "dutch", "english", "finnish", "french", "german", "greek", "hungarian", "italian"),
    *("norwegian", "portuguese", "romanian", "russian", "spanish", "swedish", "tamil", "turkish"),
)
CHOICES: Mapping[str, tuple[str, ...]] = {
    "vault.language": ("auto", "none", *_LANGUAGES),
    "embedding.speed": ("full", "half", "paused"),
    "embedding.speed_on_battery": ("full", "half", "paused"),
    "interface.default_mode": ("keyword", "semantic", "hybrid", "deep"),
    "interface.keymap": ("vim", "plain"),
}
"""What a text may be, by section and name; any other setting takes any text."""
RANGES: Mapping[str, tuple[int, int]] = {
    "vault.max_note_bytes": (1_000, 1_000_000_000),
    "embedding.threads": (0, 256),
    "interface.debounce_ms": (0, 5_000),
}
"""The least and the greatest number, likewise."""
FOLDERS = frozenset({"index_dir", "embedding.model_path", "search.cross_encoder_path"})
"""Texts that are paths of folders. A relative one would mean another folder wherever the program is started."""
WITHIN_VAULT = frozenset({"notes.folder", "notes.templates", "notes.daily_folder", "notes.daily_template"})
"""Texts that are paths in whichever vault is open."""

"""What a person can set. Plain values with defaults; reading the TOML file is :func:`load_settings`."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class VaultSettings:
    """How a vault is read. A change of any of these re-reads the vault."""

    exclude: tuple[str, ...] = ()
    """Globs of paths (relative to the vault) that are not indexed, not found, not listed."""
    use_gitignore: bool = True
    """Leave out what the vault's ``.gitignore`` files leave out."""
    use_obsidian_settings: bool = True
    """Honour ``userIgnoreFilters``, property types and daily-note settings of ``.obsidian``."""
    max_note_bytes: int = 5_000_000
    """Larger notes are indexed by name, metadata and this much of their beginning."""
    created_properties: tuple[str, ...] = ("created", "date")
    """Properties that tell when a note was made, compared without case, first one that holds a date wins."""
    updated_properties: tuple[str, ...] = ("updated", "modified", "last_modified")
    """Properties that tell when a note was last worked on."""
    language: str = "auto"
    """Snowball language for stemming, ``auto`` to tell it from each note, ``none`` for no stemming."""


@dataclass(frozen=True, slots=True)
class EmbeddingSettings:
    """Which model turns texts into vectors."""

    enabled: bool = True
    model: str = "bundled"
    """``bundled``, or a model name of fastembed whose files are in ``model_path``."""
    model_path: str = ""
    """Folder with the model's files; needed for any model but the bundled one."""
    threads: int = 0
    """Threads for the model, 0 for one per core, two at most."""


@dataclass(frozen=True, slots=True)
class InterfaceSettings:
    """How the interface looks and behaves."""

    theme: str = "textual-dark"
    debounce_ms: int = 80
    """Milliseconds without a key before a search starts."""
    default_mode: str = "hybrid"
    reduced_motion: bool = False
    keymap: str = "vim"
    """Preset of keys that ``[keys]`` changes: ``vim`` or ``plain``."""
    editor: str = ""
    """Command line of the editor; empty: ``$VISUAL``, then ``$EDITOR``."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings."""

    vault: VaultSettings = field(default_factory=VaultSettings)
    embedding: EmbeddingSettings = field(default_factory=EmbeddingSettings)
    interface: InterfaceSettings = field(default_factory=InterfaceSettings)
    keys: dict[str, str] = field(default_factory=dict)
    """Binding id to keys, joined by commas."""
    index_dir: str = ""
    """Folder for index files; empty: ``$VAULTTUI_CACHE_DIR``, then the user's cache directory."""

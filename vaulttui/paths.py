"""Where vaulttui keeps what it knows: index files, remembered state, settings. Everything is for the user alone.

The folders are those that the system has for such things (``$XDG_CACHE_HOME``, ``$XDG_STATE_HOME``,
``$XDG_DATA_HOME`` and ``$XDG_CONFIG_HOME`` are honoured everywhere). The vault itself is never written to.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from pathlib import Path
from typing import Literal, Protocol

from vaulttui.errors import SettingsError, UsageError
from vaulttui.shortage import remedy
from vaulttui.spellings import real_place

_VAULT_MARKERS = (".obsidian", ".zk", ".foam", "logseq/config.edn")
"""What a vault is known by from inside, of the programs that people make one with. Not the folder ``logseq``: vaults
themselves are called so."""

_NAME = "vaulttui"
_CACHE_VARIABLE = "VAULTTUI_CACHE_DIR"
_MOST_VAULTS = 20
_LINUX_FOLDERS = {"cache": "~/.cache", "config": "~/.config", "data": "~/.local/share", "state": "~/.local/state"}
"""See https://specifications.freedesktop.org/basedir-spec/latest/."""


class IndexPlace(Protocol):
    """The part of the settings that says where index files go."""

    @property
    def index_dir(self) -> str:
        """A folder; ``""`` for the usual one."""


def config_dir() -> Path:
    """Folder of the settings."""
    return _folder("config")


def config_path() -> Path:
    """The settings file, which may not exist."""
    return config_dir() / "config.toml"


def state_dir() -> Path:
    """Folder of what is remembered from one start to the next."""
    return _folder("state")


def data_dir() -> Path:
    """Folder of what belongs to the user, like their copy of the sample vault."""
    return _folder("data")


def expanded(path: str | os.PathLike[str]) -> Path:
    """A path with the user's folder in the place of ``~``. One that begins with the name of nobody stays as it is.

    Who has no folder, neither in ``$HOME`` nor in the system's list of users, has ``/``, as in a container: a folder
    that is called ``~`` would be made in the working directory, which may be a vault.
    """
    name = os.path.expanduser(path)  # noqa: PTH111 - Path.expanduser raises where nobody has that name
    return Path("/", name[2:]) if str(path) == name and (name == "~" or name.startswith("~/")) else Path(name)


def working_directory() -> Path | None:
    """The working directory; ``None`` if it is gone."""
    try:
        return Path.cwd()
    except OSError:
        return None


def cache_dir(index_dir: str = "") -> Path:
    """Folder of index files: the one given, else ``$VAULTTUI_CACHE_DIR``, else the user's cache folder.

    Raises:
        SettingsError: The variable is meant from the working directory, which is gone.
    """
    chosen = index_dir or os.environ.get(_CACHE_VARIABLE, "")
    if not chosen:
        return _folder("cache")
    folder = expanded(chosen)
    if folder.is_absolute():
        return folder
    working = working_directory()
    if working is None:
        raise SettingsError(
            f"${_CACHE_VARIABLE} is {chosen!r}, and the working directory, from where that is meant, was deleted. "
            "Go to a folder that is there, or let the variable name the whole path."
        )
    return working / folder


def vault_id(vault: Path) -> str:
    """A name for a vault's files: readable, and another one for every folder."""
    place = real_place(vault)
    digest = hashlib.blake2b(os.fsencode(place), digest_size=6).hexdigest()
    slug = re.sub(r"[^a-z0-9]+", "-", place.name.casefold()).strip("-")[:40].strip("-")
    return f"{slug or 'vault'}-{digest}"


def index_path(vault: Path, settings: IndexPlace | None = None) -> Path:
    """The index file of a vault; neither it nor its folder need exist.

    Raises:
        SettingsError: As :func:`cache_dir`, or ``$VAULTTUI_CACHE_DIR`` is relative and happens to lead into the vault.
    """
    index_dir = settings.index_dir if settings is not None else ""
    folder = cache_dir(index_dir)
    chosen = os.environ.get(_CACHE_VARIABLE, "")
    if chosen and not (index_dir or expanded(chosen).is_absolute()) and _lies_in(folder, vault):
        raise SettingsError(
            f"${_CACHE_VARIABLE} is {chosen!r}, which from here means {folder}, among the notes of the vault: whatever "
            "syncs these would take the index along. Let the variable name the whole path of another folder."
        )
    return folder / vault_id(vault) / "index.duckdb"


def has_index(vault: Path, settings: IndexPlace | None = None) -> bool:
    """Whether a vault seems to have an index: in a folder that one may not enter there may be one, and opening it says
    what to do."""
    try:
        return index_path(vault, settings).exists()
    except OSError:
        return True


def _lies_in(folder: Path, vault: Path) -> bool:
    return real_place(folder).is_relative_to(real_place(vault))


def is_marked(folder: Path) -> bool:
    """Whether some program made a vault of a folder. Of one that may not be entered nobody knows: it is none."""
    return any(os.path.exists(folder / marker) for marker in _VAULT_MARKERS)  # noqa: PTH110 - Path.exists may raise


def check_not_everything(vault: Path, settings: IndexPlace | None = None) -> None:
    """Make sure that a vault is not opened by mistake that is the user's own folder with all that is in it, or one
    above that. One that has an index already, or that some program made a vault, is opened on purpose.

    Raises:
        UsageError: It would be indexed for the first time.
    """
    place, home = vault.resolve(), _own_folder()
    if place != home and place not in home.parents:
        return
    if is_marked(place) or has_index(vault, settings):
        return
    what = "is your own folder" if place == home else "has all folders below it"
    raise UsageError(
        f"{vault} {what}, with whatever lies there. Name the folder of your notes; "
        "if everything is meant, run vaulttui index on it first."
    )


def _own_folder() -> Path:
    """The user's own folder as the system has it: ``$HOME`` may be set to any place, a vault included."""
    import pwd  # late: not needed by most

    try:
        return Path(pwd.getpwuid(os.getuid()).pw_dir).resolve()
    except (KeyError, OSError):  # nobody's, as in a container
        return expanded("~").resolve()


def ui_state_path(vault: Path) -> Path:
    """The file with what the interface remembers of a vault; it need not exist."""
    return state_dir() / vault_id(vault) / "interface.json"


def make_private_dir(folder: Path) -> Path:
    """Make a folder, and those above it that are missing, for the user alone (mode 0700).

    Folders that exist keep their mode.

    Raises:
        OSError: It cannot be made.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))
    return folder


def write_private(path: Path, text: str) -> None:
    """Write a file for the user alone (mode 0600), in one step: a reader sees the old text or the new one.

    Raises:
        OSError: It cannot be written; the old file is untouched.
    """
    import tempfile  # late: it brings random numbers and what belongs to them, which most commands do without

    make_private_dir(path.parent)
    # mkstemp makes the file with mode 0600.
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def recent_vaults() -> tuple[Path, ...]:
    """Vaults that were opened before and still exist, the last one first."""
    return tuple(filter(_is_there, _remembered_vaults()))


def vanished_vault() -> Path | None:
    """The vault that was opened last, if it is not there now; ``None`` if it is."""
    last = next(iter(_remembered_vaults()), None)
    return last if last is not None and not _is_there(last) else None


def _is_there(folder: Path) -> bool:
    # Path.is_dir raises for a mount whose server is gone, and below a folder that may not be entered.
    return os.path.isdir(folder)  # noqa: PTH112


def _remembered_vaults() -> list[Path]:
    """Vaults that were opened before, the last one first; those on a disk that is not mounted now, too."""
    try:
        names = json.loads(_vaults_path().read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        # Nothing remembered, or nothing that can be used: that is no fault.
        return []
    paths = [Path(name) for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return [path for path in paths if path.is_absolute()]


def remember_vault(vault: Path) -> None:
    """Put a vault first among the recent ones.

    Raises:
        OSError: It cannot be remembered.
    """
    place = real_place(vault)
    others = [path for path in _remembered_vaults() if path != place]
    # A path that is not UTF-8 has lone surrogates in it, which JSON keeps as escapes.
    write_private(_vaults_path(), json.dumps([str(path) for path in (place, *others)][:_MOST_VAULTS], indent=1))


def not_kept(what: str, error: OSError) -> str:
    """Tell a person what cannot be kept from one start to the next, and what helps.

    Args:
        what: What that is, as the beginning of a sentence.
        error: Why it could not be written.
    """
    helps = remedy(error) or "Free some space, or make the folder writable"
    return f"{what} cannot be saved in {state_dir()}: {error.strerror or error}. {helps}."


def _vaults_path() -> Path:
    return state_dir() / "vaults.json"


def _folder(kind: Literal["cache", "config", "data", "state"]) -> Path:
    """Folder of a kind: of its XDG variable, which counts only if it is absolute, as its specification says."""
    chosen = Path(os.environ.get(f"XDG_{kind.upper()}_HOME", ""))
    if chosen.is_absolute():
        return chosen / _NAME
    if os.uname().sysname == "Linux":  # platformdirs knows no more of it, and takes a fiftieth of a search to import
        return expanded(_LINUX_FOLDERS[kind]) / _NAME
    import platformdirs

    usual: Path = getattr(platformdirs, f"user_{kind}_path")(_NAME)
    return usual

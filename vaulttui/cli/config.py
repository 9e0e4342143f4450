"""``vaulttui config``: the settings, described, as a file that can be used."""

from __future__ import annotations

import argparse
import dataclasses
from typing import TYPE_CHECKING

from vaulttui import paths
from vaulttui.errors import SettingsError
from vaulttui.settings import Settings

if TYPE_CHECKING:
    from vaulttui.cli.context import Context

DESCRIPTION = "Print all settings with their meaning; those at their default are commented out."
EPILOG = "exit status: 0 done, 2 wrong usage, or settings that cannot be read."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's own arguments."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--path", action="store_true", help="print where the settings file is, or would be")
    what.add_argument("--init", action="store_true", help="make a settings file with everything at its default")
    what.add_argument("--default", action="store_true", help="print the defaults, not what is set")
    parser.add_argument("--json", action="store_true", help="print what is set as one JSON document")


def run(options: argparse.Namespace, context: Context) -> int:
    """Print or make the settings file."""
    from vaulttui.settings_file import default_toml, settings_toml

    out = context.out
    file = context.settings_path
    if options.init:
        if file.exists():
            raise SettingsError(f"{file} is there already; it was left as it is.")
        try:
            paths.write_private(file, default_toml() + "\n")
        except OSError as error:
            raise SettingsError(f"{file} cannot be written: {error.strerror or error}.") from error
    # Where the file is can be asked of one that is broken, to mend it.
    settings = Settings() if options.default or options.init or options.path else context.settings
    if options.json:
        place = {"path": str(file), "exists": file.exists()}
        out.document(place if options.path else {**place, "settings": dataclasses.asdict(settings)})
    elif options.path or options.init:
        out.line(out.safe(str(file)))
    elif options.default:
        out.line(default_toml())
    else:
        out.line(out.styled(f"# {file}" if file.exists() else f"# {file} does not exist: all at its default", "quiet"))
        out.line(settings_toml(settings))
    return 0

"""``python -m vaulttui``."""

from __future__ import annotations

import sys

from vaulttui.cli import main

if __name__ == "__main__":
    sys.exit(main())

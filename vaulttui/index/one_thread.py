"""numpy, without threads of its own.

The library that multiplies matrices for it (OpenBLAS) makes a thread for every further core, and each of them turns in
circles for some milliseconds behind every product, waiting for the next one. Our products are small; what these threads
did was to take a core from the database: on two cores a search by meaning in 100,000 notes took 81 ms instead of 69.
"""

from __future__ import annotations

import os
import sys

_VARIABLE = "OPENBLAS_NUM_THREADS"


def import_numpy() -> None:
    """Import numpy, unless that was done before. What a person set stays as it is, and programs that are started later,
    such as an editor, are told nothing."""
    if "numpy" in sys.modules or _VARIABLE in os.environ:
        return
    os.environ[_VARIABLE] = "1"  # is read once, while numpy is imported
    try:
        import numpy  # noqa: F401
    finally:
        del os.environ[_VARIABLE]

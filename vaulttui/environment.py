"""What libraries are told by variables of the environment: all of it before there is any thread.

The C library has no lock between who reads a variable (``getenv``) and who sets or takes away another one: the reader
may be left with memory that was given back, which ends the process. The database reads some on threads of its own while
it opens a file, and holds none of Python's locks then. So a process of this program sets all of them first and takes
none away; what it starts for a person, such as an editor, gets :func:`handed_on`. What numpy sets counts as well:
``OPENBLAS_MAIN_FREE``, while it is imported, unless that is there.

None of the libraries sets variables from C, where nobody here could see it: OpenBLAS, onnxruntime, the tokenizers, the
watcher of files and the database import neither ``setenv`` nor ``putenv`` nor ``unsetenv``. OpenBLAS only reads its
own, when it is loaded.
"""

from __future__ import annotations

import os

_FOR_NUMPY = {
    # The library that multiplies matrices for it (OpenBLAS) makes a thread for every further core, and each of them
    # turns in circles for some milliseconds behind every product, waiting for the next one. Our products are small;
    # what these threads did was to take a core from the database: on two cores a search by meaning in 100,000 notes
    # took 81 ms instead of 69.
    "OPENBLAS_NUM_THREADS": "1",
    # Or numpy sets it, and takes it away again, while it is imported.
    "OPENBLAS_MAIN_FREE": "1",
}
_FOR_MODELS = {
    # The published builds of onnxruntime (from 1.29 on) report to their maker who uses them on which models, and keep
    # an identifier of the machine, unless this is set before they are imported.
    "ORT_DISABLE_TELEMETRY": "1",
    # A pool of threads in the tokenizer has nothing to share out when texts come one by one.
    "TOKENIZERS_PARALLELISM": "false",
}
_COMMANDED = frozenset({"ORT_DISABLE_TELEMETRY"})
"""What is set whatever a person says; else that stays."""

_before: dict[str, str | None] = {}
"""What those were that :func:`settle` has set."""


def settle() -> None:
    """Set all variables for good, but not those that a person has set. To be called first in a process that is all this
    program's: in somebody else's, numpy has as many threads as that lets it have."""
    _set({**_FOR_NUMPY, **_FOR_MODELS})


def is_settled() -> bool:
    """Whether numpy can be imported while there are threads."""
    return all(name in os.environ for name in _FOR_NUMPY)


def tell_models() -> None:
    """Set what the libraries of models are to know, unless that was done. In a program that is somebody else's, this
    comes before the database is opened."""
    _set(_FOR_MODELS)


def handed_on() -> dict[str, str]:
    """The environment for programs of the person's, such as an editor: as this process got it."""
    given = dict(os.environ)
    for name, value in _before.items():
        if value is None:
            given.pop(name, None)
        else:
            given[name] = value
    return given


def _set(values: dict[str, str]) -> None:
    for name, value in values.items():
        before = os.environ.get(name)
        if before is None or (name in _COMMANDED and before != value):
            _before.setdefault(name, before)
            os.environ[name] = value

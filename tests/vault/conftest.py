"""What the tests of this folder have in common."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no fault of the code: no example fails for being slow.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

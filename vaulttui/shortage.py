"""What helps where the system has too little of something. Any call may meet that, and what the system says of it does
not tell what to do."""

from __future__ import annotations

import errno

MORE_FILES = "Close what has many files open, or raise the limit (ulimit -n), then try again"
"""The way out where too many files are open."""
MORE_MEMORY = "Close what has much memory, or raise the limit (ulimit -v), then try again"
"""The way out where there is too little memory."""
_MORE_THREADS = "Close what has many threads or much memory, or raise the limits (ulimit -u and -v), then try again"


def remedy(error: BaseException) -> str:
    """Tell what a person can do about a shortage.

    Args:
        error: What the system or Python raised.

    Returns:
        A sentence without its full stop; ``""`` if there was enough of everything.
    """
    if isinstance(error, OSError) and error.errno in (errno.EMFILE, errno.ENFILE):
        return MORE_FILES
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        return MORE_MEMORY
    if isinstance(error, RuntimeError) and "can't start new thread" in str(error):  # it has no class of its own
        return _MORE_THREADS
    return ""

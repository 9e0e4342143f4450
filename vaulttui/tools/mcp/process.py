"""The server of the Model Context Protocol as a process: over standard input and output, and until a signal ends it."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from functools import partial
from io import BufferedWriter
from typing import Any

import anyio
import anyio.to_thread
from mcp.server.mcpserver import MCPServer

from vaulttui.errors import VaultTuiError
from vaulttui.search.engine import SearchEngine
from vaulttui.tools.mcp.server import VaultServer

log = logging.getLogger(__name__)

_RETRY_SECONDS = 3.0
"""Pause before an index that could not be opened is tried again."""
_CLOSE_SECONDS = 3.0
"""So long the end waits for whoever waits for an owner that does not answer."""


def serve(
    engine: SearchEngine, exclude: Sequence[str] = (), *, embed: bool = True, tell: Callable[[str], None] = log.warning
) -> None:
    """Serve until standard input ends. SIGTERM and SIGINT close the engine and end the process.

    Args:
        engine: Answers; need not be open. It is opened while clients are served: they would not start the server again
            if it ended only because another process has the index for now and does not answer.
        exclude: Globs of notes that ``search`` leaves out.
        embed: Whether vectors are made.
        tell: Told why the index cannot be opened, if so.

    Raises:
        OSError: Standard input or output failed, but not because the client has gone.
    """
    server = VaultServer(engine, exclude)
    _pass_over_unwritten_output()
    try:
        anyio.run(_serve, server.mcp, engine, embed, tell)
    except BaseExceptionGroup as group:
        raise _innermost(group) from None
    finally:
        server.close()


def _pass_over_unwritten_output() -> None:
    """Keep Python from telling, from 3.13 on, what the protocol's output could not write when it is let go: that the
    client has gone is no news, and any other failure has been raised."""
    before = sys.unraisablehook

    def tell(found: sys.UnraisableHookArgs) -> None:
        if not (isinstance(found.object, BufferedWriter) and isinstance(found.exc_value, OSError)):
            before(found)

    sys.unraisablehook = tell


def _innermost(group: BaseException) -> BaseException:
    """What a group of groups holds, if that is one exception."""
    while isinstance(group, BaseExceptionGroup) and len(group.exceptions) == 1:
        group = group.exceptions[0]
    return group


async def _serve(mcp: MCPServer[Any], engine: SearchEngine, embed: bool, tell: Callable[[str], None]) -> None:
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_end_on_signal, engine)
        tasks.start_soon(_begin, engine, embed, tell)
        await mcp.run_stdio_async()
        tasks.cancel_scope.cancel()


async def _begin(engine: SearchEngine, embed: bool, tell: Callable[[str], None]) -> None:
    """Begin to keep the index fresh, as soon as it can be opened. Whatever keeps it from that must not end the server
    with a client that waits for it."""
    told = ""
    while True:
        try:
            await anyio.to_thread.run_sync(partial(engine.start_background, embed=embed), abandon_on_cancel=True)
            return
        except VaultTuiError as fault:
            reason = fault.message
        except Exception as error:
            log.exception("the index could not be opened")
            reason = f"The index is not open: unexpected {type(error).__name__}: {error}. It is tried again."
        if reason != told:
            tell(reason)
        told = reason
        await anyio.sleep(_RETRY_SECONDS)


async def _end_on_signal(engine: SearchEngine) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for received in signals:
            try:
                with anyio.move_on_after(_CLOSE_SECONDS):  # somebody may just wait for an owner that does not answer
                    await anyio.to_thread.run_sync(engine.close, abandon_on_cancel=True)
            except Exception:  # the process ends all the same
                log.exception("the index was not closed in order")
            # A thread waits for standard input, which nothing can wake: it would hold up an orderly exit for ever.
            os._exit(0 if received == signal.SIGTERM else 130)

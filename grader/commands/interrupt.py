"""Ctrl-C: the first ends cleanly, the second at once."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from grader.commands.exits import ExitCode
from grader.wording import Wording

SOON = 0.02  # seconds until a destructor is left, surely


@contextmanager
def announced_interrupt(words: Wording) -> Iterator[None]:
    """Says at the first Ctrl-C that what is done is kept; ends at once at the second."""

    def first(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, second)
        click.echo("\n" + words.text("batch.stopping"), err=True)
        raise KeyboardInterrupt("said")

    def second(_number: int, _frame: FrameType | None) -> None:
        os._exit(ExitCode.INTERRUPTED)  # the store is whole at any moment; the workers end with us

    def once_more(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, second)
        raise KeyboardInterrupt("said")

    def unheard(what: "sys.UnraisableHookArgs") -> None:
        """Raises once more what came inside a destructor, where Python only prints it."""
        if isinstance(what.exc_value, KeyboardInterrupt):
            signal.signal(signal.SIGINT, once_more)
            threading.Timer(SOON, signal.raise_signal, (signal.SIGINT,)).start()
        else:
            sys.__unraisablehook__(what)

    before, hook = signal.signal(signal.SIGINT, first), sys.unraisablehook
    sys.unraisablehook = unheard
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook

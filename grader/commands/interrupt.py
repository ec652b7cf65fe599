"""Ctrl-C: the first ends cleanly, the second at once."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from grader.commands.exits import ExitCode
from grader.wording import Wording


@contextmanager
def announced_interrupt(words: Wording) -> Iterator[None]:
    """Says at the first Ctrl-C that what is done is kept; ends at once at the second."""
    from grader.batch.processes import raised_again

    def first(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, second)
        click.echo("\n" + words.text("batch.stopping"), err=True)
        raise KeyboardInterrupt("said")

    unheard = False

    def second(_number: int, _frame: FrameType | None) -> None:
        nonlocal unheard
        if not unheard:
            os._exit(ExitCode.INTERRUPTED)  # the store is whole at any moment; workers end with us
        unheard = False
        raise KeyboardInterrupt("said")

    def again() -> None:
        nonlocal unheard
        unheard = True
        signal.raise_signal(signal.SIGINT)

    before, hook = signal.signal(signal.SIGINT, first), sys.unraisablehook
    sys.unraisablehook = raised_again(KeyboardInterrupt, again)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        sys.unraisablehook = hook

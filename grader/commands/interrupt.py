"""Handle Ctrl-C: the first ends cleanly, the second at once. A closed terminal counts as one."""

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
    """On the first Ctrl-C, announce that finished work is kept; on the second, end at once."""
    from grader.batch.processes import raised_again

    def first(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, second)
        click.echo("\n" + words.text("batch.stopping"), err=True)
        raise KeyboardInterrupt("said")

    unheard = False

    def second(_number: int, _frame: FrameType | None) -> None:
        nonlocal unheard
        if not unheard:
            os._exit(ExitCode.INTERRUPTED)  # the store is always consistent; workers end with us
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


@contextmanager
def other_ends() -> Iterator[None]:
    """End the block, as Ctrl-C does, when the terminal is closed or the process is terminated.

    A closing terminal sends several signals, and accepts no more output.
    """

    def end(number: int, _frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
        raise KeyboardInterrupt

    numbers = [signal.SIGTERM] if sys.platform == "win32" else [signal.SIGTERM, signal.SIGHUP]
    heard = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in heard:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)

"""Ctrl-C: the first ends cleanly, the second at once."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

import click

from grader.commands.exits import Exit
from grader.wording import Wording


@contextmanager
def announced_interrupt(words: Wording) -> Iterator[None]:
    """Says at the first Ctrl-C that what is done is kept; ends at once at the second."""

    def first(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, second)
        click.echo("\n" + words.text("batch.stopping"), err=True)
        raise KeyboardInterrupt("said")

    def second(_number: int, _frame: FrameType | None) -> None:
        os._exit(Exit.INTERRUPTED)  # the store is whole at any moment; the workers end with us

    before = signal.signal(signal.SIGINT, first)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)

"""Progress of a batch on stderr: a bar with names and the time left, or plain lines."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import click

from grader.batch import Phase, Step, Watch
from grader.wording import Wording, visible

NOTES = {Phase.BROKEN: "batch.note_broken", Phase.TIMED: "batch.note_timed"}


@contextmanager
def shown_progress(words: Wording) -> Iterator[Watch]:
    """Show the steps of a batch while it runs."""
    if sys.stderr.isatty():
        with _bar(words) as watch:
            yield watch
    else:
        yield partial(_line, words=words)


def _line(step: Step, words: Wording) -> None:
    if step.phase not in {Phase.STARTED, Phase.TIMING}:
        key = NOTES.get(step.phase)
        note = f" ({words.text(key)})" if key else ""
        width = len(str(step.total))
        click.echo(f"[{step.done:{width}}/{step.total}] {visible(step.student)}{note}", err=True)


@contextmanager
def _bar(words: Wording) -> Iterator[Watch]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskID,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[names]}", markup=False),
    )
    running: dict[str, None] = {}
    tasks: list[TaskID] = []  # of grading, and then of timing
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:

        def watch(step: Step) -> None:
            timing = step.phase in {Phase.TIMING, Phase.TIMED}
            while len(tasks) <= timing:
                description = words.text("batch.timing" if tasks else "batch.grading")
                tasks.append(progress.add_task(description, total=None, names=""))
            if step.phase in {Phase.STARTED, Phase.TIMING}:
                running[step.student] = None
            else:
                running.pop(step.student, None)
            names = " ".join(visible(student) for student in running)
            progress.update(tasks[timing], total=step.total, completed=step.done, names=names)

        yield watch

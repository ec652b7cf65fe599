"""Progress of a batch on stderr: a bar with names and the time left, or plain lines."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from grader.batch import Phase, Step, Watch
from grader.model.course import Exercise
from grader.wording import Wording, visible


@contextmanager
def shown_progress(words: Wording) -> Iterator[Watch]:
    """Shows the steps of a batch while it runs."""
    if sys.stderr.isatty():
        with _bar(words) as watch:
            yield watch
    else:
        yield _line


@contextmanager
def named_exercises(
    exercises: Sequence[Exercise], words: Wording
) -> Iterator[Callable[[Exercise], None]]:
    """Shows on a terminal which exercise is at hand, and that time goes by."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def begin(exercise: Exercise) -> None:
            place = exercises.index(exercise)
            name = f"{exercise.shown} [{place + 1}/{len(exercises)}]"
            text = words.text("check.running", name=name)
            several = len(exercises) > 1
            progress.update(
                task,
                description=text,
                completed=place if several else 0,
                total=len(exercises) if several else None,
            )

        yield begin


def _line(step: Step) -> None:
    """Prints one line per finished submission, for logs."""
    if step.phase not in {Phase.STARTED, Phase.OBSERVED}:
        note = " (broken)" if step.phase is Phase.BROKEN else ""
        width = len(str(step.total))
        click.echo(f"[{step.done:{width}}/{step.total}] {visible(step.student)}{note}", err=True)


@contextmanager
def _bar(words: Wording) -> Iterator[Watch]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn(words.text("batch.grading")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[names]}", markup=False),
    )
    running: dict[str, None] = {}
    timed: dict[str, None] = {}  # those that wait for the timing worker, which is at the first
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, names="")

        def watch(step: Step) -> None:
            if step.phase is Phase.STARTED:
                running[step.student] = None
            elif step.phase is Phase.OBSERVED:
                running.pop(step.student, None)
                timed[step.student] = None
            else:
                running.pop(step.student, None)
                timed.pop(step.student, None)
            names = " ".join(visible(student) for student in running)
            if timed:
                measured = visible(next(iter(timed)))
                names += "  " + words.text("batch.timing", student=measured, count=len(timed))
            progress.update(task, total=step.total, completed=step.done, names=names)

        yield watch

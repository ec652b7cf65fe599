"""Which exercise a check is at, on a terminal."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from grader.model.course import Exercise
from grader.wording import Wording


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

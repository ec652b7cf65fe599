"""A run of the whole program: what its answer says it showed, read and bounded.

All of it is the student's word: nothing here is a fact but that the program said so.
"""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from grader.model.course import Limits
from grader.model.program import Matrix, Plot, ProgramRun
from grader.model.run import RunRecord, RunStatus, Traceback, Value, ValueKind
from grader.model.running import Whole
from grader.sandbox.values import MAX_SHORT, decode_plots, decode_traceback, decode_values, text
from grader.sandbox.wire import Frame, ViolationError

GRACE_SECONDS = 2.0  # for a program to tell what it showed, when its time is up
MOST_MATRICES, MOST_SIDE, AXES = 40, 4_096, 2
MOST_FILES, MOST_BYTES = 100, 1 << 53


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What an answer says; empty without one."""

    cut: bool = False
    answers: tuple[str, ...] = ()
    error: Traceback | None = None
    plots: tuple[Plot, ...] = ()
    files: tuple[tuple[str, int], ...] = ()
    values: Mapping[str, Value] = field(default_factory=dict)

    def whole(self, record: RunRecord, output: str) -> Whole:
        """Adds how it ended and what it printed."""
        run = ProgramRun(
            run=record,
            cut=self.cut or record.status is RunStatus.TIMEOUT,
            answers=self.answers,
            output=output,
            plots=self.plots,
            files=self.files,
            matrices=tuple(_matrix(name, value) for name, value in self.values.items()),
        )
        return Whole(run=run, values=self.values)


def roomy(limits: Limits, seconds: float) -> Limits:
    """Raises the limit of CPU time to what the limit of `seconds` on the wall lets any core do."""
    most = (seconds + GRACE_SECONDS) * (os.cpu_count() or 1)
    return replace(limits, cpu_seconds=max(limits.cpu_seconds, most))


def decode_shown(frame: Frame, answers: Sequence[str]) -> Shown:
    """Reads an answer to a run that was given `answers`; raises ViolationError."""
    head, data = frame
    cut, taken, error = head.get("cut"), head.get("taken"), head.get("error")
    if type(cut) is not bool or type(taken) is not int:
        raise ViolationError("an end that is not described")
    return Shown(
        cut=cut,
        answers=tuple(answers[: max(0, taken)]),
        error=None if error is None else decode_traceback(error),
        plots=decode_plots(head.get("plots")),
        files=_files(head.get("files")),
        values=_values(head.get("values"), data),
    )


def _files(files: object) -> tuple[tuple[str, int], ...]:
    if not isinstance(files, list) or len(files) > MOST_FILES:
        raise ViolationError("files that are not a list")
    return tuple(_file(one) for one in files)


def _file(one: object) -> tuple[str, int]:
    match one:
        case [str() as name, int() as size]:
            return text(name, MAX_SHORT), max(0, min(size, MOST_BYTES))
    raise ViolationError("a file without a name and a size")


def _values(heads: object, data: bytes) -> Mapping[str, Value]:
    if not isinstance(heads, list) or len(heads) > MOST_MATRICES:
        raise ViolationError("variables that are not a list")
    values = decode_values(heads, data, exactly=len(heads))
    if not all(_is_matrix(value) for value in values):
        raise ViolationError("variables that are not matrices")
    return {
        text(head.get("name"), MAX_SHORT): value for head, value in zip(heads, values, strict=True)
    }


def _is_matrix(value: Value) -> bool:
    flat = len(value.shape) == AXES and max(value.shape) <= MOST_SIDE
    return value.kind is ValueKind.MATRIX and flat


def _matrix(name: str, value: Value) -> Matrix:
    return Matrix(name=name, shape=value.shape, container=value.container, elements=value.elements)

"""A sandbox that is none: runs programs in this process. For programs that we wrote ourselves."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grader.model.course import Exercise
from grader.model.evidence import Plot
from grader.model.reference import Array
from grader.model.run import (
    Call,
    LoadMode,
    RunRecord,
    RunStatus,
    Target,
    Traceback,
    Value,
    ValueKind,
)
from grader.model.running import Program, Session

Namespace = dict[str, Any]


@dataclass
class InProcessSandbox:
    """Opens programs and remembers, for every sandbox made from one `ran`, whose they were."""

    ran: list[str] = field(default_factory=list)  # main source texts, as often as opened
    before: Callable[[str], None] | None = None  # called with the source text before it is opened
    thread: int = 0

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Takes the program; a sandbox is used in one thread only."""
        self.thread = self.thread or threading.get_ident()
        assert self.thread == threading.get_ident()
        if self.before is not None:
            self.before(files[main])
        self.ran.append(files[main])
        return InProcessProgram(files[main])


@dataclass
class InProcessProgram:
    """One program."""

    text: str
    mode: LoadMode = LoadMode.WHOLE
    whole_load: RunRecord | None = None

    def start(self) -> Session:
        """Executes the text in a namespace of its own."""
        return InProcessSession(self.text)


class InProcessSession:
    """The program, loaded."""

    def __init__(self, text: str) -> None:
        self.namespace: Namespace = {"__name__": "__main__"}
        self.load = _run(lambda: exec(text, self.namespace))[0]
        self.alive = self.load.status is RunStatus.OK

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Calls a top-level function as (a, b), with nested lists."""
        lists = [one.tolist() for one in inputs]
        run, result = _run(lambda: self.namespace[target.name](*lists))
        after = tuple(_value(one) for one in lists)
        return Call(
            run=run,
            result=_value(result) if run.status is RunStatus.OK else None,
            inputs_after=after,
        )

    def plots(self) -> tuple[Plot, ...]:
        """Nothing is plotted here."""
        return ()

    def close(self) -> None:
        """Has nothing to end."""
        self.alive = False


def _run(work: Callable[[], Any]) -> tuple[RunRecord, Any]:
    try:
        result = work()
    except Exception as error:  # noqa: BLE001  a program under test may raise anything
        raised = Traceback(type=type(error).__name__, message=str(error), frames=())
        return RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised), None
    return RunRecord(status=RunStatus.OK), result


def _value(result: Any) -> Value:
    import numpy as np

    if result is None:
        return Value(kind=ValueKind.NONE)
    array = np.array(result)
    elements = "float" if array.dtype.kind == "f" else "int"
    return Value(
        kind=ValueKind.MATRIX,
        container="list of list",
        elements=elements,
        shape=array.shape,
        dtype="<f8" if array.dtype.kind == "f" else "<i8",
        data=array.tobytes(),
    )

"""A Program that runs in this process: for sources that we wrote, without a sandbox.

Its values are packed by the guest's own code, so that the host sees what a real child would send.
A source can end its child with the injected function `end("timeout")`.
"""

import ast
import contextlib
import io
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from msgspec import Struct, field

from grader.guest import arrays, calling, loading, values, variables
from grader.guest.naming import Packed
from grader.guest.protocol import Operation, ValueRecord
from grader.model.calling import IN_PLACE, Call, Convention, Target, Value, ValueKind
from grader.model.course import Form
from grader.model.measurement import Measurement
from grader.model.program import Plot
from grader.model.reference import Array
from grader.model.run import LoadMode, RunRecord, RunStatus, Traceback
from grader.model.running import LATER_CALLS, Frame, ScriptResult
from grader.model.static import Definition, ParseStatus, SourceFacts
from grader.sandbox.replies import ScriptOutcome
from grader.sandbox.requests import ArrayPlacement, call_request
from tests.guests import guest_module

PAIR = 2  # matrices, which most conventions are about
FILE = "kadai1.py"


class Ended(BaseException):
    """The child process is over."""

    def __init__(self, status: RunStatus) -> None:
        self.status = status


def end(status: str) -> None:
    """What a source calls to end its child."""
    raise Ended(RunStatus(status))


TOOK: list[float] = []


def took(seconds: float) -> None:
    """What a source calls to have its call taken for one that took so long."""
    TOOK[:] = [seconds]


class FakeProgram(Struct, dict=True):
    """One program, and how often it was started and called."""

    source: str
    starts: int = 0
    calls: list[Target] = field(default_factory=list)
    mode: LoadMode = LoadMode.WHOLE
    whole_load: RunRecord | None = None
    plotted: tuple[Plot, ...] = ()
    answered: Frame | None = None
    loads: int = 10**6  # how many starts succeed

    def restrict(self) -> None:
        """Goes on with the definitions alone."""
        self.mode = LoadMode.DEFINITIONS

    def start(self) -> "FakeSession":
        """Executes the source afresh."""
        self.starts += 1
        return FakeSession(self, fails=self.starts > self.loads)

    def run_under(self, module: str, seconds: float) -> Frame | None:
        """Gives the answer that it was made with."""
        del module, seconds
        return self.answered

    def run_script(
        self,
        answers: Sequence[str],
        seconds: float,
        *,
        draws: bool = False,
        pictures: bool = True,
    ) -> ScriptResult:
        """Executes the source as a script; `end("timeout")` in it is the end of its time."""
        del seconds, pictures
        lines, printed = iter(answers), io.StringIO()
        taken: list[str] = []
        space = {"__name__": "__main__", "end": end, "input": lambda *_: _next(lines, taken)}
        code = loading.compile_whole(FILE, self.source)
        with contextlib.redirect_stdout(printed):
            record, _ = run(lambda: exec(code, space))
        arrays.take()
        packed: list[Packed] = []
        variables.pack_matrices(space, frozenset({"__main__"}), packed)
        shown = ScriptOutcome(
            answers=tuple(taken),
            plots=self.plotted,
            values={head["name"]: unpack(head, data) for head, data in packed},
        )
        return shown.script_result(record, printed.getvalue())


class FakeSession:
    """The program, loaded in a namespace of its own."""

    def __init__(self, program: FakeProgram, *, fails: bool) -> None:
        self._program = program
        self._space: dict[str, Any] = {"__name__": "kadai1", "end": end, "took": took}
        self.alive = True
        self._returned: Any = None
        source = "raise OSError" if fails else program.source
        whole = program.mode is LoadMode.WHOLE
        code = (loading.compile_whole if whole else loading.compile_definitions)(FILE, source)
        self.load = self._run(lambda: exec(code, self._space))[0]
        self.alive = self.load.status is RunStatus.OK

    def call(
        self, target: Target, inputs: Sequence[Array], *, seconds: float | None = None
    ) -> Call:
        """Calls the target with nested lists, as the guest would."""
        assert self.alive
        self._program.calls.append(target)
        if target.by:
            return self._call_by_plugin(target, inputs)
        matrices = [_given(target.form, matrix) for matrix in inputs]
        shape = target.shape or (inputs[0].shape[0], inputs[-1].shape[-1])
        filled = _given(target.form, np.zeros(shape, dtype=inputs[0].dtype))
        rows, length = (one.shape[-2:][0] for one in (inputs[0], inputs[-1]))
        sizes = (rows, inputs[0].shape[-1], length)
        pair = len(matrices) == PAIR
        first, last = matrices[0], matrices[-1]
        arguments = _arguments(target, first, last, filled, sizes) if pair else matrices
        run, returned = self._run(lambda: self._answer(target, arguments))
        if run.status is not RunStatus.OK:
            return Call(run=run)
        result = filled if target.convention in IN_PLACE else returned
        self._returned = result
        after = tuple(pack(matrix) for matrix in matrices)
        return Call(run=run, result=pack(result), inputs_after=after)

    def result_twice(
        self, target: Target, inputs: Sequence[Array], later: Sequence[Array]
    ) -> tuple[Value | None, Value | None]:
        """Packs the first result again, after later calls."""
        first = self.call(target, inputs).result
        kept = self._returned
        if first is None or any(
            self.call(target, later).result is None for _ in range(LATER_CALLS)
        ):
            return first, None
        return first, pack(kept)

    def _call_by_plugin(self, target: Target, inputs: Sequence[Array]) -> Call:
        """Has the plugin's module call it, in single precision."""
        arrays.take()
        module = guest_module(target.by)
        module.take()
        head, data = call_request(Operation.CALL, target, inputs, ArrayPlacement(dtype="float32"))
        given, tensors, _ = calling.arguments(head, bytearray().join(data))
        made: list[Any] = []

        def answer() -> Any:
            made.append(calling.caller(self._space, head, {target.by: module}))
            return made[0](given)

        run, returned = self._run(answer)
        if run.status is not RunStatus.OK:
            return Call(run=run)
        after = tuple(pack(one) for one in tensors)
        return Call(run=run, result=pack(returned), inputs_after=after, told=made[0].told or None)

    def measure(
        self, target: Target, inputs: Sequence[Array], *, again: bool = True
    ) -> Measurement:
        """Calls once, on no clock."""
        del again
        call = self.call(target, inputs)
        return Measurement(run=call.run, result=call.result)

    def plots(self) -> tuple[Plot, ...]:
        """What the test says was plotted."""
        return self._program.plotted

    def close(self) -> None:
        """Ends the child."""
        self.alive = False

    def _answer(self, target: Target, arguments: list[Any]) -> Any:
        owner, _, method = target.name.partition(".")
        if target.convention is Convention.PAIR:
            return values.contents(getattr(self._space[owner](*arguments), method)())
        if target.convention is Convention.OBJECTS:
            first, second = map(self._space[owner], arguments)
            return values.contents(getattr(first, method)(second))
        if target.convention is Convention.CLASS:
            return getattr(self._space[owner], method)(*arguments)
        if target.convention is Convention.SIZED:
            return getattr(self._space[owner](len(arguments[0])), method)(*arguments)
        return self._find(target.name)(*arguments)

    def _find(self, name: str) -> Callable[..., Any]:
        owner, _, method = name.partition(".")
        found = self._space[owner]
        return getattr(found(), method) if method else found  # type: ignore[no-any-return]

    def _run(self, work: Callable[[], Any]) -> tuple[RunRecord, Any]:
        record, result = run(work)
        self.alive = self.alive and record.status in (RunStatus.OK, RunStatus.RUNTIME_ERROR)
        return record, result


def run(work: Callable[[], Any]) -> tuple[RunRecord, Any]:
    """Does what a program does, and says how it ended."""
    TOOK.clear()
    try:
        returned = work()
        return RunRecord(status=RunStatus.OK, wall_seconds=sum(TOOK)), returned
    except Ended as ended:
        return RunRecord(status=ended.status), None
    except Exception as error:  # noqa: BLE001  a program under test may raise anything
        raised = Traceback(type=type(error).__name__, message=str(error), frames=_own(error))
        return RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised), None


def _next(lines: Iterator[str], taken: list[str]) -> str:
    """Answers input(), until there are no more answers."""
    for line in lines:
        taken.append(line)
        return line
    raise EOFError("EOF when reading a line")


def pack(value: Any) -> Value:
    """Packs a value as the guest does, and reads it as the host does."""
    return unpack(*values.pack(value))


def unpack(head: ValueRecord, data: bytes | memoryview) -> Value:
    """Reads a packed value as the host does."""
    return Value(
        kind=ValueKind(head["kind"]),
        container=head.get("container", ""),
        elements=head.get("elements", ""),
        device=head.get("device", ""),
        shape=tuple(head.get("shape", ())),
        dtype=head.get("dtype", ""),
        data=bytes(data),
        description=head.get("description", ""),
    )


def _given(form: Form, matrix: Array) -> Any:
    """Hands a matrix over as the exercise says."""
    if form is Form.LISTS:
        return matrix.tolist()
    arrays.take()
    content = memoryview(bytearray(matrix.tobytes()))
    return arrays.make(form.value, matrix.dtype.str, list(matrix.shape), content, "cpu")


def _arguments(target: Target, a: Any, b: Any, c: Any, sizes: tuple[int, int, int]) -> list[Any]:
    rows, columns, length = sizes
    return {
        Convention.ABN: [a, b, rows],
        Convention.NAB: [rows, a, b],
        Convention.ABC: [a, b, c],
        Convention.ABCN: [a, b, c, rows],
        Convention.BA: [b, a],
        Convention.AB1: [a, b, 1],
        Convention.AB0: [a, b, 0],
        Convention.ABRC: [a, b, rows, columns],
        Convention.ABNK: [a, b, rows, length],
        Convention.CAB: [c, a, b],
        Convention.NABC: [rows, a, b, c],
    }.get(target.convention, [a, b])


def _own(error: BaseException) -> tuple[tuple[str, int, str], ...]:
    frames = []
    step = error.__traceback__
    while step:
        code = step.tb_frame.f_code
        if code.co_filename == FILE:
            frames.append((FILE, step.tb_lineno, code.co_name))
        step = step.tb_next
    return tuple(frames)


def facts_of(source: str) -> SourceFacts:
    """Reads definitions off a source: enough of what the policy room says, for tests."""
    found: list[Definition] = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef):
            found.append(_definition(node, node.name, 0))
        elif isinstance(node, ast.ClassDef):
            methods = [one for one in node.body if isinstance(one, ast.FunctionDef)]
            builds = all(one.name != "__init__" or len(one.args.args) == 1 for one in methods)
            found += [
                _definition(one, f"{node.name}.{one.name}", 1, constructor=builds)
                for one in methods
                if not one.name.startswith("__")
                or one.name in {"__mul__", "__matmul__", "__call__"}
            ]
    return SourceFacts(status=ParseStatus.OK, definitions=tuple(found))


def _definition(
    node: ast.FunctionDef, name: str, skip: int, *, constructor: bool = True
) -> Definition:
    parameters = tuple(argument.arg for argument in node.args.args[skip:])
    return Definition(
        name=name,
        file=FILE,
        line=node.lineno,
        parameters=parameters,
        required=len(parameters) - len(node.args.defaults),
        accepts=99 if node.args.vararg else len(parameters),
        loops=sum(isinstance(part, ast.For | ast.comprehension) for part in ast.walk(node)),
        multiplies=any(isinstance(part, ast.Mult) for part in ast.walk(node)),
        constructor=constructor,
    )

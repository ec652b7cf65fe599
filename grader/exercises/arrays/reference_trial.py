"""Try a course's references in a separate process before anything in this one depends on them.

References are trusted, but may be faulty: one may end the interpreter, never return, or print.
`try_references` starts the process and reads its messages; `main` runs in it. A thorough trial
proves that a reference gives a usable answer to every case, and that the cases distinguish its
known mistakes.
"""

import faulthandler
import hashlib
import json
import math
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, update_wrapper
from pathlib import Path
from types import FrameType
from typing import IO, Any, TextIO, cast

from msgspec import Struct, field
from msgspec.structs import replace

from grader import __version__
from grader.cases.examples import example_inputs
from grader.cases.questions import secret_cases
from grader.cases.values import MAX_DIMENSIONS
from grader.course import KINDS, ask_reference, load_references, mistakes_as_course_errors
from grader.exercises.arrays.discrimination import RIGHT, alike_pairs, small_questions_alike
from grader.model.course import Assignment, Case, CaseKind, Course, Exercise
from grader.model.errors import CourseError, Fault, Message, pack, shield, shielded, unpack
from grader.model.reference import Array, Inputs, Reference
from grader.store import user_state_folder

CALL_SECONDS = 30.0  # per call; honest ones take milliseconds
SHARED_SECONDS = 1.0  # for which calls share one timer, so that each may take this much longer
ALL_SECONDS = 1_800.0  # for the whole trial, in case the process itself hangs
START = f"import sys; sys.path[:] = {{path!r}}; from {__name__} import main; main()"
STOOD = re.compile(r'File ".*?(reference[/\\][^"]*)", line (\d+) in ')
SEEDS = 3  # sets of inputs with which known mistakes are distinguished
UNSEEN = "{mistake} = correct: no size in cases reveals this mistake; add sizes"
UNSEEN_ADVISED = "{mistake} = correct: no size in cases reveals this mistake; {advice}"
ALIKE = "{mistake} = {other}: no size in cases distinguishes these mistakes"
ALIKE_ADVISED = "{mistake} = {other}: no size in cases distinguishes these mistakes; {advice}"
_Kind = tuple[
    str, tuple[tuple[str, str | int], ...], str
]  # of a reference: operation, variant, kind of exercise
FUNCTIONS = ("inputs", "expected", "scale", "wrong_rows", "shape")


class Trial(Struct, frozen=True, kw_only=True):
    """The task of a trial."""

    root: Path  # of the course
    assignment: Assignment
    thorough: bool  # prove everything that can be proved, instead of only calling each function
    seconds: float  # limit of one call


class TrialEnd(Struct, frozen=True, kw_only=True):
    """The result of a trial that completed."""

    clean: bool = False  # no function raised an exception
    proved: Mapping[str, Mapping[str, Sequence[Message]]] = field(default_factory=dict)
    """Problems found by a thorough trial, by exercise, then by "reference" and "lookalikes"."""
    prints: tuple[str, ...] = ()  # places: "reference/matmul.py: line 12"


def ensure_references(
    root: Path, assignment: Assignment, digests: Mapping[str, str], environ: Mapping[str, str]
) -> None:
    """Try this assignment's references unless this version of them has been tried before.

    Raises CourseError with file and line if a reference ends the interpreter or never returns. A
    passed trial is remembered in the user's state folder.
    """
    python = f"{sys.version} {sys.prefix}"
    questions = sorted({repr(question) for question in _questions(assignment.exercises)})
    tried = [__version__, python, sorted(digests.items()), questions]
    name = hashlib.sha256(json.dumps(tried).encode()).hexdigest()
    mark = user_state_folder(environ) / "references" / name
    if mark.exists():
        return
    if try_references(root, assignment, thorough=False).clean:
        try:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
        except OSError:
            return  # they are tried again next time


def try_references(root: Path, assignment: Assignment, *, thorough: bool) -> TrialEnd:
    """Call every function in a separate process. Raises CourseError if the process fails."""
    trial = Trial(root=root, assignment=assignment, thorough=thorough, seconds=CALL_SECONDS)
    process = subprocess.Popen(  # noqa: S603 - our own program, no shell
        [sys.executable, "-P", "-c", START.format(path=sys.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        out, _ = process.communicate(pickle.dumps(trial), ALL_SECONDS)
    except subprocess.TimeoutExpired:
        out = b""
    finally:
        process.kill()
        process.wait()
    lines = out.decode(errors="replace").splitlines()
    messages = [message for line in lines if (message := _message(line))]
    last = messages[-1] if messages else {}
    if "problems" in last:
        problems = {str(message): message for message in map(unpack, last["problems"])}
        raise CourseError(list(problems.values()))
    if "prints" in last:
        proved = {
            exercise: {about: [*map(unpack, problems)] for about, problems in each.items()}
            for exercise, each in last.get("proved", {}).items()
        }
        prints = tuple(last["prints"])
        return TrialEnd(clean=last.get("clean", False), proved=proved, prints=prints)
    raise CourseError([_ended(messages, lines, process.returncode)])


def _message(line: str) -> dict[str, Any]:
    """Parse one line; {} if it belongs to a traceback."""
    try:
        message = json.loads(line)
    except ValueError:
        return {}
    return message if isinstance(message, dict) else {}


def _ended(messages: Sequence[Mapping[str, Any]], lines: Sequence[str], code: int) -> Message:
    calls = [message["call"] for message in messages if "call" in message]
    call = calls[-1] if calls else "reference"
    if messages and "exit" in messages[-1]:
        place = messages[-1]["place"] or call
        return Message(
            "{place}: ends the Python interpreter ({how}); a reference must only compute, so "
            "remove this",
            {"place": _placed(place), "how": "os._exit"},
        )
    if any(line.startswith("Timeout (") for line in lines):
        stood = next(filter(None, map(STOOD.search, lines)), None)
        place = f"{stood[1]}: line {stood[2]}" if stood else call
        return Message(
            "{place}: did not finish within {seconds} s and was stopped",
            {"place": _placed(place), "seconds": f"{CALL_SECONDS:g}"},
        )
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return Message(
        "{place}: ended the process it was tested in ({how}); a reference must only "
        "compute, so remove what ends it",
        {"place": call, "how": how},
    )


def _placed(place: str) -> Message | str:
    """Make a message of "reference/matmul.py: line 12", or of a call whose line is unknown."""
    file, _, line = place.rpartition(": line ")
    return Message("{file}: line {line}", {"file": file, "line": line}) if file else place


def main() -> None:
    """Read a pickled Trial; write a line of JSON about every call, and one about the end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started this one ends it
    trial: Trial = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the process that started this
    channel = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    leave = os._exit
    watch = _Watch(channel=channel, seconds=trial.seconds, folder=trial.root / "reference")

    def told_exit(code: int) -> None:
        watch.tell({"exit": code, "place": watch.place(sys._getframe(1))})  # noqa: SLF001
        leave(0)

    os._exit = told_exit  # type: ignore[assignment]
    sys.stdout = cast("TextIO", _Printed(watch))
    try:
        answer = _try(trial, watch)
    except CourseError as error:
        answer = {"problems": [*map(pack, error.messages)]}
    if watch.ended:
        answer = {"problems": [*map(pack, watch.ended)]}
    watch.tell({**answer, "prints": [place for place in watch.prints if place]})
    leave(0)  # despite any threads that were started


class _Watch(Struct, kw_only=True):
    """Limits the time of every call, and reports which call did not return."""

    channel: IO[str]
    seconds: float
    folder: Path  # of the references
    prints: dict[str, None] = field(default_factory=dict)  # places that print, in order
    armed: float = -math.inf  # when the timer was last set
    ended: list[Message] = field(default_factory=list)  # about calls that ended the interpreter

    def tell(self, message: Mapping[str, Any]) -> None:
        """Write one line."""
        self.channel.write(json.dumps(message) + "\n")
        self.channel.flush()

    def call(self, name: str, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function; at its time limit, print the traceback and end the process.

        Setting the timer takes as long as many calls, so calls within a second share one setting.
        """
        self.tell({"call": name})
        now = time.monotonic()
        if now - self.armed > SHARED_SECONDS:
            self.armed = now
            seconds = self.seconds + SHARED_SECONDS
            faulthandler.dump_traceback_later(seconds, exit=True, file=self.channel)
        try:
            return function(*args)
        except CourseError as error:
            self.ended += error.messages
            raise

    def watched(self, reference: Reference) -> Reference:
        """Wrap every function of a reference in `call`."""
        names = [name for name in FUNCTIONS if getattr(reference, name) is not None]
        file = f"reference/{reference.operation}.py"
        functions = {
            name: update_wrapper(partial(self.call, f"{file}: {name}", function), function)
            for name in names
            for function in [getattr(reference, name)]
        }
        lookalikes = {
            key: replace(
                lookalike,
                compute=partial(self.call, f"{file}: {key}", lookalike.compute),
                fit=partial(self.call, f"{file}: {key}", lookalike.fit) if lookalike.fit else None,
            )
            for key, lookalike in reference.lookalikes.items()
        }
        changed: dict[str, Any] = {**functions, "lookalikes": lookalikes}
        return replace(reference, **changed)

    def place(self, frame: FrameType | None) -> str:
        """Return the innermost line of a reference on the stack; "" if there is none."""
        while frame is not None:
            path = Path(frame.f_code.co_filename)
            if path.is_relative_to(self.folder):
                shown = path.relative_to(self.folder.parent).as_posix()
                return f"{shown}: line {frame.f_lineno}"
            frame = frame.f_back
        return ""


class _Printed:
    """Standard output of references: it records where something was printed, not what."""

    def __init__(self, watch: _Watch) -> None:
        self._watch = watch

    def write(self, text: str) -> int:
        """Discard the text, but record the place."""
        self._watch.prints.setdefault(self._watch.place(sys._getframe(1)))  # noqa: SLF001
        return len(text)

    def flush(self) -> None:
        """Do nothing: nothing is buffered."""


def _try(trial: Trial, watch: _Watch) -> dict[str, Any]:
    course = Course(root=trial.root, title={}, zone="", student_id="")
    exercises = trial.assignment.exercises
    loaded = watch.call("loading", load_references, course, trial.assignment)
    references = {exercise.id: watch.watched(loaded[exercise.id]) for exercise in exercises}
    if not trial.thorough:
        return {"clean": _call_all(exercises, references)}
    proved: dict[str, Any] = {}
    told_apart: dict[object, Sequence[dict[str, Any]]] = {}  # same questions: same result
    for exercise in exercises:
        reference = partial(_proof, trial.root, exercise, references[exercise.id])
        problems = reference(partial(reference_problems, trial.root))
        questions = small_questions_alike(exercise)
        if not problems and questions not in told_apart:
            told_apart[questions] = reference(lookalike_problems)
        proved[exercise.id] = {
            "reference": problems,
            "lookalikes": [] if problems else told_apart[questions],
        }
    return {"proved": proved}


def _proof(
    root: Path,
    exercise: Exercise,
    reference: Reference,
    problems: Callable[[Exercise, Reference], Iterator[Message]],
) -> Sequence[dict[str, Any]]:
    """Return the problems; an exception of a function is one of them."""
    try:
        with mistakes_as_course_errors(root, exercise.operation):
            return [*map(pack, problems(exercise, reference))]
    except CourseError as error:
        return [*map(pack, error.messages)]


def _call_all(exercises: Iterable[Exercise], references: Mapping[str, Reference]) -> bool:
    """Call every function with every case; return whether none raised. Exceptions show up later."""
    of_kind = {_kind(exercise): references[exercise.id] for exercise in exercises}
    questions = dict.fromkeys(
        (kind, case or Case(size=of_kind[kind].probe, kind=CaseKind.INTEGERS))
        for kind, case in _questions(exercises)
    )
    return not sum(len(_faults(case, of_kind[kind])) for kind, case in questions)


def _questions(exercises: Iterable[Exercise]) -> Iterator[tuple[_Kind, Case | None]]:
    """Yield the cases of each reference; None stands for the inputs of the search."""
    for exercise in exercises:
        sizes = exercise.sweep.sizes[:1] if exercise.sweep else ()
        swept = (Case(size=size, kind=CaseKind.LARGE) for size in sizes)
        for case in (None, *exercise.cases, *swept):
            yield _kind(exercise), case


def _kind(exercise: Exercise) -> _Kind:
    """Return a key of an exercise's reference, including the kind, which may add known mistakes."""
    return exercise.operation, exercise.variant, exercise.kind


def _faults(case: Case, reference: Reference) -> list[Fault]:
    """Call the functions that grading calls for such a case: not `expected` for a large one."""
    rng = random.Random(case.size)  # noqa: S311  nothing secret here
    with shield() as fault:
        inputs = tuple(reference.inputs(case, rng))
    if fault:
        return [fault.caught]
    shape, wrong_rows = reference.shape, reference.wrong_rows
    works: list[Callable[[], object]] = []
    if case.kind is CaseKind.LARGE and shape is not None and wrong_rows is not None:
        works.append(lambda: _look_for_wrong_rows(inputs, shape(*inputs), wrong_rows, rng))
    else:
        works += [partial(reference.expected, *inputs), partial(reference.scale, *inputs)]
    if case.kind is not CaseKind.LARGE:
        lookalikes = reference.lookalikes.values()
        works += [partial(lookalike.compute, inputs, ()) for lookalike in lookalikes]
    return [found for work in works if isinstance(found := shielded(work), Fault)]


def _look_for_wrong_rows(
    inputs: Inputs, shape: Sequence[int], wrong_rows: Callable[..., object], rng: random.Random
) -> None:
    """Call `wrong_rows` with a wrong answer of the right shape, cut from an input if possible."""
    answer = inputs[0][tuple(map(slice, shape))]
    if answer.shape == tuple(shape):
        wrong_rows(inputs, answer, rng)


def reference_problems(root: Path, exercise: Exercise, reference: Reference) -> Iterator[Message]:
    """Compute every case, and yield problems of its inputs, its answer and its scale."""
    for inputs in example_inputs(reference):
        reference.expected(*inputs), reference.scale(*inputs)
    for case, seed in _asked(exercise):
        place = f"{case.size}x{case.size} {case.kind}"
        rng = random.Random(seed)  # noqa: S311  nothing secret here
        inputs, answer, scale = ask_reference(root, reference, case, rng)
        most = max(array.ndim for array in (*inputs, answer))
        if most > MAX_DIMENSIONS:
            yield Message(
                "{place}: an array has {axes} axes, but programs can take and return at most "
                "{most}; use fewer in inputs() and expected()",
                {"place": place, "axes": most, "most": MAX_DIMENSIONS},
            )
            return
        yield from _answer_problems(place, case.kind, answer, scale)


def _asked(exercise: Exercise) -> Iterator[tuple[Case, bytes]]:
    """Yield every listed case, and examples of the secret sizes of submissions."""
    for seed in _seeds():
        rng = random.Random(seed)  # noqa: S311  nothing secret here
        for case in (*exercise.cases, *secret_cases(exercise, rng)):
            yield case, seed


def _answer_problems(place: str, kind: CaseKind, answer: Array, scale: Array) -> Iterator[Message]:
    # Integers may have a float answer, which is compared with the rounding bound.
    wanted = "f" if kind is CaseKind.FLOATS else KINDS
    if scale.shape != answer.shape:
        yield Message(
            "{place}: expected has shape {shape}, scale {other}",
            {"place": place, "shape": answer.shape, "other": scale.shape},
        )
    elif answer.dtype.kind not in wanted or not _finite(answer):
        yield Message(
            "{place}: expected is not finite, or of type {type}",
            {"place": place, "type": answer.dtype},
        )
    elif not (scale >= 0).all() or not _finite(scale):
        yield Message("{place}: scale is negative or not finite", {"place": place})


def _finite(numbers: Array) -> bool:
    return bool((abs(numbers) < math.inf).all())  # false for NaN


def lookalike_problems(exercise: Exercise, reference: Reference) -> Iterator[Message]:
    """Yield which mistakes the cases cannot distinguish, and which sizes might."""
    for mistake, other in alike_pairs(reference, exercise, _seeds()):
        params = {"mistake": mistake, "other": other, "advice": reference.advice}
        if other == RIGHT:
            yield Message(UNSEEN_ADVISED if reference.advice else UNSEEN, params)
        else:
            yield Message(ALIKE_ADVISED if reference.advice else ALIKE, params)


def _seeds() -> Sequence[bytes]:
    """Return the same seeds in every run, so that a failing proof fails again."""
    return [hashlib.sha256(str(n).encode()).digest() for n in range(SEEDS)]

"""The records of a kit's data file, and reading them without trust.

The file is msgpack of the records below: numbers with their shape, texts, and no code. It may have
been tampered with, so every length is compared with the bytes present before memory is allocated.
"""

import hashlib
import math
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct, field
from msgspec.structs import replace

from grader import __version__
from grader.course import COURSE_FILE
from grader.files import nearest_file
from grader.kinds import asker_of
from grader.model.bounds import Titles
from grader.model.course import Assignment, Criterion, Exercise, ReportSpec, Visibility
from grader.model.errors import CourseError, Message
from grader.plugins import table_of
from grader.records import DamagedRecord, from_plain

FILE = "grader-kit.msgpack"
FORMAT = "grader kit"
SCHEMA = 3  # of the file; others are refused
MOST_BYTES = 64 * 2**20  # of a kit's data file
MOST_ELEMENTS = 2**25  # of one generated matrix

Axes = Annotated[tuple[Annotated[int, Meta(ge=0, le=2**25)], ...], Meta(max_length=8)]


class Width(StrEnum):
    """The element type of an array."""

    ONE = "<i1"
    TWO = "<i2"
    FOUR = "<i4"
    EIGHT = "<i8"
    FLOAT = "<f8"


class Numbers(Struct, frozen=True, array_like=True):
    """An array, in C order."""

    shape: Axes
    dtype: Width
    data: bytes


class MistakenAnswer(Struct, frozen=True, array_like=True):
    """The result of a mistake: complete, or for a large answer some of its elements."""

    shape: Axes
    elements: Numbers
    places: Numbers | None = None  # flat indices in C order; None: all


class Length(Struct, frozen=True, array_like=True):
    """The length of an axis as a linear function of the size: each * size + more."""

    each: Annotated[int, Meta(ge=0, le=64)]
    more: Annotated[int, Meta(ge=-4096, le=4096)]

    def at(self, size: int) -> int:
        """Return the length for a size."""
        return self.each * size + self.more


class Draw(Struct, frozen=True, kw_only=True):
    """A large input: its axes, and the whole numbers from which its elements are drawn."""

    axes: Annotated[tuple[Length, ...], Meta(max_length=8)]
    values: Annotated[tuple[int, ...], Meta(min_length=1, max_length=256)]


class LargeInputs(Struct, frozen=True, kw_only=True):
    """The inputs of large cases and of a sweep, and the shape of the answer."""

    inputs: Annotated[tuple[Draw, ...], Meta(max_length=64)]
    answer: Annotated[tuple[Length, ...], Meta(max_length=8)]


class AnsweredQuestion(Struct, frozen=True, kw_only=True):
    """One input with its answers; for a large input, `scale` is the maximum over its elements."""

    place: str  # name of the random stream from which the case is drawn
    digest: str  # of the inputs
    size: int
    inputs: tuple[Numbers, ...] = ()  # empty: they are drawn
    expected: Numbers
    scale: Numbers
    mistakes: Mapping[str, int] = {}  # index into the mistaken answers, or HIDDEN, by mistake
    # the same after earlier calls, by the digest of these calls
    after: Mapping[str, Mapping[str, int]] = {}


HIDDEN = -1  # a mistake that has no effect


class Mistake(Struct, frozen=True, kw_only=True):
    """The texts and flags of a known mistake; see Lookalike."""

    name: Titles
    lesson: Titles
    precision: bool = False
    excusable: bool = False
    seen_as: tuple[str, ...] = ()
    shown: Titles = field(default_factory=dict)
    fine: bool = False
    family: bool = False
    relation: str = ""


class Answers(Struct, frozen=True, kw_only=True):
    """The content of a kit for one exercise."""

    operation: str
    probe: int
    questions: tuple[AnsweredQuestion, ...]
    mistaken: tuple[MistakenAnswer, ...]
    mistakes: Mapping[str, Mistake]
    examples: tuple[tuple[Numbers, ...], ...] = ()
    drawing: LargeInputs | None = None
    arguments: tuple[str, ...] = ()
    constants: Mapping[str, str | tuple[str, ...]] = {}


class PublicAssignment(Struct, frozen=True, kw_only=True):
    """The assignment as in its handout: without points, extensions and criteria for TAs."""

    id: str
    title: Titles
    due: datetime
    source: Annotated[str, Meta(pattern=r"^[^/\\:\x00-\x1f]+\.[A-Za-z]+$", max_length=200)]
    exercises: Annotated[tuple[Exercise, ...], Meta(min_length=1, max_length=100)]
    rubric: tuple[Criterion, ...]
    file_bytes: Annotated[int, Meta(ge=1, le=2**28)]
    report: ReportSpec | None = None
    python: tuple[str, ...] = ()


class Kit(Struct, frozen=True, kw_only=True):
    """The kit of one assignment."""

    format: str
    schema: int
    grader: str  # the version that made the kit
    seed: bytes  # of the kit's inputs only
    assignment: PublicAssignment
    answers: Mapping[str, Answers]  # by exercise

    @property
    def loaded(self) -> Assignment:
        """The kit's assignment as an Assignment."""
        public = self.assignment
        return Assignment(
            id=public.id,
            title=public.title,
            due=public.due,
            source=public.source,
            exercises=public.exercises,
            rubric=public.rubric,
            folder=Path(),
            file_bytes=public.file_bytes,
            report=public.report,
            python=public.python,
        )


def publish(assignment: Assignment, *, points: bool = False) -> PublicAssignment:
    """Copy what students may know; points only if requested."""
    rubric = tuple(
        replace(criterion, points=criterion.points if points else 0.0, evidence=(), item=())
        for criterion in assignment.rubric
        if criterion.visibility is Visibility.STUDENT
    )
    return PublicAssignment(
        id=assignment.id,
        title=assignment.title,
        due=assignment.due,
        source=assignment.source,
        exercises=assignment.exercises,
        rubric=rubric,
        file_bytes=assignment.file_bytes,
        report=assignment.report,
        python=assignment.python,
    )


def kit_bytes(kit: Kit) -> bytes:
    """Encode a kit, followed by its SHA-256; equal kits give equal bytes."""
    data = msgspec.msgpack.encode(kit, order="deterministic")
    return data + hashlib.sha256(data).digest()


def find_kit(start: Path) -> Path | None:
    """Return the nearest kit in `start` or above; None if a course is nearer or there is none."""
    path = nearest_file(start, FILE, COURSE_FILE)
    return path if path is not None and path.name == FILE else None


CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
DIGEST_BYTES = 32
AGAIN = "unpack the kit's zip file again, or ask for a new one"
FOREIGN = "is no kit of grader, or is damaged; {again}"
OLDER = "is in an earlier format that grader {here} cannot read; ask for a new kit"
NEWER = (
    "was made by another version of grader ({version}; this is {here}); install that one, "
    "or ask for a new kit"
)
DAMAGED = "is damaged ({what}); {again}"


def read_kit(path: Path) -> Kit:
    """Read a kit's data file. Raises CourseError with one message for any problem."""
    again = Message(AGAIN)
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        reason = {"reason": error.strerror or "?"}
        raise _refused(Message("cannot be read: {reason}", reason)) from error
    if len(data) > MOST_BYTES:
        raise _refused(Message("is larger than any kit; {again}", {"again": again}))
    body, digest = data[:-DIGEST_BYTES], data[-DIGEST_BYTES:]
    whole = hashlib.sha256(body).digest() == digest
    try:  # older kits have no digest; the message names their format
        plain = msgspec.msgpack.decode(body if whole else data)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise _refused(Message(FOREIGN, {"again": again})) from error
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise _refused(Message(FOREIGN, {"again": again}))
    if (schema := plain.get("schema")) != SCHEMA:
        versions = {"version": str(plain.get("grader"))[:40], "here": __version__}
        older = isinstance(schema, int) and schema < SCHEMA
        raise _refused(Message(OLDER if older else NEWER, versions))
    if not whole:
        raise _refused(Message(FOREIGN, {"again": again}))
    if any(map(CONTROLS.search, _texts_in(plain))):
        damage = Message("a text moves the terminal's cursor")
        raise _refused(Message(DAMAGED, {"what": damage, "again": again}))
    try:
        kit = _with_tables(from_plain(plain, Kit))
    except DamagedRecord as error:
        raise _refused(Message(DAMAGED, {"what": error.message, "again": again})) from error
    if problem := next(_problems(kit), None):
        raise _refused(Message(DAMAGED, {"what": problem, "again": again}))
    return kit


def _with_tables(kit: Kit) -> Kit:
    """Convert the stored tables of plugins; None for a plugin that is not installed."""
    exercises = []
    for exercise in kit.assignment.exercises:
        table = table_of(exercise.kind)
        own = None if table is None else from_plain(exercise.own, table)
        exercises.append(replace(exercise, own=own))
    return replace(kit, assignment=replace(kit.assignment, exercises=tuple(exercises)))


def _texts_in(plain: object) -> Iterator[str]:
    unvisited = [plain]
    while unvisited:
        node = unvisited.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            unvisited += [*node, *node.values()]
        elif isinstance(node, list):
            unvisited += node


def _refused(problem: Message) -> CourseError:
    return CourseError([replace(problem, where=FILE)])


def _problems(kit: Kit) -> Iterator[Message]:
    """Yield problems that types cannot express: inconsistent lengths, non-finite numbers."""
    drawn = [each for each in kit.assignment.exercises if asker_of(each).draws_cases]
    ids = [exercise.id for exercise in drawn]
    if sorted(ids) != sorted(kit.answers):
        yield Message("exercises and answers do not belong together")
        return
    for exercise in drawn:
        answers = kit.answers[exercise.id]
        arrays = [*_numbers_in(answers)]
        if not all(map(_is_whole, arrays)):
            yield Message("{exercise}: numbers are missing", {"exercise": exercise.id})
        elif not all(map(_is_finite, arrays)):
            yield Message("{exercise}: a number is not finite", {"exercise": exercise.id})
        elif not _fits_together(answers) or not _can_be_drawn(exercise, answers):
            yield Message("{exercise}: sizes do not fit", {"exercise": exercise.id})


def _numbers_in(answers: Answers) -> Iterator[Numbers]:
    for question in answers.questions:
        yield from (*question.inputs, question.expected, question.scale)
    for answer in answers.mistaken:
        yield answer.elements
        if answer.places is not None:
            yield answer.places
    for example in answers.examples:
        yield from example


def _is_whole(numbers: Numbers) -> bool:
    return len(numbers.data) == math.prod(numbers.shape) * int(numbers.dtype[-1])


def _is_finite(numbers: Numbers) -> bool:
    import numpy as np

    array = np.frombuffer(numbers.data, numbers.dtype.value)
    return array.dtype.kind == "i" or bool(np.isfinite(array).all())


def _fits_together(answers: Answers) -> bool:
    """Return whether the answers have consistent indices and shapes."""
    for question in answers.questions:
        known = [
            *question.mistakes.items(),
            *(item for table in question.after.values() for item in table.items()),
        ]
        if not all(HIDDEN <= index < len(answers.mistaken) for _, index in known):
            return False
        if not {key for key, _ in known} <= {*answers.mistakes}:
            return False
        if question.scale.shape not in {question.expected.shape, ()}:
            return False
    return all(map(_has_its_shape, answers.mistaken))


def _has_its_shape(answer: MistakenAnswer) -> bool:
    import numpy as np

    if answer.places is None:
        return answer.elements.shape == answer.shape
    places = np.frombuffer(answer.places.data, answer.places.dtype.value)
    return (
        len(answer.elements.shape) == 1
        and answer.elements.shape == answer.places.shape
        and places.dtype.kind == "i"
        and bool(places.size)
        and int(places.min()) >= 0
        and int(places.max()) < math.prod(answer.shape)
    )


def _can_be_drawn(exercise: Exercise, answers: Answers) -> bool:
    """Return whether no case needs more memory than a small machine has."""
    swept = exercise.sweep.sizes if exercise.sweep is not None else ()
    sizes = {*swept, *(case.size for case in exercise.cases), answers.probe}
    sizes |= {question.size for question in answers.questions}
    if not all(0 < size <= MOST_ELEMENTS for size in sizes):
        return False
    if answers.drawing is None:
        return True
    shapes = [*(draw.axes for draw in answers.drawing.inputs), answers.drawing.answer]
    return all(
        math.prod(max(0, length.at(size)) for length in axes) <= MOST_ELEMENTS
        for axes in shapes
        for size in sizes
    )

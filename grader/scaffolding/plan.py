"""The plan of a new assignment, and its problems."""

import keyword
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from grader import kinds
from grader.backends import BACKENDS
from grader.course.schemas import nearest
from grader.model.bounds import ID_PATTERN
from grader.model.course import Backend, Course, DeviceKind
from grader.model.errors import Message

STEP = 0.5  # points are multiples of this
MAX_POINTS = 1000.0
MAX_TITLE = 200  # characters
THERE = "already exists and is not overwritten; choose a different name"


class AssignmentPlan(Struct, frozen=True, kw_only=True):
    """The options for a new assignment."""

    name: str
    title: Mapping[str, str]  # by language
    due: datetime  # with a zone
    source: str  # the name of the file that students submit
    operations: tuple[str, ...]
    backends: tuple[Backend, ...]
    device: DeviceKind | None = None  # None: the default of each backend
    report: bool = False
    points: float = 8.0
    with_reference: bool = False  # whether to write a template for an operation without a reference
    form: str = ""  # a plugin's name for exercises other than functions of arrays
    examples: tuple[str, ...] = ()  # examples for that form


def known_operations(course: Course) -> tuple[str, ...]:
    """Return the operations that have a reference in the course, sorted."""
    return tuple(sorted(path.stem for path in (course.root / "reference").glob("*.py")))


def suffix_of(backends: Sequence[Backend]) -> str:
    """Return the suffix of the source file."""
    endings = [kinds.suffix_of(backend) for backend in backends]
    return next((ending for ending in endings if ending != ".py"), ".py")


def plan_problems(plan: AssignmentPlan, course: Course) -> tuple[Message, ...]:
    """Return every problem that prevents the plan."""
    return (
        *name_problems(plan.name, course),
        *_form_problems(plan, course),
        *_operation_problems(plan, course),
        *_backend_problems(plan),
        *_title_problems(plan.title),
        *_point_problems(plan.points),
    )


def name_problems(name: str, course: Course) -> Iterator[Message]:
    """Yield the reason why an assignment cannot have this name, if there is one."""
    if not _is_id(name):
        sentence = (
            "is not a valid name for an assignment; use a letter followed by at most 31 "
            "lower-case letters, digits, - and _, such as kadai3"
        )
        yield Message(sentence, where=name)
        return
    folder = course.root / "assignments" / name
    if folder.exists() or folder.is_symlink():
        yield Message(THERE, where=f"assignments/{name}")


def _is_id(text: str) -> bool:
    return re.fullmatch(ID_PATTERN, text) is not None


def _form_problems(plan: AssignmentPlan, course: Course) -> Iterator[Message]:
    if plan.form and len(plan.backends) > 1:
        yield Message("applies only once with --form", where="--backend")
    if plan.form and suffix_of(plan.backends) != ".py":
        sentence = "{backend} does not go with --form"
        yield Message(sentence, {"backend": plan.backends[0].value}, "--backend")
    if plan.form and plan.report:
        sentence = "does not go with --form; add a table [report] to assignment.toml afterwards"
        yield Message(sentence, where="--report")
    if plan.form and plan.name in known_operations(course):
        yield Message(THERE, where=f"reference/{plan.name}.py")


def _operation_problems(plan: AssignmentPlan, course: Course) -> Iterator[Message]:
    operations = known_operations(course)
    if len(set(plan.operations)) < len(plan.operations):
        yield Message("contains the same operation twice", where="--operation")
    for operation in plan.operations:
        if not _is_id(operation) or keyword.iskeyword(operation) or operation.endswith("-"):
            sentence = "is not a valid name for an operation; use lower-case letters, digits and _"
            yield Message(sentence, where=operation)
        elif operation not in operations and not plan.with_reference:
            sentence = (
                "does not exist, so the correct answer is unknown{nearest}; use --with-reference "
                "to write a template to fill in"
            )
            yield Message(
                sentence, {"nearest": nearest(operation, operations)}, f"reference/{operation}.py"
            )


def _backend_problems(plan: AssignmentPlan) -> Iterator[Message]:
    suffix = suffix_of(plan.backends)
    if len(set(plan.backends)) < len(plan.backends):
        yield Message("contains the same backend twice", where="--backend")
    if len({kinds.suffix_of(backend) for backend in plan.backends}) > 1:
        apart = next(each for each in plan.backends if kinds.suffix_of(each) != ".py")
        yield Message(
            "{backend} cannot be combined with others; one file has one language",
            {"backend": apart.value},
            "--backend",
        )
    pattern = rf"[^/\\]+{re.escape(suffix)}"
    if not re.fullmatch(pattern, plan.source) or plan.source.startswith("."):
        sentence = "is not a valid name for the submitted file; use a name that ends with {ending}"
        yield Message(sentence, {"ending": suffix}, plan.source)
    for backend in plan.backends:
        if plan.device is DeviceKind.CPU and BACKENDS[backend].needs_gpu:
            sentence = "{backend} does not run on the CPU; remove --device, or use gpu"
            yield Message(sentence, {"backend": BACKENDS[backend].printed}, "--device")


def _title_problems(title: Mapping[str, str]) -> Iterator[Message]:
    for lang, text in title.items():
        if not text.strip() or not text.isprintable() or len(text) > MAX_TITLE:
            sentence = "must be one line of text, at most {most} characters"
            yield Message(sentence, {"most": MAX_TITLE}, f"--title-{lang}")


def _point_problems(points: float) -> Iterator[Message]:
    if not 0 < points <= MAX_POINTS or points % STEP:
        sentence = "must be above 0 and at most {most}, in steps of 0.5"
        yield Message(sentence, {"most": f"{MAX_POINTS:g}"}, "--points")

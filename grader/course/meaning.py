"""Check what no schema can express: names that exist, values that agree, sums, order.

Every function takes a document from which values of the wrong type have been removed
(`schemas.differences`): the remaining values have their types, and keys may be missing.
"""

import keyword
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from grader.course.backtracking import may_not_end
from grader.course.schemas import MOMENT, Problem, must_be, nearest, shown
from grader.course.toml_source import Document, KeyPath
from grader.kinds import (
    PYTHON,
    is_here,
    kind_of_backend,
    kind_of_file,
    suffix_of,
    suffixes,
)
from grader.model.check import REPORT
from grader.model.course import ARRAYS, KINDS, Assignment, LateKind
from grader.model.errors import Message
from grader.plugins import caller_of, checks, installed, slugs

_Table = Mapping[str, Any]

PERHAPS_A_PLUGINS = re.compile("[A-Z]{3}([0-9]{3})?")  # a check's code, or only its letters

WHO = ("student", "name", "user", "participant", "mail", "group")
GROUPS = (*WHO, "attempt", "time", "file", "late")
"""Names allowed for the groups of a layout's pattern; one of WHO is required."""

_WHOLE = 100  # percent
_OF_POLICY: Mapping[str, tuple[LateKind, ...]] = {
    "percent_per_day": (LateKind.PER_DAY,),
    "least_percent": (LateKind.PER_DAY, LateKind.STEPS),
    "steps": (LateKind.STEPS,),
}
"""Keys of [late] that apply only to these policies."""
_NEEDED: Mapping[LateKind, str] = {LateKind.PER_DAY: "percent_per_day", LateKind.STEPS: "steps"}


def problem(path: KeyPath, template: str, **params: object) -> Problem:
    """Return a problem of a key."""
    return path, Message(template, params)


def assignment_problems(
    document: Document, root: Path, name: str, coming: Collection[str] = ()
) -> Iterator[Problem]:
    """Yield the problems of assignments/NAME/assignment.toml.

    `coming` are operations whose reference is about to be written.
    """
    if document.get("id", name) != name:
        yield problem(
            ("id",), "must be the name of the folder, {name}, got {value}",
            name=name, value=shown(document["id"]),
        )  # fmt: skip
    due = document.get("due")
    if due is not None:
        yield from _moment_problems(due, ("due",))
    yield from _extensions(document.get("extensions", {}), due)
    yield from _late(document.get("late", {}))
    exercises: Sequence[_Table] = document.get("exercise", [])
    yield from _exercises(exercises, root, coming)
    yield from _language(document.get("source"), exercises)
    yield from _chapters(document.get("report", {}).get("chapter", []))
    yield from _rubric(document.get("rubric", []), exercises, reports="report" in document)


def _moment_problems(text: str, path: KeyPath) -> Iterator[Problem]:
    """Yield a problem for anything but a date and time with a UTC offset."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        yield must_be(path, MOMENT, text)
        return
    if moment.tzinfo is None:
        without = Message("{time} without a UTC offset", {"time": text})
        yield problem(
            path, "must be {expected}, got {value}", expected=Message(MOMENT), value=without
        )


def _extensions(extensions: Mapping[str, str], due: str | None) -> Iterator[Problem]:
    """Yield problems of extensions: ids of one student twice, deadlines before `due`."""
    due_is_sound = due is not None and not list(_moment_problems(due, ("due",)))
    latest = datetime.fromisoformat(due) if due is not None and due_is_sound else None
    taken: dict[str, str] = {}
    for student, until in extensions.items():
        path = ("extensions", student)
        other = taken.setdefault(plain_id(student), student)
        if not plain_id(student):
            yield problem(path, "must be a student ID")
        if other != student:
            yield problem(path, "is the same student as {other}", other=shown(other))
        if wrong := list(_moment_problems(until, path)):
            yield from wrong
        elif latest is not None and datetime.fromisoformat(until) < latest:
            sentence = "must not be before due, {due}, got {value}"
            yield problem(path, sentence, due=due, value=until)


def plain_id(student: str) -> str:
    """Normalise an id as the model does: NFKC, upper case, stripped."""
    return unicodedata.normalize("NFKC", student).strip().upper()


def _late(late: _Table) -> Iterator[Problem]:
    """Yield keys that the policy does not take or lacks, and steps out of order."""
    if "policy" not in late:
        return
    kind = LateKind(late["policy"])
    for key, kinds in _OF_POLICY.items():
        if key in late and kind not in kinds:
            policies: Message | str = str(kinds[0])
            for other in kinds[1:]:
                policies = Message("{first} or {second}", {"first": policies, "second": other})
            sentence = "applies only to the policy {policies}, not to {kind}"
            yield problem(("late", key), sentence, policies=policies, kind=kind)
    needed = _NEEDED.get(kind)
    if needed is not None and needed not in late:
        yield problem(("late", needed), "is missing; the policy {kind} requires it", kind=kind)
    for index, (step, following) in enumerate(pairwise(late.get("steps", [])), 1):
        path = ("late", "steps", index)
        if {"hours"} <= step.keys() & following.keys() and following["hours"] <= step["hours"]:
            sentence = "must be more than {least} of the previous step, got {value}"
            hours = {"least": step["hours"], "value": following["hours"]}
            yield problem((*path, "hours"), sentence, **hours)
        if {"percent"} <= step.keys() & following.keys() and following["percent"] > step["percent"]:
            sentence = "must not be more than {most} of the previous step, got {value}"
            percents = {"most": step["percent"], "value": following["percent"]}
            yield problem((*path, "percent"), sentence, **percents)


def _exercises(
    exercises: Sequence[_Table], root: Path, coming: Collection[str]
) -> Iterator[Problem]:
    operations = {path.stem for path in (root / "reference").glob("*.py")} | set(coming)
    yield from _repeated(exercises, ("exercise",))
    for index, exercise in enumerate(exercises):
        path = ("exercise", index)
        operation = exercise.get("operation")
        if operation is not None and operation not in operations:
            sentence = "there is no reference/{operation}.py{nearest}"
            close = nearest(operation, operations)
            yield problem((*path, "operation"), sentence, operation=operation, nearest=close)
        yield from _names(exercise, path)
        yield from _modules(exercise.get("allowed_imports", []), (*path, "allowed_imports"))
        yield from _of_arrays(exercise, path)
        if "cases" in exercise and not any(exercise["cases"].values()):
            sentence = "must have at least one size in integers or floats"
            yield problem((*path, "cases"), sentence)
        if "sweep" in exercise:
            yield from _sweep(exercise["sweep"], (*path, "sweep"))
            baseline = exercise["sweep"].get("slowest", {}).get("baseline")
            if baseline is not None and operation is not None:
                yield from _baseline(baseline, operation, root, (*path, "sweep", "slowest"))


OF_ARRAYS = (
    *("cases", "gives", "dtype", "precision", "variant", "secret_sizes", "sweep", "compile"),
)
"""Keys that apply only to exercises on arrays."""


def _of_arrays(exercise: _Table, path: KeyPath) -> Iterator[Problem]:
    """Yield keys of another kind of exercise, and missing `cases` of exercises on arrays."""
    word = exercise.get("calls", ARRAYS)
    offered = (each for plugin in installed().values() for each in plugin.calls)
    words = [*dict.fromkeys((ARRAYS, *offered))]
    if word not in words and "cases" not in exercise:
        # With cases it is an exercise of a plugin without a table, and waits for the plugin.
        sentence = "no installed plugin has {value}{nearest}"
        close = nearest(word, words)
        yield problem((*path, "calls"), sentence, value=shown(word), nearest=close)
        return
    caller = installed().get(caller_of(word))
    asks_itself = caller is not None and bool(caller.asks)
    for plugin in installed().values():
        if plugin.table and plugin.name in exercise and plugin is not caller:
            calls = " / ".join(f'calls = "{each}"' for each in plugin.calls)
            yield problem((*path, plugin.name), "only applies to {calls}", calls=calls)
    if not asks_itself and "cases" not in exercise:
        some = Message("a table with {keys}", {"keys": "keys"})
        yield problem((*path, "cases"), "is missing; specify {expected}", expected=some)
    for key in OF_ARRAYS if asks_itself else ():
        if key in exercise:
            yield problem((*path, key), "only applies to functions of arrays; remove it")


def _names(exercise: _Table, path: KeyPath) -> Iterator[Problem]:
    entry = exercise.get("entry")
    if entry is not None and not _is_name(entry):
        yield must_be((*path, "entry"), "a Python name, such as matmul", entry)
    for place, alias in enumerate(exercise.get("aliases", [])):
        if not _is_name(alias):
            yield must_be((*path, "aliases", place), "a Python name", alias)
        elif alias == entry:
            yield problem((*path, "aliases", place), "is the same as entry; remove it")


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def _modules(modules: Sequence[str], path: KeyPath) -> Iterator[Problem]:
    for place, module in enumerate(modules):
        top = module.partition(".")[0]
        if not _is_name(module):
            _, wrong = must_be((), "a module's top-level name", module)
            better = Message("{wrong}; write {top}", {"wrong": wrong, "top": top})
            yield (*path, place), better if _is_name(top) else wrong


def _sweep(sweep: _Table, path: KeyPath) -> Iterator[Problem]:
    sizes = sweep.get("sizes")
    if sizes is not None and not {"first", "last", "factor"}.isdisjoint(sweep):
        yield problem(path, "must have either sizes, or first and last, not both")
    elif sizes is None and not {"first", "last"} <= sweep.keys():
        yield problem(path, "must have sizes, or first and last")
    if sizes is not None and sizes != sorted(sizes):
        yield problem(
            (*path, "sizes"), "must be in increasing order, got {value}", value=shown(sizes)
        )
    for low, high in (("first", "last"), ("minimum", "maximum")):
        if low in sweep and high in sweep and sweep[low] > sweep[high]:
            sentence = "must not be more than {high} ({most}), got {value}"
            yield problem((*path, low), sentence, high=high, most=sweep[high], value=sweep[low])


def _baseline(baseline: str, operation: str, root: Path, path: KeyPath) -> Iterator[Problem]:
    """Yield a problem if the program to compare with does not exist."""
    programs = (root / "reference" / "programs").glob(f"{operation}_*")
    stems = (program.stem for program in programs if program.suffix in suffixes())
    baselines = {stem.removeprefix(f"{operation}_") for stem in stems}
    if baseline not in baselines:
        sentence = "there is no reference/programs/{program}.py{nearest}"
        program, close = f"{operation}_{baseline}", nearest(baseline, baselines)
        yield problem((*path, "baseline"), sentence, program=program, nearest=close)


def _language(source: str | None, exercises: Sequence[_Table]) -> Iterator[Problem]:
    """Yield the first exercise whose language differs from that of the source file."""
    for index, exercise in enumerate(exercises):
        backend = exercise.get("backend")
        if source is None or backend is None:
            continue
        if not is_here(KINDS.get(backend, "")):
            continue  # the plugin for its language is not installed
        if (kind_of_file(source) or PYTHON) is not kind_of_backend(backend):
            ending = suffix_of(backend)
            sentence = "must end with {ending} because the backend of {exercise} is {backend}"
            about = {"exercise": f"exercise[{index}]", "backend": shown(backend)}
            yield problem(("source",), sentence, ending=ending, **about)
            return


def _chapters(chapters: Sequence[_Table]) -> Iterator[Problem]:
    """Yield chapters that share an id or a synonym."""
    yield from _repeated(chapters, ("report", "chapter"))
    taken: dict[str, int] = {}
    for index, chapter in enumerate(chapters):
        for place, synonym in enumerate(chapter.get("synonyms", [])):
            other = taken.setdefault(synonym.casefold(), index)
            if other != index:
                path = ("report", "chapter", index, "synonyms", place)
                sentence = "{value} already belongs to {other}"
                yield problem(path, sentence, other=f"chapter[{other}]", value=shown(synonym))


def _rubric(
    rubric: Sequence[_Table], exercises: Sequence[_Table], *, reports: bool
) -> Iterator[Problem]:
    ids = [exercise["id"] for exercise in exercises if "id" in exercise]
    yield from _repeated(rubric, ("rubric",))
    for index, criterion in enumerate(rubric):
        yield from _repeated(criterion.get("item", []), ("rubric", index, "item"))
        if criterion.get("oral") and criterion.get("checks"):
            sentence = "a person decides an oral exam; remove either oral or checks"
            yield problem(("rubric", index, "oral"), sentence)
        for kind in ("checks", "evidence"):
            for place, code in enumerate(criterion.get(kind, [])):
                yield from _code(code, ("rubric", index, kind, place), reports=reports)
        for place, exercise in enumerate(criterion.get("exercises", [])):
            path = ("rubric", index, "exercises", place)
            if exercise not in ids:
                yield problem(
                    path, "there is no exercise {value}{nearest}",
                    value=shown(exercise), nearest=nearest(exercise, ids),
                )  # fmt: skip
        groups = _groups(exercises, criterion.get("exercises", ids))
        for place, group in enumerate(criterion.get("groups", [])):
            if group not in groups:
                sentence = "there is no group {value}{nearest}"
                path = ("rubric", index, "groups", place)
                yield problem(path, sentence, value=shown(group), nearest=nearest(group, groups))


def _groups(exercises: Sequence[_Table], wanted: Sequence[str]) -> list[str]:
    """Return the groups of tests that plugins' tables in these exercises define."""
    return [
        group.get("id", "")
        for exercise in exercises
        if exercise.get("id") in wanted
        for table in exercise.values()
        if isinstance(table, Mapping)
        for group in table.get("group", ())
    ]


def _code(code: str, path: KeyPath, *, reports: bool) -> Iterator[Problem]:
    reads = {check.reads for check in checks() if check.code.startswith(code)}
    if not reads and PERHAPS_A_PLUGINS.fullmatch(code):
        return  # the criterion stays undecided, and commands warn (`absent_checks`)
    if not reads:
        close = nearest(code.upper(), {*slugs(), *(check[:3] for check in slugs())})
        sentence = "there is no check {value}{nearest}"
        yield problem(path, sentence, value=shown(code), nearest=close)
    elif reads == {REPORT} and not reports:
        yield problem(path, "{value} checks reports; add a table [report]", value=shown(code))


def _repeated(tables: Sequence[_Table], path: KeyPath) -> Iterator[Problem]:
    ids: set[str] = set()
    for index, table in enumerate(tables):
        name = table.get("id")
        if name is not None and name in ids:
            sentence = "{value} is already used; IDs must be unique"
            yield problem((*path, index, "id"), sentence, value=shown(name))
        ids.add(str(name))


def expected_problems(document: Document, assignment: Assignment) -> Iterator[Problem]:
    """Yield the problems of an example's expected.toml."""
    exercises = [exercise.id for exercise in assignment.exercises]
    exercise = document.get("exercise", "")
    if exercise not in {"", *exercises}:
        sentence = "there is no exercise {value}{nearest}"
        close = nearest(exercise, exercises)
        yield problem(("exercise",), sentence, value=shown(exercise), nearest=close)
    criteria = [criterion.id for criterion in assignment.rubric]
    for key, names, sentence in (
        ("points", criteria, "there is no criterion {value}{nearest}"),
        ("verdicts", slugs(), "there is no check {value}{nearest}"),
        ("params", slugs(), "there is no check {value}{nearest}"),
    ):
        for name in document.get(key, {}):
            if name not in names:
                close = nearest(name, names)
                yield problem((key, name), sentence, value=shown(name), nearest=close)


def course_problems(document: Document) -> Iterator[Problem]:
    """Yield the problems of course.toml."""
    zone, student_id = document.get("zone"), document.get("student_id")
    if zone and _raises(ZoneInfo, zone):
        yield must_be(("zone",), "the name of a time zone, such as Asia/Tokyo", zone)
    if student_id is not None:
        yield from _student_id(student_id)
    yield from _late(document.get("late", {}))
    yield from _inside(document)
    until = document.get("retention", {}).get("keep_until")
    if until is not None and _raises(date.fromisoformat, until):
        yield must_be(("retention", "keep_until"), "a date, such as 2026-03-31", until)
    for name, layout in document.get("lms", {}).items():
        if "pattern" in layout:
            yield from _pattern(layout["pattern"], ("lms", name, "pattern"))
    yield from _grading(document.get("grading", {}))


def _raises(function: Callable[[str], object], argument: str) -> bool:
    try:
        function(argument)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return True
    return False


def _student_id(pattern: str) -> Iterator[Problem]:
    try:
        compiled = re.compile(pattern, re.ASCII)
    except re.error as error:
        yield _no_expression(("student_id",), pattern, error)
        return
    if compiled.search(""):
        yield problem(
            ("student_id",), "must not match empty text, got {value}", value=shown(pattern)
        )


def _no_expression(path: KeyPath, pattern: str, error: Exception) -> Problem:
    sentence = "must be a regular expression: {reason}, got {value}"
    return problem(path, sentence, reason=str(error), value=shown(pattern))


def _inside(document: Document) -> Iterator[Problem]:
    """Yield paths that lead out of the course's folder."""
    for path, value in (
        (("roster",), document.get("roster")),
        (("attendance",), document.get("attendance")),
    ):
        if value is not None and {"..", "."} & set(value.split("/")):
            yield must_be(path, "a path inside the course folder", value)


def _pattern(pattern: str, path: KeyPath) -> Iterator[Problem]:
    """Yield the problems of a layout's pattern: unknown or missing groups, runaway backtracking."""
    try:
        compiled = re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        yield _no_expression(path, pattern, error)
        return
    for group in compiled.groupindex:
        if group not in GROUPS:
            close = nearest(group, GROUPS)
            yield problem(path, "has an unknown group {group}{nearest}", group=group, nearest=close)
    if why := may_not_end(pattern):
        sentence = "may never finish: it {why}; specify what comes in between, as in (?:[^/]+/)*"
        yield path, Message(sentence, {"why": why})
    if not set(WHO) & compiled.groupindex.keys():
        yield problem(path, "requires a group for the owner, such as (?P<student>…)")
    if "file" not in compiled.groupindex:
        yield problem(path, "requires a group (?P<file>…) for the file name")
    if compiled.fullmatch(""):
        yield problem(path, "must not match empty text, got {value}", value=shown(pattern))


def _grading(grading: _Table) -> Iterator[Problem]:
    parts: Sequence[_Table] = grading.get("part", [])
    conditions: Sequence[_Table] = grading.get("condition", [])
    yield from _repeated(parts, ("grading", "part"))
    yield from _repeated(conditions, ("grading", "condition"))
    taken: dict[str, int] = {}
    for index, part in enumerate(parts):
        path = ("grading", "part", index)
        for place, name in enumerate(part.get("assignments", [])):
            other = taken.setdefault(name, index)
            if other != index:
                sentence = "{value} already counts in {other}"
                about = {"other": f"part[{other}]", "value": shown(name)}
                yield problem((*path, "assignments", place), sentence, **about)
        yield from _points(part, path)
        yield from _weight(part, parts, path)
    yield from _sum(parts)
    for index, condition in enumerate(conditions):
        yield from _condition(condition, taken, ("grading", "condition", index))
    yield from _recognition(grading.get("recognition", {}), taken)
    yield from _attendance(grading.get("attendance", {}))
    yield from _letters(grading)


def _points(part: _Table, path: KeyPath) -> Iterator[Problem]:
    """Yield assignments without points, and points without an assignment."""
    points, names = part.get("points", {}), part.get("assignments", [])
    for name in points:
        if name not in names:
            close = nearest(name, names)
            yield problem((*path, "points", name), "is not in assignments{nearest}", nearest=close)
    for name in names:
        if name not in points and "points_each" not in part:
            yield problem((*path, "points", name), "is missing; specify it or points_each")


def _weight(part: _Table, parts: Sequence[_Table], path: KeyPath) -> Iterator[Problem]:
    """Yield parts whose share of the total is missing or contradictory."""
    inside = part.get("inside")
    if not part.get("optional"):
        if "percent" not in part:
            yield problem(
                (*path, "percent"),
                "is missing; specify what percentage of the total the part is worth",
            )
        if inside is not None:
            yield problem(
                (*path, "inside"), ("applies only to optional parts; add optional = true")
            )
        return
    if inside is None:
        return
    if "percent" in part:
        sentence = "is not used together with inside: its points are added to that part"
        yield problem((*path, "percent"), sentence)
    others = [other["id"] for other in parts if not other.get("optional") and "id" in other]
    if inside not in others:
        sentence = "there is no part {value} to add points to{nearest}"
        close = nearest(inside, others)
        yield problem((*path, "inside"), sentence, value=shown(inside), nearest=close)


def _sum(parts: Sequence[_Table]) -> Iterator[Problem]:
    """Yield a problem if the weights do not add up to 100; nothing while one is missing."""
    percents = [part.get("percent") for part in parts if not part.get("optional")]
    numbers = [Fraction(str(percent)) for percent in percents if 0 < (percent or 0) <= _WHOLE]
    if parts and len(numbers) == len(percents) and sum(numbers) != _WHOLE:
        sentence = (
            "the percent values of the parts that are not optional must add up to 100, not {total}"
        )
        yield problem(("grading", "part"), sentence, total=f"{float(sum(numbers)):g}")


def _condition(condition: _Table, assignments: Collection[str], path: KeyPath) -> Iterator[Problem]:
    if "assignments" in condition and condition.get("kind") == "attendance":
        yield problem((*path, "assignments"), ("applies only to recognition, not to attendance"))
        return
    for place, name in enumerate(condition.get("assignments", [])):
        yield from _of_a_part(name, assignments, (*path, "assignments", place))


def _recognition(recognition: _Table, assignments: Collection[str]) -> Iterator[Problem]:
    for name in recognition.get("criteria_of", {}):
        yield from _of_a_part(name, assignments, ("grading", "recognition", "criteria_of", name))
    requirements = {"in_time", "least_percent", "criteria", "criteria_of", "confirmed"}
    if recognition.get("submitted") is False and not any(map(recognition.get, requirements)):
        path = ("grading", "recognition", "submitted")
        yield problem(path, "must be true when there is no other requirement")


def _of_a_part(name: str, assignments: Collection[str], path: KeyPath) -> Iterator[Problem]:
    if assignments and name not in assignments:
        sentence = "no part contains the assignment {value}{nearest}"
        yield problem(path, sentence, value=shown(name), nearest=nearest(name, assignments))


def _attendance(attendance: _Table) -> Iterator[Problem]:
    path = ("grading", "attendance")
    if "held" in attendance and "sessions" not in attendance:
        yield problem((*path, "sessions"), "is missing; specify it together with held")
    elif attendance.get("held", 0) > attendance.get("sessions", 0):
        yield problem((*path, "held"), "must not be more than sessions")


def _letters(grading: _Table) -> Iterator[Problem]:
    letters: Sequence[_Table] = grading.get("letters", [])
    if "letter_without_condition" in grading and not letters:
        path = ("grading", "letter_without_condition")
        yield problem(path, "has no meaning without letters")
    leasts = [letter["least"] for letter in letters if "least" in letter]
    if not letters or len(leasts) < len(letters):
        return
    places: list[KeyPath] = [("grading", "letters", n, "least") for n in range(len(leasts))]
    for place, (least, following) in zip(places[1:], pairwise(leasts), strict=True):
        if following >= least:
            sentence = "must be less than {least} of the previous letter, got {value}"
            yield problem(place, sentence, least=least, value=following)
    if leasts[-1] != 0:
        yield problem(places[-1], "must be 0 for the last letter, got {value}", value=leasts[-1])

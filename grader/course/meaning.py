"""What a schema cannot say about an assignment: names that must exist, agree, or differ."""

import keyword
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from grader.course.deadlines import extension_problems, late_problems, time_problems
from grader.course.grading_meaning import grading_problems
from grader.course.patterns import layout_problems
from grader.course.schemas import Problem, nearest, shown
from grader.registry import SLUGS


def assignment_problems(
    document: Mapping[str, Any], root: Path, name: str, coming: Collection[str] = ()
) -> list[Problem]:
    """Lists what is wrong although every type may be right; looks only at what is well formed.

    `coming` are operations whose reference is about to be written.
    """
    return [
        *_id(document, name),
        *_due(document),
        *extension_problems(document.get("extensions"), document.get("due")),
        *late_problems(document.get("late")),
        *_exercises(_tables(document, "exercise"), root, coming),
        *_language(document),
        *_report(document.get("report")),
        *_rubric(document),
    ]


def course_problems(document: Mapping[str, Any]) -> list[Problem]:
    """Lists what is wrong although every type may be right; looks only at what is well formed."""
    return [
        *_zone(document.get("zone")),
        *_student_id(document.get("student_id")),
        *late_problems(document.get("late")),
        *_inside(document),
        *_retention(document.get("retention")),
        *layout_problems(document.get("lms")),
        *grading_problems(document.get("grading")),
    ]


def _tables(document: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = document.get(key)
    return [table for table in found if isinstance(table, dict)] if isinstance(found, list) else []


def _texts(table: Mapping[str, Any], key: str) -> list[str]:
    found = table.get(key)
    return [text for text in found if isinstance(text, str)] if isinstance(found, list) else []


def _id(document: Mapping[str, Any], name: str) -> Iterator[Problem]:
    found = document.get("id")
    if isinstance(found, str) and found != name:
        yield "id", f"must be the folder's name {name}, got {shown(found)}"


def _due(document: Mapping[str, Any]) -> Iterator[Problem]:
    found = document.get("due")
    if isinstance(found, str):
        yield from time_problems(found, "due")


def _exercises(
    exercises: Sequence[Mapping[str, Any]], root: Path, coming: Collection[str]
) -> Iterator[Problem]:
    operations = {path.stem for path in (root / "reference").glob("*.py")} | set(coming)
    yield from _repeated(exercises, "exercise")
    for index, exercise in enumerate(exercises):
        key = f"exercise[{index}]"
        operation = exercise.get("operation")
        if isinstance(operation, str) and operation not in operations:
            yield (
                f"{key}.operation",
                f"there is no reference/{operation}.py{nearest(operation, operations)}",
            )
        yield from _names(exercise, key)
        yield from _modules(exercise, key)
        cases = exercise.get("cases")
        if isinstance(cases, dict) and not any(cases.values()):
            yield f"{key}.cases", "must have at least one size in integers or floats"
        sweep = exercise.get("sweep")
        if isinstance(sweep, dict):
            yield from _sweep(sweep, f"{key}.sweep")
            yield from _slowest(sweep.get("slowest"), operation, root, f"{key}.sweep.slowest")


def _language(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Finds exercises in another language than the one file that is asked for."""
    source = document.get("source")
    for index, exercise in enumerate(_tables(document, "exercise")):
        backend = exercise.get("backend")
        if not isinstance(source, str) or not isinstance(backend, str):
            continue
        if (backend == "c") is not source.endswith(".c"):
            wanted = ".c" if backend == "c" else ".py"
            yield "source", f"must end in {wanted}, as exercise[{index}] is for {shown(backend)}"
            return


def _sweep(sweep: Mapping[str, Any], key: str) -> Iterator[Problem]:
    sizes = sweep.get("sizes")
    if sizes is not None and not {"first", "last", "factor"}.isdisjoint(sweep):
        yield key, "must have either sizes, or first and last, not both"
    elif sizes is None and not {"first", "last"} <= sweep.keys():
        yield key, "must have sizes, or first and last"
    whole = isinstance(sizes, list) and all(isinstance(size, int) for size in sizes)
    if isinstance(sizes, list) and whole and sizes != sorted(sizes):
        yield f"{key}.sizes", f"must grow, got {shown(sizes)}"
    for low, high in (("first", "last"), ("minimum", "maximum")):
        least, most = sweep.get(low), sweep.get(high)
        if isinstance(least, int) and isinstance(most, int) and least > most:
            yield f"{key}.{low}", f"must not be over {high}, {most}, got {least}"


def _slowest(slowest: object, operation: object, root: Path, key: str) -> Iterator[Problem]:
    """Finds that the program to compare with is not there."""
    baseline = slowest.get("baseline") if isinstance(slowest, dict) else None
    if not isinstance(baseline, str) or not isinstance(operation, str):
        return
    programs = root / "reference" / "programs"
    paths = [path for path in programs.glob(f"{operation}_*") if path.suffix in {".py", ".c"}]
    known = {path.stem.removeprefix(f"{operation}_") for path in paths}
    if baseline not in known:
        yield (
            f"{key}.baseline",
            f"there is no reference/programs/{operation}_{baseline}.py{nearest(baseline, known)}",
        )


def _names(exercise: Mapping[str, Any], key: str) -> Iterator[Problem]:
    entry = exercise.get("entry")
    if isinstance(entry, str) and not _is_name(entry):
        yield f"{key}.entry", f"must be a Python name, such as matmul, got {shown(entry)}"
    for index, alias in enumerate(_texts(exercise, "aliases")):
        if not _is_name(alias):
            yield f"{key}.aliases[{index}]", f"must be a Python name, got {shown(alias)}"
        elif alias == entry:
            yield f"{key}.aliases[{index}]", "is the entry itself; leave it out"


def _modules(exercise: Mapping[str, Any], key: str) -> Iterator[Problem]:
    for index, module in enumerate(_texts(exercise, "allowed_imports")):
        top = module.partition(".")[0]
        if not _is_name(module):
            better = f"; write {top}" if _is_name(top) else ""
            yield (
                f"{key}.allowed_imports[{index}]",
                f"must be a module's top-level name, got {shown(module)}{better}",
            )


def _report(report: object) -> Iterator[Problem]:
    """Finds chapters that nobody could tell apart."""
    chapters = _tables(report, "chapter") if isinstance(report, dict) else []
    yield from _repeated(chapters, "report.chapter")
    taken: dict[str, int] = {}
    for index, chapter in enumerate(chapters):
        for place, synonym in enumerate(_texts(chapter, "synonyms")):
            other = taken.setdefault(synonym.casefold(), index)
            if other != index:
                yield (
                    f"report.chapter[{index}].synonyms[{place}]",
                    f"belongs to chapter[{other}] already: {shown(synonym)}",
                )


def _rubric(document: Mapping[str, Any]) -> Iterator[Problem]:
    rubric, exercises = _tables(document, "rubric"), _tables(document, "exercise")
    ids = [found for exercise in exercises if isinstance(found := exercise.get("id"), str)]
    yield from _repeated(rubric, "rubric")
    for index, criterion in enumerate(rubric):
        key = f"rubric[{index}]"
        for kind in ("checks", "evidence"):
            for place, code in enumerate(_texts(criterion, kind)):
                yield from _code(code, f"{key}.{kind}[{place}]", reports="report" in document)
        for place, exercise in enumerate(_texts(criterion, "exercises")):
            if exercise not in ids:
                close = nearest(exercise, ids)
                yield f"{key}.exercises[{place}]", f"no exercise is called {shown(exercise)}{close}"


def _code(code: str, key: str, *, reports: bool) -> Iterator[Problem]:
    if not any(known.startswith(code) for known in SLUGS):
        known_codes = {*SLUGS, *(known[:3] for known in SLUGS)}
        yield key, f"no check is called {shown(code)}{nearest(code.upper(), known_codes)}"
    elif code.startswith("REP") and not reports:
        yield key, f"{shown(code)} is about reports; give a table [report]"


def _repeated(tables: Sequence[Mapping[str, Any]], key: str) -> Iterator[Problem]:
    """Finds ids used twice."""
    ids = [table.get("id") for table in tables]
    counts = Counter(found for found in ids if isinstance(found, str))
    for index, found in enumerate(ids):
        if isinstance(found, str) and counts[found] > 1 and ids.index(found) != index:
            yield f"{key}[{index}].id", f"is used before: {shown(found)}; ids must differ"


def _is_name(text: str) -> bool:
    return text.isidentifier() and not keyword.iskeyword(text)


def _zone(zone: object) -> Iterator[Problem]:
    if isinstance(zone, str) and zone and _raises(ZoneInfo, zone):
        yield "zone", f"must be a time zone's name, such as Asia/Tokyo, got {shown(zone)}"


def _raises(function: Callable[[str], object], argument: str) -> bool:
    try:
        function(argument)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return True
    return False


def _student_id(pattern: object) -> Iterator[Problem]:
    if not isinstance(pattern, str):
        return
    try:
        compiled = re.compile(pattern, re.ASCII)
    except re.error as error:
        yield "student_id", f"must be a regular expression: {error}, got {shown(pattern)}"
        return
    if compiled.search(""):
        yield "student_id", f"must not match empty text, got {shown(pattern)}"


def _inside(document: Mapping[str, Any]) -> Iterator[Problem]:
    """Finds paths that lead out of the course's folder."""
    grading = document.get("grading")
    recognition = grading.get("recognition") if isinstance(grading, dict) else None
    words = recognition.get("words") if isinstance(recognition, dict) else None
    paths = {key: document.get(key) for key in ("roster", "attendance")}
    for key, path in {**paths, "grading.recognition.words": words}.items():
        if isinstance(path, str) and {"..", "."} & set(path.split("/")):
            yield key, f"must be a path in the course's folder, got {shown(path)}"


def _retention(table: object) -> Iterator[Problem]:
    found = table.get("keep_until") if isinstance(table, dict) else None
    if not isinstance(found, str):
        return
    try:
        date.fromisoformat(found)
    except ValueError:
        yield "retention.keep_until", f"must be a date, such as 2026-03-31, got {shown(found)}"

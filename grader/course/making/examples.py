"""Right and wrong answers to a new assignment, each with what it has to get."""

from collections.abc import Iterator, Mapping, Sequence

from grader.course.making.asked import Asked, zeros_known_as
from grader.course.making.exercises import Drafted
from grader.course.making.programs import RIGHT, renamed, spoilt, spoilt_in_c
from grader.course.making.texts import texts
from grader.course.making.toml_text import lines_of
from grader.model.course import Backend, Case, CaseKind
from grader.model.reference import Reference

IN_C = ("POL001", "RUN002", "COR001", "COR002")
PASSED = ("POL001", "RUN002", "RUN003", "COR001", "COR002", "COR003")


def draft_examples(
    exercise: Drafted, asked: Asked, reference: Reference, points: float
) -> Iterator[tuple[str, str, str]]:
    """Gives name, program and expected.toml of a right example and of a wrong one.

    Nothing where the course has no right program of the operation on this backend.
    """
    program = reference.programs.get(exercise.backend)
    right = program and renamed(program, reference.operation, exercise.entry, exercise.backend)
    if not program or right is None:
        return
    usual = IN_C if exercise.backend is Backend.C else PASSED
    passed = (*usual, *(("POL004",) if exercise.table.get("requires") else ()))
    head = texts()["expected"]
    verdicts = dict.fromkeys(sorted(passed), "passed")
    yield f"{exercise.id}-right", right, _expected(head["right"], exercise, points, verdicts)
    known = zeros_known_as(reference, _cases(exercise))
    wrong = _spoilt(program, exercise, asked, reference)
    if known is None or wrong is None:
        return
    failed = ("COR001", "COR002") if known else ("COR001",)
    text = _expected(head["wrong"], exercise, 0.0, dict.fromkeys(failed, "failed"))
    if known:
        text += "\n".join(["", "[params.COR002]", *lines_of({"lookalike": known}), ""])
    yield f"{exercise.id}-wrong-zeros", wrong, text


def _spoilt(program: str, exercise: Drafted, asked: Asked, reference: Reference) -> str | None:
    """Gives the program with an entry that returns zeros, where that can be written."""
    entry, backend = exercise.entry, exercise.backend
    base = renamed(program, reference.operation, RIGHT.format(entry), backend)
    if base is None or not exercise.is_function:
        return None
    if backend is Backend.C:
        return spoilt_in_c(base, entry)
    return spoilt(base, entry, asked.parameters, backend)


def _cases(exercise: Drafted) -> tuple[Case, ...]:
    sizes: Mapping[str, Sequence[int]] = exercise.table["cases"]
    kinds = (CaseKind.INTEGERS, CaseKind.FLOATS)
    return tuple(Case(size=size, kind=kind) for kind in kinds for size in sizes.get(kind, ()))


def _expected(head: str, exercise: Drafted, points: float, verdicts: Mapping[str, str]) -> str:
    about = {"exercise": exercise.id, "points": {exercise.id: points}}
    return "\n".join([head, "", *lines_of(about), "", "[verdicts]", *lines_of(verdicts), ""])

"""The known mistakes of the course around the current folder, for `grader explain`."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from grader.model.course import Exercise
    from grader.model.reference import Lookalike, Reference
    from grader.wording import Wording

VALUES, DIGITS = "COR002", "COR007"
"""The checks that name known mistakes: in the values, and in their digits."""
FORMULA = re.compile(r"[abcijks\[\]*@+T.()=-]*[*@+][abcijks\[\]*@+T.()=-]*")
"""A mark of a line that can be shown as it is."""
MANY = 8  # mistakes with one stem; above this number only one is listed


class Known(Struct, frozen=True):
    """A known mistake of one operation, and the exercises in which it is looked for."""

    key: str
    lookalike: "Lookalike"
    reference: "Reference"
    exercises: "tuple[Exercise, ...]"
    near: bool  # of an assignment whose file is in the current folder, or else of the next one due

    @property
    def operation(self) -> str:
        """The operation that the exercises compute."""
        return self.exercises[0].operation

    @property
    def check(self) -> str:
        """The check that names it."""
        return DIGITS if self.lookalike.precision else VALUES


def mistakes_here() -> Sequence[Known]:
    """List what the course or kit around the current folder knows; raise CourseError if none is."""
    from grader.commands.check import open_place

    place = open_place(None, ())
    known: dict[tuple[str, str], Known] = {}
    assignments = sorted(place.assignments(), key=lambda each: each.due)
    lying = [each for each in assignments if Path(each.source).is_file()] or assignments[:1]
    near = {exercise.operation for each in lying for exercise in each.exercises}
    for assignment in assignments:
        references = place.references(assignment)
        for exercise in (each for each in assignment.exercises if each.id in references):
            reference = references[exercise.id]
            for key, lookalike in reference.lookalikes.items():
                about = (exercise.operation, key)
                before = known[about].exercises if about in known else ()
                is_near = exercise.operation in near
                known[about] = Known(key, lookalike, reference, (*before, exercise), is_near)
    return sorted(known.values(), key=lambda each: (not each.near, each.operation))


def mistakes_if_here() -> Sequence[Known]:
    """List the same; empty if there is no course or kit, or if it is broken."""
    from grader.model.errors import GraderError

    with suppress(GraderError, OSError):
        return mistakes_here()
    return ()


def listed(check: str, mistakes: Iterable[Known], words: "Wording") -> Iterator[str]:
    """Yield a line for each mistake; of many with one stem, for the first."""
    for operation, of_operation in groupby(mistakes, lambda known: known.operation):
        yield words.text("explain.known", operation=operation, check=check)
        for _, group in groupby(of_operation, lambda known: known.key.partition("-")[0]):
            alike = [*group]
            shown = alike if len(alike) <= MANY else alike[:1]
            for known in shown:
                name = words.of(called(known.lookalike.name))
                more = f" … ({len(alike)})" if len(shown) < len(alike) else ""
                yield f"  {known.key}{more}  {name}"


def page_of(known: Known, words: "Wording") -> Iterator[str]:
    """Yield the page of one mistake: what went wrong, an example, other libraries."""
    lookalike = known.lookalike
    names = tuple(dict.fromkeys(exercise.shown for exercise in known.exercises))
    yield words.text("explain.exercises", names=names)
    yield ""
    yield words.of(called(lookalike.lesson))
    if seen := tuple(mark for mark in lookalike.seen_as if FORMULA.fullmatch(mark)):
        yield ""
        yield words.text("explain.seen", seen=tuple(f"`{mark}`" for mark in seen))
    yield from _example(known, words)
    backends: dict[str, list[str]] = {}  # by explanation
    for backend, lesson in lookalike.lessons.items():
        backends.setdefault(words.of(called(lesson)), []).append(backend)
    for said, named in backends.items():
        yield ""
        yield f"{', '.join(named)}: {said}"


def called(texts: Mapping[str, str]) -> Mapping[str, str]:
    """Write a text with the course's own variable names."""
    from grader.cases.lookalikes import in_own_names

    return {lang: in_own_names(text, {}) for lang, text in texts.items()}


def _example(known: Known, words: "Wording") -> Iterator[str]:
    """Show the effect of the mistake on an example; a kit holds no numbers for it."""
    from grader.cases.examples import example_inputs, written

    for inputs in example_inputs(known.reference):
        try:
            right = known.reference.expected(*inputs)
            wrong = known.lookalike.compute(inputs, ())
        except ValueError:
            return
        if wrong is not None and (wrong.shape != right.shape or (wrong != right).any()):
            given = "; ".join(
                f"{name} = {matrix.tolist()}" for name, matrix in zip("abc", inputs, strict=False)
            )
            yield ""
            yield words.text(
                "explain.example", given=given, right=written(right), wrong=written(wrong)
            )
            return

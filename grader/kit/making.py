"""Make a kit: ask the references once, with the kit's own seeds, and store the numbers.

The zip file for students contains README, starter, handout, and the kit's data.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from random import Random
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from grader import __version__
from grader.backends import BACKENDS
from grader.cases.examples import example_questions
from grader.cases.lookalikes import models, shows
from grader.cases.own_calls import own_calls
from grader.cases.questions import CaseQuestion, probe, questions, secret_questions, stream
from grader.export.stable_zip import zip_of
from grader.kinds import ReadingTools, asker_of, kind_of
from grader.kit.answers import digest_of, digest_of_all, draw_all, place_of
from grader.kit.contents import (
    FILE,
    FORMAT,
    HIDDEN,
    MOST_BYTES,
    SCHEMA,
    AnsweredQuestion,
    Answers,
    Draw,
    Kit,
    LargeInputs,
    Length,
    Mistake,
    MistakenAnswer,
    Numbers,
    Width,
    kit_bytes,
    publish,
)
from grader.kit.wheel import NAME, wheel_bytes
from grader.model.course import Assignment, Case, CaseKind, Exercise
from grader.model.errors import CourseError, Message
from grader.model.language import LANGUAGES
from grader.model.reference import Array, Inputs, Reference

WHOLE = (Width.ONE, Width.TWO, Width.FOUR, Width.EIGHT)
MOST_VALUES = 256  # different values in large inputs
DRAWS = 32  # large inputs drawn from the reference to learn their values
TOO_LARGE = "its kit would be too large ({mib} MiB, {most} at most); list fewer or smaller cases"
NOT_DRAWN = "its large inputs cannot be drawn anew, so that no kit can hold them"
UNEVEN = "its answers do not grow evenly with the size, so that no kit can hold them"
WHOLE_ANSWER = 64
"""Maximum size of a mistake's answer that is stored completely.

For larger answers as many elements are stored, plus those that distinguish the answers. Complete
answers of all mistakes of a product of 65×65 matrices would take 200 MB.
"""
README = "README.txt"
STARTS = "kit.py"  # installs and runs the wheel
HANDOUTS = ("handout.md", "handout.pdf", "handout.docx", "handout.html")


def make_kit(
    assignment: Assignment,
    references: Mapping[str, Reference],
    seed: str,
    *,
    points: bool = False,
) -> tuple[Kit, bytes]:
    """Make the kit, and the bytes of its file; raise CourseError if it cannot be made.

    Exercises whose cases are not drawn here have been `published`.
    """
    kit_seed = _kit_seed(assignment, seed)
    answers = {
        exercise.id: _answers(exercise, references[exercise.id], kit_seed)
        for exercise in assignment.exercises
        if asker_of(exercise).draws_cases
    }
    kit = Kit(
        format=FORMAT,
        schema=SCHEMA,
        grader=__version__,
        seed=kit_seed,
        assignment=publish(assignment, points=points),
        answers=answers,
    )
    data = kit_bytes(kit)
    if len(data) > MOST_BYTES:
        params = {"mib": f"{len(data) / 2**20:.1f}", "most": MOST_BYTES // 2**20}
        raise CourseError([Message(TOO_LARGE, params, assignment.id)])
    return kit, data


def published(
    assignment: Assignment, references: Mapping[str, Any], tools: ReadingTools, seed: str
) -> Assignment:
    """Store in each exercise what is needed to ask it without a reference."""
    kit_seed = _kit_seed(assignment, seed)
    exercises = tuple(
        asker_of(exercise).publish(exercise, references[exercise.id], tools, kit_seed)
        for exercise in assignment.exercises
    )
    return replace(assignment, exercises=exercises)


def _kit_seed(assignment: Assignment, seed: str) -> bytes:
    return hashlib.sha256(f"{FORMAT}\0{assignment.id}\0{seed}".encode()).digest()


class _MistakenAnswers(Struct):
    """The answers of all mistakes, without duplicates."""

    answers: list[MistakenAnswer] = field(default_factory=list)
    _indexes: dict[MistakenAnswer, int] = field(default_factory=dict)

    def keep(
        self, question: CaseQuestion, tables: Sequence[Mapping[str, Array | None]]
    ) -> list[dict[str, int]]:
        """Store the mistaken answers of a question; return their indexes, HIDDEN if none shows."""
        shown = [
            {key: model if shows(question, model) else None for key, model in table.items()}
            for table in tables
        ]
        known = [model for table in shown for model in table.values() if model is not None]
        places = _telling_places([question.expected, *known])
        return [
            {key: self._index(model, places) for key, model in table.items()} for table in shown
        ]

    def _index(self, model: Array | None, places: Mapping[tuple[int, ...], Array]) -> int:
        if model is None:
            return HIDDEN
        if model.size <= WHOLE_ANSWER:
            answer = MistakenAnswer(model.shape, numbers_of(model))
        else:
            there = places[model.shape]
            answer = MistakenAnswer(model.shape, numbers_of(model.flat[there]), numbers_of(there))
        if answer not in self._indexes:
            self._indexes[answer] = len(self.answers)
            self.answers.append(answer)
        return self._indexes[answer]


def _telling_places(answers: Sequence[Array]) -> dict[tuple[int, ...], Array]:
    """Choose, by shape, the flat indices to store so that different answers stay different."""
    import numpy as np

    chosen = {}
    for shape in {answer.shape for answer in answers if answer.size > WHOLE_ANSWER}:
        alike = [answer.ravel() for answer in answers if answer.shape == shape]
        rng = Random(alike[0].size)  # noqa: S311 - no secret
        places = {rng.getrandbits(64) % alike[0].size for _ in range(WHOLE_ANSWER)}
        while True:
            there = np.array(sorted(places))
            groups: dict[bytes, list[Array]] = {}
            for answer in alike:
                elements = answer[there] + 0.0  # turns -0.0 into 0.0
                groups.setdefault(elements.tobytes(), []).append(answer)
            pairs = [(first, other) for first, *rest in groups.values() for other in rest]
            telling = {int(np.abs(first.astype(float) - other).argmax()) for first, other in pairs}
            if telling <= places:
                break
            places |= telling
        chosen[shape] = there
    return chosen


def _answers(exercise: Exercise, reference: Reference, seed: bytes) -> Answers:
    large = any(case.kind is CaseKind.LARGE for case in exercise.cases)
    drawing = _drawing(exercise, reference) if large or exercise.sweep is not None else None
    places: list[str] = []

    def inputs(case: Case, rng: Random) -> Inputs:
        places.append(place_of(rng))
        if case.kind is CaseKind.LARGE:
            assert drawing is not None
            return draw_all(drawing, case.size, rng)
        return reference.inputs(case, rng)

    recording = replace(reference, inputs=inputs)
    counted = probe(exercise, recording, b"")  # only its inputs are counted
    case_questions = (
        probe(exercise, recording, seed),
        *questions(exercise, recording, seed),
        *secret_questions(exercise, recording, seed),
    )
    examples = example_questions(exercise, recording)
    pool = _MistakenAnswers()
    remembering = _remembering(case_questions, reference)
    answer = partial(_question, pool=pool, reference=reference, remembering=remembering)
    answered = [answer(counted, places[0])]
    calls = kind_of(exercise).layouts
    for index, (question, place) in enumerate(zip(case_questions, places[1:], strict=True)):
        histories = _histories(case_questions, index, calls)
        answered.append(answer(question, place, histories=histories))
    answered += [answer(question, f"example {index}") for index, question in enumerate(examples)]
    own = own_calls(exercise)
    given = own.constants if own is not None else ()  # other constants may be part of the solution
    return Answers(
        operation=exercise.operation,
        arguments=reference.arguments,
        probe=reference.probe,
        questions=tuple(answered),
        mistaken=tuple(pool.answers),
        mistakes=dict(_mistakes(exercise, reference, case_questions)),
        examples=tuple(tuple(map(numbers_of, question.inputs)) for question in examples),
        drawing=drawing,
        constants={name: value for name, value in reference.constants.items() if name in given},
    )


def _question(  # noqa: PLR0913 - what is asked, of which reference, after what
    question: CaseQuestion,
    place: str,
    *,
    pool: _MistakenAnswers,
    reference: Reference,
    remembering: frozenset[str],
    histories: Iterable[list[Inputs]] = (),
) -> AnsweredQuestion:
    scale = question.scale.astype(float)
    large = question.case.kind is CaseKind.LARGE
    base = AnsweredQuestion(
        place=place,
        digest=digest_of(question.inputs),
        size=question.case.size,
        expected=numbers_of(question.expected),
        scale=numbers_of(scale.max() if large else scale),
    )
    if large:
        return base
    mistaken = {**models(question, (), reference), **dict(_constant_families(question, reference))}
    alone = {key: model for key, model in mistaken.items() if key not in remembering}
    few = replace(
        reference, lookalikes={key: reference.lookalikes[key] for key in sorted(remembering)}
    )
    after = {
        digest_of_all(map(digest_of, before)): models(question, before, few)
        for before in (histories if remembering else ())
    }
    tables = [
        {key: model for key, model in table.items() if _can_be_returned(model)}
        for table in (alone, *after.values())
    ]
    indexes, *later = pool.keep(question, tables)
    return replace(
        base,
        inputs=tuple(map(numbers_of, question.inputs)),
        mistakes=indexes,
        after=dict(zip(after, later, strict=True)),
    )


def _can_be_returned(model: Array | None) -> bool:
    """Return whether a program's result can equal it: NaN never does."""
    import numpy as np

    return model is None or bool(model.size and np.isfinite(model).all())


def _constant_families(question: CaseQuestion, reference: Reference) -> Iterator[tuple[str, Array]]:
    """Yield the families whose fitted form does not depend on the result."""
    import numpy as np

    results = (question.expected, question.expected * 0 + 1, question.expected[..., :1] * 2 + 1)
    for key, lookalike in reference.lookalikes.items():
        if lookalike.fit is None or lookalike.relation:
            continue
        with np.errstate(all="ignore"):
            forms: list[Array] = [lookalike.fit(question.inputs, result) for result in results]
        first = forms[0]
        if first is not None and all(np.array_equal(form, first) for form in forms[1:]):
            yield key, first


def _histories(
    case_questions: Sequence[CaseQuestion], index: int, calls: int
) -> Iterator[list[Inputs]]:
    """Yield the calls that may precede a question: consecutive questions, each repeated."""
    for times in range(1, calls + 1):
        for begin in range(index + 1):
            before: list[Inputs] = []
            for question in case_questions[begin:index]:
                before += [question.inputs] * (1 if question.case.kind is CaseKind.LARGE else times)
            for again in range(times):
                yield [*before, *[case_questions[index].inputs] * again]


def _remembering(case_questions: Sequence[CaseQuestion], reference: Reference) -> frozenset[str]:
    """Return the mistakes whose answer depends on earlier calls."""
    import numpy as np

    names: set[str] = set()
    for index, question in enumerate(case_questions):
        if question.case.kind is CaseKind.LARGE:
            continue
        alone = models(question, (), reference)
        before = [earlier.inputs for earlier in case_questions[:index]]
        later = models(question, [*before, question.inputs], reference)
        for key, model in later.items():
            first = alone[key]
            same = model is first or (
                model is not None
                and first is not None
                and np.array_equal(model, first, equal_nan=True)
            )
            names |= set() if same else {key}
    return frozenset(names)


def _mistakes(
    exercise: Exercise, reference: Reference, case_questions: Sequence[CaseQuestion]
) -> Iterator[tuple[str, Mistake]]:
    """Yield the texts of all mistakes, except families that no numbers can represent."""
    small = next(
        question for question in case_questions if question.case.kind is not CaseKind.LARGE
    )
    constant = dict(_constant_families(small, reference))
    for key, lookalike in reference.lookalikes.items():
        family = lookalike.fit is not None
        if family and not lookalike.relation and key not in constant:
            continue
        lesson = lookalike.lessons.get(exercise.backend.value, lookalike.lesson)
        yield (
            key,
            Mistake(
                name=dict(lookalike.name),
                lesson={lang: lesson[lang] for lang in LANGUAGES},
                precision=lookalike.precision,
                excusable=lookalike.excusable,
                seen_as=lookalike.seen_as,
                shown=dict(lookalike.shown),
                fine=lookalike.fine,
                family=family,
                relation=lookalike.relation,
            ),
        )


def _drawing(exercise: Exercise, reference: Reference) -> LargeInputs:
    """Infer the shapes and values of large inputs from those of the reference."""
    sizes = sorted({reference.probe + 3, 2 * reference.probe + 7, 40})
    made = {size: _large_inputs(exercise, reference, size, 0) for size in sizes}
    many = [_large_inputs(exercise, reference, sizes[-1], n) for n in range(DRAWS)]
    draws = []
    for position in range(len(many[0])):
        shapes = {size: inputs[position].shape for size, inputs in made.items()}
        values = sorted({int(number) for inputs in many for number in inputs[position].ravel()})
        all_integers = all(inputs[position].dtype.kind == "i" for inputs in many)
        axes = _lengths(shapes)
        if axes is None or not all_integers or len(values) > MOST_VALUES:
            raise CourseError([Message(NOT_DRAWN, where=reference.operation)])
        draws.append(Draw(axes=axes, values=tuple(values)))
    shaped: Callable[..., tuple[int, ...]] = reference.shape or (
        lambda *inputs: reference.expected(*inputs).shape
    )
    answer = _lengths({size: shaped(*inputs) for size, inputs in made.items()})
    if answer is None:
        raise CourseError([Message(UNEVEN, where=reference.operation)])
    return LargeInputs(inputs=tuple(draws), answer=answer)


def _large_inputs(exercise: Exercise, reference: Reference, size: int, number: int) -> Inputs:
    rng = stream(b"kit", exercise.operation, str(size), str(number))
    return reference.inputs(Case(size=size, kind=CaseKind.LARGE), rng)


def _lengths(shapes: Mapping[int, tuple[int, ...]]) -> tuple[Length, ...] | None:
    """Return each axis as a linear function of the size; None if one is not linear."""
    (small, first), *others = sorted(shapes.items())
    large, last = others[-1]
    if any(len(shape) != len(first) for _, shape in others):
        return None
    axes = []
    for axis, (short, long) in enumerate(zip(first, last, strict=True)):
        each, rest = divmod(long - short, large - small)
        length = Length(each, short - each * small)
        if rest or any(shape[axis] != length.at(size) for size, shape in others):
            return None
        axes.append(length)
    return tuple(axes)


def numbers_of(array: Array) -> Numbers:
    """Store an array, integers in as few bytes as possible."""
    import numpy as np

    array = np.asarray(array)
    width = Width.FLOAT
    if array.dtype.kind in "iub":
        most = max(abs(int(extreme)) for extreme in (array.min(initial=0), array.max(initial=0)))
        width = next(kind for kind in WHOLE if most < 2 ** (8 * int(kind[-1]) - 1))
    data = np.ascontiguousarray(array, width.value).tobytes()
    return Numbers(array.shape, width, data)


def packed(kit: Kit, data: bytes, assignment: Assignment) -> tuple[tuple[str, ...], bytes]:
    """Return the file names and the zip; equal inputs give equal bytes."""
    folder = kit.assignment.id
    members = {README: _readme(kit).encode(), FILE: data, NAME: wheel_bytes()}
    members[STARTS] = files("grader.kit").joinpath(STARTS).read_bytes()
    members |= dict(_course_files(assignment))
    named = [(f"{folder}/{name}", content) for name, content in sorted(members.items())]
    return tuple(name for name, _ in named), zip_of(named)


def _course_files(assignment: Assignment) -> Iterator[tuple[str, bytes]]:
    """Yield the handout and the starter; symlinks are skipped."""
    starter = assignment.folder / "starter"
    starter_files = sorted(starter.iterdir()) if starter.is_dir() else []
    for path in (*(assignment.folder / name for name in HANDOUTS), *starter_files):
        if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            content = path.read_bytes()
            if path.suffix == ".md":  # in a kit, the starter is in the same folder
                content = content.replace(b"`starter/", b"`")
            yield path.name, content


def _readme(kit: Kit) -> str:
    """Fill in the template; lines about PyTorch are dropped unless an exercise uses it."""
    assignment = kit.assignment
    extras = {BACKENDS[exercise.backend].extra for exercise in assignment.exercises} - {""}
    extras |= {"plots"} | ({"report"} if assignment.report is not None else set())
    template = files("grader.kit").joinpath("readme.md").read_text(encoding="utf-8")
    for_torch = re.compile("(?m)^\\[torch\\] " if "torch" in extras else "(?m)^\\[torch\\] .*\n")
    text = for_torch.sub("", template).format(
        **{lang: assignment.title[lang] for lang in LANGUAGES},
        id=assignment.id,
        source=assignment.source,
        wheel=NAME,
        extras=",".join(sorted(extras)),
    )
    return text.replace("\n", "\r\n")  # older versions of Notepad need CRLF

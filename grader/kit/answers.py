"""References that answer a kit's questions from a table of numbers; nothing is computed.

Inputs are found by the random stream from which the case would be drawn: the kit's seed makes the
same streams as when the kit was made. Answers are found by their inputs. Other inputs, and shapes
that do not fit, have no answer: ValueError.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from random import Random

from msgspec import Struct

from grader.cases.lookalikes import RELATIONS
from grader.kinds import asker_of
from grader.kit.contents import (
    HIDDEN,
    AnsweredQuestion,
    Answers,
    Draw,
    Kit,
    LargeInputs,
    Mistake,
    MistakenAnswer,
    Numbers,
)
from grader.model.course import Case, CaseKind
from grader.model.reference import Answer, Array, Excerpt, Inputs, Lookalike, Reference

NOT_HELD = "the kit holds no answer for these inputs"


def references_of(kit: Kit) -> dict[str, Reference]:
    """Build the reference of every exercise, by exercise id."""
    asked = {
        exercise.id: asker_of(exercise).reference_of(exercise)
        for exercise in kit.assignment.exercises
        if exercise.id not in kit.answers
    }
    return {**{key: _reference(answers) for key, answers in kit.answers.items()}, **asked}


def _reference(answers: Answers) -> Reference:
    table = AnswerTable.of(answers)
    drawing = answers.drawing
    return Reference(
        operation=answers.operation,
        inputs=table.inputs,
        expected=table.expected,
        scale=table.scale,
        lookalikes={
            key: table.lookalike(key, mistake) for key, mistake in answers.mistakes.items()
        },
        wrong_rows=table.wrong_rows if drawing is not None else None,
        shape=table.shape,
        examples=tuple(
            tuple(array_of(numbers).tolist() for numbers in example) for example in answers.examples
        ),
        arguments=answers.arguments,
        probe=answers.probe,
        constants=answers.constants,
    )


class AnswerTable(Struct, frozen=True, kw_only=True):
    """The questions of one exercise, by stream and by inputs."""

    places: Mapping[str, AnsweredQuestion]
    answered: Mapping[str, AnsweredQuestion]
    mistaken: Sequence[MistakenAnswer]
    drawing: LargeInputs | None

    @classmethod
    def of(cls, answers: Answers) -> "AnswerTable":
        """Index the questions."""
        return cls(
            places={question.place: question for question in answers.questions},
            answered={question.digest: question for question in answers.questions},
            mistaken=answers.mistaken,
            drawing=answers.drawing,
        )

    def inputs(self, case: Case, rng: Random) -> Inputs:
        """Return the kit's inputs for this stream; large inputs are drawn from it."""
        question = self.places.get(place_of(rng))
        if question is not None and question.inputs:
            return tuple(map(array_of, question.inputs))
        if case.kind is CaseKind.LARGE and self.drawing is not None:
            return draw_all(self.drawing, case.size, rng)
        raise ValueError(NOT_HELD)

    def expected(self, *inputs: Array) -> Array:
        """Look up the correct answer."""
        return array_of(self._question_about(inputs).expected)

    def scale(self, *inputs: Array) -> Array:
        """Look up the scale of rounding errors; for a large answer, its maximum."""
        return array_of(self._question_about(inputs).scale)

    def shape(self, *inputs: Array) -> tuple[int, ...]:
        """Return the shape of a known answer, or of the answer to large inputs."""
        question = self.answered.get(digest_of(inputs))
        if question is not None:
            return question.expected.shape
        if self.drawing is None:
            raise ValueError(NOT_HELD)
        size = next(
            (
                (length - axis.more) // axis.each
                for draw, matrix in zip(self.drawing.inputs, inputs, strict=False)
                for axis, length in zip(draw.axes, matrix.shape, strict=False)
                if axis.each
            ),
            0,
        )
        return tuple(length.at(size) for length in self.drawing.answer)

    def wrong_rows(self, inputs: Inputs, result: Array, rng: Random) -> Array:
        """Return all rows of a large result, so that it is compared completely with the answer.

        Inputs drawn for a sweep have no answer: they are only timed, and no row is returned.
        """
        del rng
        import numpy as np

        return np.arange(len(result) if digest_of(inputs) in self.answered else 0)

    def lookalike(self, key: str, mistake: Mistake) -> Lookalike:
        """Build a lookalike from the numbers that its mistake produces."""
        fit: Callable[[Inputs, Array], Answer | None] | None = None
        if mistake.relation in RELATIONS:
            fit = partial(self._related, mistake.relation)
        elif mistake.family:
            fit = partial(self._fitted, key)
        return Lookalike(
            compute=partial(self._mistaken, key),
            name=mistake.name,
            lesson=mistake.lesson,
            fit=fit,
            relation=mistake.relation,
            precision=mistake.precision,
            excusable=mistake.excusable,
            seen_as=mistake.seen_as,
            shown=mistake.shown,
            fine=mistake.fine,
        )

    def _mistaken(self, key: str, inputs: Inputs, earlier: Sequence[Inputs]) -> Answer | None:
        question = self._question_about(inputs)
        if key in question.mistakes:
            return self._answer(question.mistakes[key])
        after = question.after.get(digest_of_all(map(digest_of, earlier)), {})
        if key not in after:
            raise ValueError(NOT_HELD)
        return self._answer(after[key])

    def _related(self, relation: str, inputs: Inputs, result: Array) -> Array | None:
        return RELATIONS[relation](self.expected(*inputs), result)

    def _fitted(self, key: str, inputs: Inputs, result: Array) -> Answer | None:
        del result
        return self._answer(self._question_about(inputs).mistakes.get(key, HIDDEN))

    def _answer(self, index: int) -> Answer | None:
        if index == HIDDEN:
            return None
        known = self.mistaken[index]
        elements = array_of(known.elements)
        if known.places is None:
            return elements
        return Excerpt(shape=known.shape, places=array_of(known.places), elements=elements)

    def _question_about(self, inputs: Iterable[Array]) -> AnsweredQuestion:
        question = self.answered.get(digest_of(inputs))
        if question is None:
            raise ValueError(NOT_HELD)
        return question


def array_of(numbers: Numbers) -> Array:
    """Convert to an int64 or float64 array."""
    import numpy as np

    array = np.frombuffer(numbers.data, numbers.dtype.value).reshape(numbers.shape)
    return array.astype(np.int64 if array.dtype.kind == "i" else np.float64)


def place_of(rng: Random) -> str:
    """Return a name for a random stream from its first 64 bits, which this consumes."""
    return f"{rng.getrandbits(64):016x}"


def draw_all(drawing: LargeInputs, size: int, rng: Random) -> Inputs:
    """Draw large inputs; the same stream gives the same inputs on every machine."""
    return tuple(_drawn(draw, size, rng) for draw in drawing.inputs)


def _drawn(draw: Draw, size: int, rng: Random) -> Array:
    import numpy as np

    shape = tuple(max(0, length.at(size)) for length in draw.axes)
    picked = np.frombuffer(rng.randbytes(int(np.prod(shape))), np.uint8)
    values = np.array(draw.values, dtype=np.int64)
    return values[picked % len(values)].reshape(shape)


def digest_of(inputs: Iterable[Array]) -> str:
    """Return a digest of inputs, by dtype kind, shape and values."""
    import numpy as np

    digest = hashlib.sha256()
    for matrix in inputs:
        plain = np.ascontiguousarray(matrix, "<i8" if matrix.dtype.kind in "iu" else "<f8")
        digest.update(f"{plain.dtype.kind}{plain.shape}".encode())
        digest.update(plain.tobytes())
    return digest.hexdigest()[:32]


def digest_of_all(digests: Iterable[str]) -> str:
    """Return a digest of a sequence of calls."""
    return hashlib.sha256(" ".join(digests).encode()).hexdigest()[:32]

"""What a check keeps secret cannot be recovered from what a program is given.

The inputs come from a Mersenne Twister. Whoever sees enough of its bits knows all that it draws
later, so the vectors of a large result's check must come from elsewhere.
"""

import random
from collections.abc import Callable, Iterable

import pytest
from msgspec.structs import replace

from grader.cases.questions import CaseQuestion, probe, question, questions, secret_questions
from grader.exercises.arrays import observing
from grader.exercises.scripts import results
from grader.guest import arrays
from grader.model.calling import Convention, Target
from grader.model.course import Backend, Case, CaseKind, Exercise, Form, Scope
from grader.model.evidence import Outcome
from grader.model.reference import Array, Inputs, Reference
from grader.model.static import ExtractedFunction
from grader.timing.calls import Subject
from tests.cases.course import SEED, reference
from tests.exercises.arrays.course import judge
from tests.fakes.program import FakeProgram, facts_of, pack

LARGE = Exercise(
    id="matmul",
    operation="matmul",
    backend=Backend.NUMPY,
    entry="matmul",
    scope=Scope.FUNCTION,
    gives=(Form.NUMPY,),
    cases=(
        Case(size=3, kind=CaseKind.INTEGERS),
        Case(size=7, kind=CaseKind.FLOATS),
        Case(size=48, kind=CaseKind.LARGE),
    ),
)
OF_A_SWEEP = Target(name="matmul", convention=Convention.AB)


def swept(asked: Exercise, right: Reference, seed: bytes) -> list[CaseQuestion]:
    """What is asked while a program is timed."""
    subject = Subject(FakeProgram(""), OF_A_SWEEP, asked, right, seed)
    return [subject.ask(size) for size in (16, 16, 40)]


def of_any_name(asked: Exercise, right: Reference, seed: bytes) -> list[CaseQuestion]:
    """A question that somebody adds one day."""
    return [question(Case(size=9, kind=CaseKind.LARGE), asked, right, seed, "a", "label")]


Asks = Callable[[Exercise, Reference, bytes], Iterable[CaseQuestion]]
KINDS: dict[str, Asks] = {
    "listed": questions,
    "secret": secret_questions,
    "probe": lambda *given: [probe(*given)],
    "sweep": swept,
    "any": of_any_name,
}


@pytest.mark.parametrize("kind", KINDS)
def test_vectors_do_not_depend_on_the_generator_of_the_inputs(kind: str) -> None:
    """Neither when it is drawn from further, nor when another takes its place."""

    def further(case: Case, rng: random.Random) -> Inputs:
        inputs = reference().inputs(case, rng)
        rng.getrandbits(1_000)
        return inputs

    def another(case: Case, rng: random.Random) -> Inputs:
        del rng
        return reference().inputs(case, random.Random(1))

    ask, asked = KINDS[kind], LARGE
    vectors = [each.vectors for each in ask(asked, reference(), SEED)]
    assert len(set(vectors)) == len(vectors) > 0
    for inputs in (further, another):
        changed = ask(asked, replace(reference(), inputs=inputs), SEED)
        assert [each.vectors for each in changed] == vectors


@pytest.mark.parametrize("kind", KINDS)
def test_no_generator_goes_on_to_draw_what_is_secret(kind: str) -> None:
    """A clone of the inputs' generator draws nothing that the check uses, nor other inputs."""
    states: list[random.Random] = []

    def watched(case: Case, rng: random.Random) -> Inputs:
        inputs = reference().inputs(case, rng)
        states.append(rng)
        return inputs

    asked = list(KINDS[kind](LARGE, replace(reference(), inputs=watched), SEED))
    assert len({id(state) for state in states}) == len(states) == len(asked)
    draws = {state.getrandbits(64) for state in states}
    for each in asked:
        kept = {each.vectors >> shift & (1 << 64) - 1 for shift in range(0, 256, 32)}
        assert draws.isdisjoint(kept)


def test_a_question_without_a_seed_has_vectors_of_its_own() -> None:
    """They are never a default that a program could know."""
    made = [CaseQuestion(case=LARGE.cases[2], inputs=(), reference=reference()) for _ in range(2)]
    assert made[0].vectors != made[1].vectors


def test_the_same_seed_checks_with_the_same_vectors() -> None:
    """A dispute can be replayed, and a second machine sees the same."""
    for one, again in zip(*(questions(LARGE, reference(), SEED) for _ in range(2)), strict=True):
        assert one.vectors == again.vectors


FORGER = """
import random
from fractions import Fraction
import numpy as np

def undo_right(y, shift):
    x = y
    for _ in range(32 // shift + 1):
        x = y ^ x >> shift
    return x

def undo_left(y, shift, mask):
    x = y
    for _ in range(32 // shift + 1):
        x = y ^ x << shift & mask
    return x & 0xffffffff

def untempered(y):
    y = undo_right(y, 18)
    y = undo_left(y, 15, 0xefc60000)
    y = undo_left(y, 7, 0x9d2c5680)
    return undo_right(y, 11)

def dot(x, y):
    return sum(p * q for p, q in zip(x, y))

def reduced(rows):
    # LLL: short integer vectors of a lattice
    def gram(rows):
        stars, mu = [], []
        for i, row in enumerate(rows):
            star, factors = [Fraction(x) for x in row], []
            for j in range(i):
                factor = dot(row, stars[j]) / dot(stars[j], stars[j])
                factors.append(factor)
                star = [x - factor * y for x, y in zip(star, stars[j])]
            stars.append(star)
            mu.append(factors)
        return stars, mu
    k = 1
    stars, mu = gram(rows)
    while k < len(rows):
        for j in reversed(range(k)):
            times = round(mu[k][j])
            if times:
                rows[k] = [x - times * y for x, y in zip(rows[k], rows[j])]
                stars, mu = gram(rows)
        least = (Fraction(3, 4) - mu[k][k-1]**2) * dot(stars[k-1], stars[k-1])
        if dot(stars[k], stars[k]) >= least:
            k += 1
        else:
            rows[k], rows[k-1] = rows[k-1], rows[k]
            stars, mu = gram(rows)
            k = max(k - 1, 1)
    return rows

def unseen(vectors):
    # a whole-number row that is orthogonal to all of them
    weighed = [[int(i == j) for j in range(8)] + [10**6 * int(x) for x in vectors[i]]
               for i in range(8)]
    return next(row[:8] for row in reduced(weighed) if not any(row[8:]))

def matmul(a, b):
    c = a @ b
    n = len(a)
    if n == 48:
        seen = np.concatenate([a.ravel(), b.ravel()]).astype(int).astype(np.uint8)
        words = seen.view("<u4")[-624:]
        clone = random.Random()
        clone.setstate((3, (*(untempered(int(word)) for word in words), 624), None))
        secret = random.Random(clone.getrandbits(BITS))
        drawn = np.frombuffer(secret.getrandbits(40 * n).to_bytes(5 * n, "little"), np.uint8)
        c[0, :8] += unseen(drawn.reshape(-1, 5))
    return c
"""


def all_bytes(case: Case, rng: random.Random) -> Inputs:
    """Inputs that show every bit that was drawn for them: the least work for a forger."""
    import numpy as np

    if case.kind is not CaseKind.LARGE:
        return reference().inputs(case, rng)
    count = 2 * case.size**2
    drawn = np.frombuffer(rng.getrandbits(8 * count).to_bytes(count, "little"), np.int8)
    a, b = drawn.astype(np.int64).reshape(2, case.size, case.size)
    return a, b


@pytest.mark.parametrize("bits", [64, 256])
def test_a_program_that_recovers_the_generator_forges_no_product(bits: int) -> None:
    """It clones the Mersenne Twister of its inputs, and finds an error that those vectors miss."""
    program = FakeProgram(FORGER.replace("BITS", str(bits)))
    shown = replace(reference(), inputs=all_bytes)
    asked = replace(LARGE, secret_sizes=0)
    evidence = observing.observe(facts_of(program.source), asked, shown, program, SEED)
    *small, large = evidence.comparisons
    assert {each.outcome for each in small} == {Outcome.EQUAL}
    assert large.outcome is Outcome.WRONG_VALUE
    assert judge(evidence, asked)["COR001"].params["size"] == 48


def test_the_forger_would_succeed_where_vectors_come_from_the_inputs_generator() -> None:
    """So it is the source of the vectors that stops it, and no slip of its own."""
    kept: list[random.Random] = []

    def shown(case: Case, rng: random.Random) -> Inputs:
        inputs = all_bytes(case, rng)
        kept.append(rng)
        return inputs

    asked = question(LARGE.cases[2], LARGE, replace(reference(), inputs=shown), SEED, "x")
    leaked = replace(asked, vectors=kept[0].getrandbits(64))
    space: dict[str, Callable[..., Array]] = {}
    exec(compile(FORGER.replace("BITS", "64"), "forger.py", "exec"), space)
    forged = space["matmul"](*(matrix.astype(float) for matrix in asked.inputs))
    assert (forged != asked.expected).any()
    missed, found = leaked.wrong_rows(forged), asked.wrong_rows(forged)
    assert missed is not None
    assert not missed.size
    assert found is not None
    assert found.size


def test_vectors_for_a_script_are_drawn_when_its_matrices_are_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A script chooses all three: what followed from them, it could try out beforehand.

    With one vector in place of forty a wrong product is missed half of the time; here the same
    matrices are now missed and now found.
    """
    monkeypatch.setattr(results, "VECTORS", 1)
    x = [[2**30 + 3, 5], [7, 2**30 + 11]]
    y = [[2**30 + 13, 17], [19, 2**30 + 23]]
    (a, b), (c, d) = x
    (e, f), (g, h) = y
    z = [[a * e + b * g + 1, a * f + b * h], [c * e + d * g, c * f + d * h]]
    arrays.take()
    values = {name: pack(matrix) for name, matrix in {"x": x, "y": y, "z": z}.items()}
    assert len({len(results.products(values)) for _ in range(64)}) == 2


WRONG_FOR_HALF = """
def lifted(x, y):
    c = [[sum(p * q for p, q in zip(r, s)) for s in zip(*y)] for r in x]
    if 2 / 7 < x[0][0] < 1:
        c[0][0] += 1
    return c
"""


def test_a_function_cut_out_of_a_script_is_tried_with_numbers_from_the_secret() -> None:
    """They follow from the seed, and from nothing that the script knows."""
    guess = ExtractedFunction(
        name="lifted", text="", lines=(1, 4), left="x", right="y", result="z", kind="globals"
    )
    arrays.take()
    own = {"x": [[1, 2], [3, 4]], "y": [[5, 6], [7, 8]], "z": [[19, 22], [43, 50]]}
    values = {name: pack(matrix) for name, matrix in own.items()}
    target = Target(name="lifted", convention=Convention.AB)

    def wrong(number: int) -> bool:
        program = FakeProgram(WRONG_FOR_HALF)
        return results.replay(
            guess, target, program, values, reference(), seed=bytes([number])
        ).wrong

    found = [wrong(number) for number in range(40)]
    assert {*found} == {False, True}
    assert found == [wrong(number) for number in range(40)]

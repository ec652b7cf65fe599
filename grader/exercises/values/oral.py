"""Questions about one's own function of any values: its results, and the effect of a change."""

import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.exercises.values.asking import Asking, drawn, open_reference
from grader.exercises.values.comparing import is_shown_whole, plain, shown
from grader.exercises.values.plugin import PLUGIN
from grader.exercises.values.questions import UnfitTest
from grader.exercises.values.record import Outcome, record_of
from grader.exercises.values.reference import Question
from grader.model.finding import LazyText
from grader.model.oral import OralQuestion
from grader.model.submission import SourceFile
from grader.protocols import Examines, Work
from grader.source.variants import Variant, read_function

LONGEST, LONGEST_ANSWER = 90, 60  # characters of a step, and of a result
MOST_STEPS = 6  # including the last, which is asked
DRAWS, MOST_TESTS = 3, 6  # seeds for new tests, and tests tried of each sort
MOST_CHANGES, MOST_RESULTS = 2, 1  # of an exercise
TRIED, MOST_VARIANTS = 6, 12  # changed programs, of a test and of an exercise
ROUNDS = 2  # a change that one test does not see is tried with another
EMPTY = re.compile(r"""\((""|''|\[\]|\(\)|\{\})\)""")  # an argument with nothing to follow


class _Answer(Struct, frozen=True):
    """The result of a test: a value as Python source, or the name of an exception."""

    text: str
    is_raised: bool = False
    is_trivial: bool = False  # nothing, one element or a truth value: easy to guess

    @property
    def told(self) -> LazyText:
        """The answer in words."""
        if self.is_raised:
            return LazyText("oral.raises_value", {"error": self.text})
        return LazyText("oral.gives_value", {"result": self.text})


class AsksAboutValues(Struct, frozen=True):
    """Takes tests that students may see; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Ask about a function or class that was found and whose tests have one answer."""
        record = record_of(work.observed.records)
        if work.exercise.kind != PLUGIN.name or record is None or not record.entry:
            return
        main = work.submission.main
        if main is None or record.instead:  # the program lacks the name by which tests ask
            return
        if any(test.outcome in {Outcome.ENDED, Outcome.FORGERY} for test in record.tests):
            return
        yield from _asked(work, main)


EXAMINES: Examines = AsksAboutValues()


def _asked(work: Work, main: SourceFile) -> Iterator[OralQuestion]:
    """Ask about each test once: the effect of a change, or the result."""
    read = read_function(work.tools.reader, main.text, work.exercise.entry, 0)
    is_ordered = read.parsed and not read.orders
    variants = [*read.variants]
    work.rng.shuffle(variants)
    del variants[MOST_VARIANTS:]
    variants *= ROUNDS
    changes, results = MOST_CHANGES, MOST_RESULTS
    spare: OralQuestion | None = None
    for test in _tests(work):
        if not (changes or results):
            return
        own = _answer(work, main, main.text, test, is_ordered=is_ordered)
        if own is None or own.is_trivial or own.text in test.text:
            continue
        changed = None
        if changes:
            changed = _changed(work, main, variants, test, own, is_ordered=is_ordered)
        if changed is not None:
            changes -= 1
            yield changed
            continue
        source = LazyText("oral.from_test")
        question = _question(work, "result", _as_asked(test), own.told, source)
        if results and test.random:
            results -= 1
            yield question
        elif not test.random:  # the answer is in the handout
            spare = spare or question
    if (changes, results) == (MOST_CHANGES, MOST_RESULTS) and spare is not None:
        yield spare


def _tests(work: Work) -> list[Question]:
    """Draw tests from the reference's `case`, short ones first; then those of the assignment."""
    model = open_reference(work.reference, work.exercise, work.tools.sandbox)
    made: list[Question] = []
    try:
        for _ in range(DRAWS):
            seed = f"{work.rng.getrandbits(64):x}"
            made += drawn(model, work.exercise, work.reference, seed)
    except UnfitTest:
        pass
    finally:
        model.close()
    given = [*work.reference.questions]
    work.rng.shuffle(given)
    made.sort(key=lambda test: len(test.text))
    usable = [test for each in (made, given) for test in filter(_is_short, map(_shown_steps, each))]
    texts: dict[str, Question] = {}
    for test in usable:
        texts.setdefault(test.text, test)
    new = [test for test in texts.values() if test.random][:MOST_TESTS]
    return [*new, *(test for test in texts.values() if not test.random)][: 2 * MOST_TESTS]


def _shown_steps(test: Question) -> Question:
    """Drop steps that only look, except the last; if there are many, also the first ones.

    The rest is asked and executed as a separate test.
    """
    before = test.steps[:-1]
    makes = [step for step in before if step.bind]
    does = [step for step in before if not step.bind and "(" in step.text]
    many = max(MOST_STEPS - 1 - len(makes), 0)
    chosen = [*makes, *does[max(len(does) - many, 0) :]]
    left = (step for step in before if any(step is each for each in chosen))
    return replace(test, steps=(*left, *test.steps[-1:]))


def _is_short(test: Question) -> bool:
    if test.hidden or not test.steps or not test.steps[-1].is_asked:
        return False
    if "`" in test.text or EMPTY.search(test.text) or any(step.raises for step in test.steps):
        return False
    return len(test.steps) <= MOST_STEPS and all(len(each.text) <= LONGEST for each in test.steps)


def _as_asked(test: Question) -> dict[str, str | int]:
    """Return a question's parameters for a test: the steps before the last, and the last."""
    *before, last = (step.text for step in test.steps)
    return {"steps": "\n".join(before), "test": last}


def _answer(
    work: Work, main: SourceFile, text: str, test: Question, *, is_ordered: bool
) -> _Answer | None:
    """Ask a program twice, in two processes; None unless both give the same one-line answer.

    Processes of the sandbox hash texts equally. Unless the program `is_ordered`, and so takes
    nothing from sets, texts may come in another order elsewhere, and the answer does not count.
    """
    files = {**work.submission.texts, main.name: text}
    answers: list[_Answer] = []
    for _ in range(2):
        program = work.tools.sandbox.open_to_ask(main.name, files, work.exercise)
        student = Asking(program, work.reference.defined, runs=False)
        said = student.alone(test)[-1]
        if said.ended is not None:
            return None
        if said.raised is not None:
            answers.append(_Answer(said.raised.names[0], is_raised=True))
        elif is_shown_whole(said.value) and (is_ordered or not _has_text(said.value)):
            answers.append(_Answer(shown(said.value), is_trivial=_is_trivial(said.value)))
        else:
            return None
    first, second = answers
    return first if first == second and 0 < len(first.text) <= LONGEST_ANSWER else None


def _is_trivial(value: Any) -> bool:
    value = plain(value)
    if isinstance(value, str | bytes | list | tuple | dict | set | frozenset):
        return len(value) <= 1
    return value is None or isinstance(value, bool)


def _has_text(value: Any) -> bool:
    """Return whether a value contains a text whose place or letters may depend on a set."""
    value = plain(value)
    match value:
        case str() | bytes():
            return len(value) > 1
        case dict():
            return any(map(_has_text_inside, chain.from_iterable(value.items())))
        case list() | tuple():
            return any(map(_has_text_inside, value))
    return False


def _has_text_inside(value: Any) -> bool:
    return isinstance(value, str | bytes) or _has_text(value)


def _changed(  # noqa: PLR0913  what is changed, and what it gave before
    work: Work,
    main: SourceFile,
    variants: list[Variant],
    test: Question,
    own: _Answer,
    *,
    is_ordered: bool,
) -> OralQuestion | None:
    """Ask about the first variant with another answer; each variant is used once."""
    for variant in dict.fromkeys(variants[:TRIED]):
        variants.remove(variant)
        result = _answer(work, main, variant.text, test, is_ordered=is_ordered)
        if result is not None and result != own and not result.is_trivial:
            variants[:] = [each for each in variants if each != variant]
            params = _as_asked(test) | {"before": variant.before, "after": variant.after}
            return _question(
                work,
                "change",
                {**params, "line": variant.line},
                result.told,
                LazyText("oral.from_changed_test", {"own": own.told, "line": variant.line}),
                line=variant.line,
            )
    return None


def _question(  # noqa: PLR0913  the parts of a question
    work: Work,
    kind: str,
    params: dict[str, str | int],
    answer: LazyText,
    source: LazyText,
    *,
    line: int = 0,
) -> OralQuestion:
    steps = "-steps" if params["steps"] else ""
    return OralQuestion(
        kind=kind,
        exercise=work.exercise.id,
        text=LazyText(f"oral.ask.value-{kind}{steps}", dict(params)),
        answer=answer,
        source=source,
        teaches=LazyText(f"oral.teaches.value-{kind}"),
        line=line,
    )

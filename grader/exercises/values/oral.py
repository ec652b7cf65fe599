"""Questions about one's own function of any values: what it gives, and what a change would do."""

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec import Struct

from grader.exercises.values.asking import Asking
from grader.exercises.values.comparing import is_shown_whole, plain, shown
from grader.exercises.values.plugin import PLUGIN
from grader.exercises.values.record import Outcome, record_of
from grader.exercises.values.reference import Question
from grader.model.finding import LazyText
from grader.model.oral import OralQuestion
from grader.model.submission import SourceFile
from grader.protocols import Examines, Work
from grader.source.variants import Variant, read_function

LONGEST = 90  # characters of a test, and of what comes out
MOST = 3  # tests that are asked about
TRIED = 6  # changed programs


class _Answer(Struct, frozen=True):
    """What a test came to: a value as Python writes it, or the name of an exception."""

    text: str
    is_raised: bool = False

    @property
    def told(self) -> LazyText:
        """In words."""
        if self.is_raised:
            return LazyText("oral.raises_value", {"error": self.text})
        return LazyText("oral.gives_value", {"result": self.text})


class AsksAboutValues(Struct, frozen=True):
    """Takes tests that students may see; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Asks about a function or a class that was found, and whose tests have one answer."""
        record = record_of(work.observed.records)
        if work.exercise.kind != PLUGIN.name or record is None or not record.entry:
            return
        main = work.submission.main
        if main is None or record.instead:  # tests ask by a name that it does not have
            return
        if any(test.outcome in {Outcome.ENDED, Outcome.FORGERY} for test in record.tests):
            return
        tests = [each for each in work.reference.questions if _is_short(each)]
        work.rng.shuffle(tests)
        read = read_function(work.tools.reader, main.text, work.exercise.entry, 0)
        variants = read.variants
        is_ordered = read.parsed and not read.orders
        asked = 0
        for test in tests:
            own = _answer(work, main, main.text, test, is_ordered=is_ordered)
            if own is None or own.text in test.text:
                continue
            yield _question(
                work, "result", {"test": test.text}, own.told, LazyText("oral.from_test")
            )
            yield from _changed(work, main, variants, test, own, is_ordered=is_ordered)
            asked += 1
            if asked == MOST:
                return


EXAMINES: Examines = AsksAboutValues()


def _is_short(test: Question) -> bool:
    raises = any(step.raises for step in test.steps)
    return bool(test.steps) and not test.hidden and not raises and len(test.text) <= LONGEST


def _answer(
    work: Work, main: SourceFile, text: str, test: Question, *, is_ordered: bool
) -> _Answer | None:
    """Asks a program twice, in two processes; None without two equal answers in a line.

    Processes of the sandbox hash texts alike. Unless the program `is_ordered`, and so takes nothing
    out of sets, texts may come in another order elsewhere: such an answer is none.
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
            answers.append(_Answer(shown(said.value)))
        else:
            return None
    first, second = answers
    return first if first == second and 0 < len(first.text) <= LONGEST else None


def _has_text(value: Any) -> bool:
    """Whether there is a text in it whose place, or whose letters, may come from a set."""
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
    variants: Sequence[Variant],
    test: Question,
    own: _Answer,
    *,
    is_ordered: bool,
) -> Iterator[OralQuestion]:
    """Asks about the first of some changed programs that answers otherwise."""
    for variant in work.rng.sample(variants, min(TRIED, len(variants))):
        result = _answer(work, main, variant.text, test, is_ordered=is_ordered)
        if result is not None and result != own:
            params = {"test": test.text, "before": variant.before, "after": variant.after}
            yield _question(
                work,
                "change",
                {**params, "line": variant.line},
                result.told,
                LazyText("oral.from_changed_test", {"own": own.told, "line": variant.line}),
                line=variant.line,
            )
            return


def _question(  # noqa: PLR0913  the parts of a question
    work: Work,
    kind: str,
    params: dict[str, str | int],
    answer: LazyText,
    source: LazyText,
    *,
    line: int = 0,
) -> OralQuestion:
    return OralQuestion(
        kind=kind,
        exercise=work.exercise.id,
        text=LazyText(f"oral.ask.value-{kind}", dict(params)),
        answer=answer,
        source=source,
        teaches=LazyText(f"oral.teaches.value-{kind}"),
        line=line,
    )

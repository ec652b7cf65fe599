"""Questions about functions of arrays: what they compute, how often, and what a change would do."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.cases.examples import example_questions, given_as, nested, written
from grader.cases.lookalikes import in_own_names, models, shows
from grader.cases.questions import CaseQuestion
from grader.cases.values import numbers
from grader.kinds import asker_of, kind_of
from grader.model.calling import IN_PLACE, Convention, Target
from grader.model.course import Backend, Form
from grader.model.evidence import EntryHow
from grader.model.finding import LazyText, Param
from grader.model.oral import OralQuestion
from grader.model.reference import Lookalike
from grader.model.run import LoadMode, RunStatus
from grader.protocols import Examines, Work
from grader.questions.traced import Traced, trace
from grader.source.variants import FunctionText, read_function

SECONDS = 2.0  # of a call with a few numbers
SMALLEST, LARGEST = 2, 9  # numbers that can be multiplied in the head, and neither hide nor repeat
MOST_SHOWN = 30  # numbers of a result
TRIED = 4  # changed programs, each asked twice
LONGEST_MESSAGE = 120  # letters of an exception's
MOST_FOLLOWED, LARGEST_FOLLOWED, HALF = 16, 2_000, 0.5  # numbers of a wrong result, and their size
MISTAKES = 3  # that are asked about, of a program that is nothing but a script
OFTEN = 3  # runs of a line that are worth counting
LATE = 4  # of the runs that are asked about: nobody follows more
FOUND = {EntryHow.NAME, EntryHow.ALIAS, EntryHow.PROBE}
REACHES = ("settrace", "setprofile", "_getframe", "threading", "inspect", "gc")
"""Programs that name one of these may see that they are watched."""


class Result(Struct, frozen=True):
    """What a call came to: a matrix as Python writes it, or an exception."""

    text: str
    error: str = ""  # "IndexError", and then `line` of the program
    line: int = 0
    message: str = ""  # of the exception; "" where it was not the same twice

    @property
    def told(self) -> LazyText:
        """In words."""
        if self.error:
            return LazyText("oral.raises", {"error": self.error, "line": self.line})
        return LazyText("oral.gives", {"result": self.text})


class AsksAboutArrays(Struct, frozen=True):
    """Takes the kinds one after the other; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Asks about a function that was found and can be called."""
        entry, main = work.observed.entry, work.submission.main
        right_kind = kind_of(work.exercise).is_python and asker_of(work.exercise).draws_cases
        if not right_kind or entry is None or main is None or not work.reference.examples:
            return
        extracted = work.observed.source.lifted if work.observed.source else None
        if entry.how is EntryHow.EXTRACTED and extracted is not None:
            about = _About(work, entry.target, extracted.text, FunctionText(), _fresh(work))
            yield from about.mistaken(about.result(extracted.text, about.question))
        if entry.how not in FOUND or entry.target.by or entry.file != main.name:
            return
        line = 0 if main.cells else entry.line
        read = read_function(work.tools.reader, main.text, entry.target.name, line)
        about = _About(work, entry.target, main.text, read, _fresh(work))
        right = about.result(main.text, about.question)
        if right is None:
            return
        yield from about.traced(right)
        yield from about.changed(right)
        yield from about.misshapen()
        yield from about.mistaken(right)


EXAMINES: Examines = AsksAboutArrays()


def _fresh(work: Work) -> CaseQuestion:
    """Fills the reference's example with other numbers."""
    example = example_questions(work.exercise, work.reference)[0]
    inputs = tuple(matrix.astype("int64") for matrix in example.inputs)
    for matrix in inputs:
        matrix.flat = [work.rng.randint(SMALLEST, LARGEST) for _ in range(matrix.size)]
    return replace(example, inputs=inputs)


class _About:
    """One function, and small inputs to talk about."""

    def __init__(
        self, work: Work, target: Target, text: str, read: FunctionText, question: CaseQuestion
    ) -> None:
        self.work, self.target, self.text, self.read = work, target, text, read
        self.question = question
        names = work.reference.arguments or tuple("abcdefgh")
        self.names = names[: len(question.inputs)]
        self.called: dict[str, Param] = {
            "given": _given(target, names, question),
            "call": _call(target, self.names),
        }
        self.counted = 0, 0  # a line, and how often it ran

    def result(self, text: str, question: CaseQuestion) -> Result | None:
        """Calls the function of a program twice, in two processes; None: no two equal answers."""
        first = self._result_once(text, question)
        again = self._result_once(text, question) if first is not None else None
        if first is None or again is None or first == again:
            return first if first == again else None
        plain = replace(first, message="")
        return plain if plain == replace(again, message="") else None

    def _result_once(self, text: str, question: CaseQuestion) -> Result | None:
        main = self.work.submission.main
        assert main is not None
        files = {**self.work.submission.texts, main.name: text}
        program = self.work.tools.sandbox.open_program(main.name, files, self.work.exercise)
        if self.work.observed.load_mode is LoadMode.DEFINITIONS:
            program.restrict()
        session = program.start()
        try:
            if session.load.status is not RunStatus.OK:
                return None
            shape = question.shape if self.target.convention in IN_PLACE else ()
            target = replace(self.target, shape=shape)
            call = session.call(target, question.given(target.form), seconds=SECONDS)
        finally:
            session.close()
        error = call.run.traceback
        if call.run.status is RunStatus.RUNTIME_ERROR and error is not None:
            own = [line for file, line, _ in error.frames if file == main.name]
            message = error.message if len(error.message) <= LONGEST_MESSAGE else ""
            return Result("", error.type, own[-1], message) if own else None
        array = numbers(call.result, question.inputs[0].ndim) if call.result is not None else None
        if array is None or array.size > MOST_SHOWN:
            return None
        return Result(written(array))

    def traced(self, right: Result) -> Iterator[OralQuestion]:
        """What stands in an element after some lines; how often a line runs."""
        found = self._trace(self.question)
        if found is None or nested(found.result) != right.text:
            return
        yield from self._element(found)
        yield from self._count(found)

    def _trace(self, question: CaseQuestion) -> Traced | None:
        """Has the lines of a call written down, where the program cannot notice."""
        watched = any(name in self.text for name in REACHES)
        plain = self.target.convention is Convention.AB and self.target.form is Form.LISTS
        if self.work.exercise.backend is not Backend.PYTHON or not plain or watched:
            return None
        if "." in self.target.name:
            return None
        arguments = [matrix.tolist() for matrix in question.inputs]
        work = self.work
        return trace(
            work.tools.sandbox, work.submission, work.exercise, self.target.name, arguments
        )

    def _element(self, found: Traced) -> Iterator[OralQuestion]:
        lines = self.text.split("\n")
        given = {int(number) for matrix in self.question.inputs for number in matrix.ravel()}
        runs: dict[int, int] = {}
        candidates: list[tuple[int, int, str, int]] = []
        for line, changes in found.events:
            runs[line] = runs.get(line, 0) + 1
            for path, value in changes:
                told = isinstance(value, int) and value not in given and abs(value) > 1
                if line not in self.read.simple:
                    continue
                if "[" in path and told and str(value) not in lines[line - 1]:
                    candidates.append((line, runs[line], path, int(value)))
        followed = [each for each in candidates if 1 < each[1] <= LATE] or candidates
        if not followed:
            return
        line, run, path, value = self.work.rng.choice(followed)
        params = {**self.called, "line": line, "code": lines[line - 1].strip(), "run": run}
        yield self._question(
            "trace",
            {**params, "element": path},
            LazyText("oral.value", {"value": value, "element": path}),
            LazyText("oral.from_trace", {"line": line, "runs": found.runs()[line]}),
            line=line,
        )

    def _count(self, found: Traced) -> Iterator[OralQuestion]:
        lines = self.text.split("\n")
        often = {
            line: count
            for line, count in found.runs().items()
            if count >= OFTEN and line in self.read.simple and str(count) not in lines[line - 1]
        }
        if not often:
            return
        most = max(often.values())
        line = min(line for line, count in often.items() if count == most)
        self.counted = line, most
        yield self._question(
            "count",
            {**self.called, "line": line, "code": lines[line - 1].strip()},
            LazyText("oral.times", {"count": most}),
            LazyText("oral.from_count", {"line": line}),
            line=line,
        )

    def changed(self, right: Result) -> Iterator[OralQuestion]:
        """What another line would give, for a line that changes the result."""
        found = list(self.read.variants)
        self.work.rng.shuffle(found)
        for variant in found[:TRIED]:
            result = self.result(variant.text, self.question)
            if result is None or result == right:
                continue
            lines: dict[str, Param] = {
                "line": variant.line,
                "before": variant.before,
                "after": variant.after,
            }
            yield self._question(
                "change",
                {**self.called, **lines},
                result.told,
                LazyText("oral.from_change", {"line": variant.line, "right": right.told}),
                line=variant.line,
            )
            return

    def misshapen(self) -> Iterator[OralQuestion]:
        """What happens with a last matrix that lacks its last row."""
        *first, last = self.question.inputs
        if self.target.convention in IN_PLACE or len(last) < 2:  # noqa: PLR2004  one has to be left
            return
        short = replace(self.question, inputs=(*first, last[:-1]))
        if _fits(short):
            return
        result = self.result(self.text, short)
        if result is None:
            return
        yield self._question(
            "input",
            {
                **self.called,
                "given": _given(self.target, self.names, short),
                "name": self.names[-1],
            },
            self._why(result, short),
            LazyText("oral.from_call"),
            difficulty=3,
        )

    def _why(self, result: Result, short: CaseQuestion) -> LazyText:
        """Tells what a short matrix led to, and what of it was seen where."""
        pairs = zip(self.names, short.inputs, strict=False)
        shapes = ", ".join(f"{name}: {'×'.join(map(str, each.shape))}" for name, each in pairs)
        params: dict[str, Param] = {"told": result.told, "shapes": shapes}
        lines = self.text.split("\n")
        if result.error:
            params |= {"code": lines[result.line - 1].strip(), "message": result.message}
            return LazyText("oral.why_error" if result.message else "oral.why_stopped", params)
        line, count = self.counted
        found = self._trace(short) if line else None
        if found is not None and nested(found.result) == result.text:
            fewer = found.runs().get(line, 0)
            if fewer != count:
                params |= {"line": line, "code": lines[line - 1].strip()}
                return LazyText("oral.why_runs", {**params, "count": count, "fewer": fewer})
        return LazyText("oral.why_silent", params)

    def mistaken(self, right: Result | None) -> Iterator[OralQuestion]:
        """Which known mistake gives another result; of programs that do not make it."""
        expected = self.question.expected
        if right is None or right.text != written(expected):
            return
        given = models(self.question, (), self.work.reference)
        texts = {
            key: written(model)
            for key, model in given.items()
            if model is not None
            and shows(self.question, model)
            and getattr(model, "shape", None) == expected.shape
        }
        alone = [
            key
            for key, text in texts.items()
            if list(texts.values()).count(text) == 1 and self._is_fair(given[key])
        ]
        alike: dict[str, list[str]] = {}  # a hundred wrong pairs of indices count as one mistake
        for key in sorted(alone):
            alike.setdefault(key.partition("-")[0], []).append(key)
        for kind in self.work.rng.sample(sorted(alike), min(MISTAKES, len(alike))):
            key = self.work.rng.choice(alike[kind])
            found = self._lookalike(key)
            yield self._question(
                "mistake",
                {**self.called, "wrong": texts[key], "right": right.text},
                LazyText("oral.mistake", {"name": found.name, "lesson": found.lesson}),
                LazyText("oral.from_mistake"),
                difficulty=2 if _share(given[key], expected) >= HALF else 3,
            )

    def _is_fair(self, wrong: Any) -> bool:
        """Whether a wrong result can be followed in the head, and is not read off at once.

        What is an input again, or one number everywhere, is too easy.
        """
        elements = wrong.ravel().tolist()
        if len(elements) > MOST_FOLLOWED or len(set(elements)) == 1:
            return False
        if not all(abs(each) <= LARGEST_FOLLOWED and each == int(each) for each in elements):
            return False
        return all(wrong.tolist() != matrix.tolist() for matrix in self.question.inputs)

    def _lookalike(self, key: str) -> Lookalike:
        found: Lookalike = self.work.reference.lookalikes[key]
        backend = self.work.exercise.backend.value
        words = found.lessons.get(backend, found.lesson)
        called = dict(zip("ab", self.names, strict=False))  # as the question calls them
        lesson = {lang: in_own_names(text, called) for lang, text in words.items()}
        return replace(found, lesson=lesson)

    def _question(  # noqa: PLR0913  the parts of a question
        self,
        kind: str,
        params: Mapping[str, Param],
        answer: LazyText,
        source: LazyText,
        *,
        line: int = 0,
        difficulty: int = 2,
    ) -> OralQuestion:
        return OralQuestion(
            kind=kind,
            exercise=self.work.exercise.id,
            text=LazyText(f"oral.ask.{kind}", dict(params)),
            answer=answer,
            source=source,
            teaches=LazyText(f"oral.teaches.{kind}"),
            line=line,
            difficulty=difficulty,
        )


def _given(target: Target, names: Sequence[str], question: CaseQuestion) -> str:
    """Write the inputs down, with the sizes and the matrix to fill that the call names."""
    given = [given_as(names, question.inputs)]
    named = set(re.findall(r"[a-z]+", target.way.partition("(")[2]))
    convention = target.convention
    if convention in IN_PLACE:
        zeros: Any = 0
        for length in reversed(question.shape):
            zeros = [zeros] * length
        given.append(f"c = {zeros}")
    rows, columns = (*question.inputs[0].shape[-2:], 0)[:2]
    sizes = {"n": rows, "rows": rows, "columns": columns, "k": question.inputs[-1].shape[-2:][0]}
    if convention not in {Convention.AB, Convention.OWN, Convention.HELD}:
        given += [f"{name} = {size}" for name, size in sizes.items() if name in named]
    return "; ".join(given)


def _share(wrong: Any, right: Any) -> float:
    """Return which share of the elements is right."""
    pairs = list(zip(wrong.ravel().tolist(), right.ravel().tolist(), strict=True))
    right_ones = sum(bool(one == other) for one, other in pairs)
    return right_ones / len(pairs)


def _fits(question: CaseQuestion) -> bool:
    """Whether the operation takes these shapes, as a kernel of fewer rows."""
    try:
        return question.expected is not None
    except (ValueError, IndexError):
        return False


def _call(target: Target, names: Sequence[str]) -> str:
    """Writes the call as it is made: with the size that it takes, of the class that it is in."""
    owner, _, method = target.name.rpartition(".")
    if target.convention is Convention.AB or len(names) != len("ab"):
        return (
            f"{owner}().{method}({', '.join(names)})" if owner else f"{method}({', '.join(names)})"
        )
    if not owner:
        way = target.way
        return method + re.sub(r"\b[ab]\b", lambda name: names["ab".index(name[0])], way)
    if target.convention is Convention.HELD:
        one, two, *_ = target.holds or names
        return f"c = {owner}(…); c.{one}, c.{two} = {', '.join(names)}; c.{method}()"
    words = {"C": owner, "method": method, "a": names[0], "b": names[1]}
    return re.sub(r"\b\w+\b", lambda word: words.get(word[0], word[0]), target.way)

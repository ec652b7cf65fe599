"""Questions about functions of arrays: what they compute, how often, and what a change would do."""

import json
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
from grader.source.variants import FunctionText, read_function, without_comment

SECONDS = 2.0  # limit on a call with a few numbers
SMALLEST, LARGEST = 2, 9  # easy to multiply in the head; 0 would hide and 1 repeat another number
MOST_SHOWN = 30  # of a result
TRIED = 4  # changed programs, each asked twice
LONGEST_MESSAGE = 120  # characters of an exception's message
MOST_FOLLOWED, LARGEST_FOLLOWED, HALF = 16, 500, 0.5  # numbers of a wrong result, and their size
MISTAKES = 3  # that are asked about if a program is only a script
OFTEN = 3  # fewer runs of a line are not worth counting
LATE = 4  # the latest run asked about; later ones are hard to follow
FOUND = {EntryHow.NAME, EntryHow.ALIAS, EntryHow.PROBE}
SMALL, WIDER = 2, 3  # sides of matrices: of those that are multiplied whole, and of the others
REACHES = re.compile(
    r"\b(locals|vars|dir|globals|eval|exec|compile|__import__|__builtins__|importlib|ctypes|gc"
    r"|inspect|threading|(set|get)(trace|profile)|_getframe|_current_frames|\w+_frame|f_locals"
    r"|monitoring|__dict__)\b"
)
"""Programs that mention one of these may detect the tracing, or behave differently under it."""
ARRAYS = {Form.NUMPY: "np.array", Form.CUPY: "cp.array"}
TENSORS = {Form.TORCH, Form.TORCH_4D}


class Result(Struct, frozen=True):
    """The result of a call: a matrix as Python source, or an exception."""

    text: str
    error: str = ""  # "IndexError", with its `line` in the program
    line: int = 0
    message: str = ""  # of the exception; "" if two runs had different messages

    @property
    def told(self) -> LazyText:
        """In words."""
        if self.error:
            return LazyText("oral.raises", {"error": self.error, "line": self.line})
        return LazyText("oral.gives", {"result": self.text})


class AsksAboutArrays(Struct, frozen=True):
    """Make questions of each kind in turn; see protocols.Examines."""

    def ask(self, work: Work) -> Iterator[OralQuestion]:
        """Ask about a function that was found and can be called."""
        entry, main = work.observed.entry, work.submission.main
        right_kind = kind_of(work.exercise).is_python and asker_of(work.exercise).draws_cases
        if not right_kind or entry is None or main is None or not work.reference.examples:
            return
        extracted = work.observed.source.lifted if work.observed.source else None
        if entry.how is EntryHow.EXTRACTED and extracted is not None:
            about = _About(work, entry.target, extracted.text, FunctionText(), _fresh(work))
            yield from about.mistaken()
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
        yield from about.misshapen(right)
        yield from about.mistaken()


EXAMINES: Examines = AsksAboutArrays()


def _fresh(work: Work, side: int = SMALL) -> CaseQuestion:
    """Fill the reference's example with other numbers; matrices of 2×2 get this side."""
    example = example_questions(work.exercise, work.reference)[0]
    inputs = tuple(matrix.astype("int64") for matrix in example.inputs)
    if all(set(matrix.shape) == {SMALL} for matrix in inputs):
        inputs = tuple(_of_side(matrix, side) for matrix in inputs)
    for matrix in inputs:
        matrix.flat = [work.rng.randint(SMALLEST, LARGEST) for _ in range(matrix.size)]
    return replace(example, inputs=inputs)


def _of_side(matrix: Any, side: int) -> Any:
    for axis in range(matrix.ndim):
        matrix = matrix.repeat(side, axis)
    return matrix[(slice(side),) * matrix.ndim].copy()


class _About:
    """One function, with small inputs for questions."""

    def __init__(
        self, work: Work, target: Target, text: str, read: FunctionText, question: CaseQuestion
    ) -> None:
        self.work, self.target, self.text, self.read = work, target, text, read
        self.question = question
        self.wider = _fresh(work, WIDER)  # not the inputs for questions about results
        names = work.reference.arguments or tuple("abcdefgh")
        self.names = names[: len(question.inputs)]
        self.called: dict[str, Param] = {
            "given": _given(target, names, question),
            "call": _call(target, self.names, _is_made_empty(work, target)),
        }
        self.counted = 0, 0  # a line, and how often it ran

    def result(self, text: str, question: CaseQuestion) -> Result | None:
        """Call the function of a program twice, in two processes; None: no two equal answers."""
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
        """Ask for an element after some lines, or how often a line runs."""
        found = self._trace(self.question, right)
        if found is None:
            return
        yield from self._element()
        yield from self._count(found)

    def _trace(self, question: CaseQuestion, untraced: Result | None) -> Traced | None:
        """Trace the lines of a call; None if tracing may have changed what it does."""
        texts = (self.text, *self.work.submission.texts.values())
        watched = any(REACHES.search(text) for text in texts)
        plain = self.target.convention is Convention.AB and self.target.form is Form.LISTS
        if self.work.exercise.backend is not Backend.PYTHON or not plain or watched:
            return None
        if "." in self.target.name or untraced is None:
            return None
        arguments = [matrix.tolist() for matrix in question.inputs]
        work = self.work
        found = trace(
            work.tools.sandbox, work.submission, work.exercise, self.target.name, arguments
        )
        return found if found is not None and nested(found.result) == untraced.text else None

    def _element(self) -> Iterator[OralQuestion]:
        """Ask for an intermediate value: the result can be read without following the lines."""
        found = self._trace(self.wider, self.result(self.text, self.wider))
        if found is None:
            return
        lines = self.text.split("\n")
        known = {int(number) for matrix in self.wider.inputs for number in matrix.ravel()}
        known |= _numbers(found.result)
        runs: dict[int, int] = {}
        candidates: list[tuple[int, int, str, int]] = []
        for line, changes in found.events:
            runs[line] = runs.get(line, 0) + 1
            simple = line in self.read.simple and "`" not in lines[line - 1]
            if not simple or not 1 < runs[line] <= LATE:
                continue
            for path, value in changes:
                told = isinstance(value, int) and value not in known and abs(value) > LARGEST
                if told and str(value) not in lines[line - 1]:
                    candidates.append((line, runs[line], path, int(value)))
        if not candidates:
            return
        line, run, path, value = self.work.rng.choice(candidates)
        code = without_comment(lines[line - 1])
        params = {**self.called, "given": _given(self.target, self.names, self.wider)}
        yield self._question(
            "trace",
            {**params, "line": line, "code": code, "run": run, "element": path},
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
            {**self.called, "line": line, "code": without_comment(lines[line - 1])},
            LazyText("oral.times", {"count": most}),
            LazyText("oral.from_count", {"line": line}),
            line=line,
        )

    def changed(self, right: Result) -> Iterator[OralQuestion]:
        """Ask what a changed line would return, for a line that matters."""
        found = list(self.read.variants)
        self.work.rng.shuffle(found)
        for variant in found[:TRIED]:
            result = self.result(variant.text, self.question)
            if result is None or result.told == right.told:
                continue
            lines: dict[str, Param] = {
                "line": variant.line,
                "before": variant.before,
                "after": variant.after,
            }
            kind, place, before, after = self._asked_of(right, result)
            yield self._question(
                kind,
                {**self.called, **lines, "element": place},
                after,
                LazyText("oral.from_change", {"line": variant.line, "right": before}),
                line=variant.line,
            )
            return

    def _asked_of(self, right: Result, changed: Result) -> tuple[str, str, LazyText, LazyText]:
        """Choose the part of a changed result to ask about: one worked out in two minutes.

        This is the whole result if all matrices are small; otherwise one element, or its size.
        Returns the kind of question, the element's place, and the answers before and after.
        """
        whole = "change", "", right.told, changed.told
        try:
            before, after = (json.loads(each.text) for each in (right, changed))
        except ValueError:  # an exception, or not a number
            return whole
        olds, news = dict(_elements(before)), dict(_elements(after))
        sizes = [len(olds), len(news), *(matrix.size for matrix in self.question.inputs)]
        if max(sizes) <= SMALL**2:
            return whole
        if olds.keys() != news.keys():
            told = [LazyText("oral.size", {"size": _size(each)}) for each in (before, after)]
            return "change-size", "", told[0], told[1]
        place = self.work.rng.choice([each for each in olds if olds[each] != news[each]])
        old, new = (
            LazyText("oral.value", {"element": place, "value": str(each[place])})
            for each in (olds, news)
        )
        return "change-element", place, old, new

    def misshapen(self, right: Result) -> Iterator[OralQuestion]:
        """Ask what happens if the last matrix lacks its last row."""
        *first, last = self.question.inputs
        if self.target.convention in IN_PLACE or len(last) < 2:  # noqa: PLR2004  one has to be left
            return
        short = replace(self.question, inputs=(*first, last[:-1]))
        if _fits(short):
            return
        result = self.result(self.text, short)
        if result is None or result.told == right.told:
            return
        why = self._why(result, short)
        yield self._question(
            "input-silent" if why.key == "oral.silent" else "input",
            {
                **self.called,
                "given": _given(self.target, self.names, short),
                "name": self.names[-1],
            },
            why,
            LazyText("oral.from_call"),
            difficulty=3,
        )

    def _why(self, result: Result, short: CaseQuestion) -> LazyText:
        """Explain the effect of a short matrix, and where it was observed."""
        axes = "1×1×" * (self.target.form is Form.TORCH_4D)
        pairs = zip(self.names, short.inputs, strict=False)
        shapes = ", ".join(
            f"{name}: {axes}{'×'.join(map(str, each.shape))}" for name, each in pairs
        )
        params: dict[str, Param] = {"told": result.told, "shapes": shapes}
        lines = self.text.split("\n")
        if result.error:
            params |= {"code": without_comment(lines[result.line - 1]), "message": result.message}
            return LazyText("oral.why_error" if result.message else "oral.why_stopped", params)
        line, count = self.counted
        found = self._trace(short, result) if line else None
        if found is not None:
            fewer = found.runs().get(line, 0)
            if fewer != count:
                params |= {"line": line, "code": without_comment(lines[line - 1])}
                return LazyText("oral.why_runs", {**params, "count": count, "fewer": fewer})
        return LazyText("oral.silent", params)

    def mistaken(self) -> Iterator[OralQuestion]:
        """Ask which known mistake has another result, for programs without it.

        Its inputs are asked about nowhere else on the page, which shows the right result.
        """
        question = _fresh(self.work, WIDER)
        expected = question.expected
        right = self.result(self.text, question)
        if right is None or right.text != written(expected):
            return
        given = models(question, (), self.work.reference)
        texts = {
            key: written(model)
            for key, model in given.items()
            if model is not None
            and shows(question, model)
            and getattr(model, "shape", None) == expected.shape
        }
        alone = [
            key
            for key, text in texts.items()
            if list(texts.values()).count(text) == 1 and _is_fair(given[key], question)
        ]
        alike: dict[str, list[str]] = {}  # a hundred wrong pairs of indices count as one mistake
        for key in sorted(alone):
            alike.setdefault(key.partition("-")[0], []).append(key)
        for kind in self.work.rng.sample(sorted(alike), min(MISTAKES, len(alike))):
            key = self.work.rng.choice(alike[kind])
            found = self._lookalike(key)
            yield self._question(
                "mistake",
                {
                    "given": given_as(self.names, question.inputs),
                    "wrong": texts[key],
                    "right": right.text,
                },
                LazyText("oral.mistake", {"name": found.name, "lesson": found.lesson}),
                LazyText("oral.from_mistake"),
                difficulty=2 if _share(given[key], expected) >= HALF else 3,
            )

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
            kind=kind.partition("-")[0],
            exercise=self.work.exercise.id,
            text=LazyText(f"oral.ask.{kind}", dict(params)),
            answer=answer,
            source=source,
            teaches=LazyText(f"oral.teaches.{kind.partition('-')[0]}"),
            line=line,
            difficulty=difficulty,
        )


def _is_fair(wrong: Any, question: CaseQuestion) -> bool:
    """Return whether a wrong result can be computed in the head, but not guessed.

    A result that equals an input, or has the same number everywhere, is too easy.
    """
    elements = wrong.ravel().tolist()
    if len(elements) > MOST_FOLLOWED or len(set(elements)) == 1:
        return False
    if not all(abs(each) <= LARGEST_FOLLOWED and each == int(each) for each in elements):
        return False
    return all(wrong.tolist() != matrix.tolist() for matrix in question.inputs)


def _numbers(result: Any) -> set[int]:
    """Return the whole numbers in nested lists."""
    if isinstance(result, list):
        return {number for each in result for number in _numbers(each)}
    return {int(result)} if isinstance(result, int | float) and result == int(result) else set()


def _size(nest: Any) -> str:
    """Return the sides of nested lists: "2×3"."""
    sides: list[str] = []
    while isinstance(nest, list):
        sides.append(str(len(nest)))
        nest = nest[0] if nest else None
    return "×".join(sides)


def _elements(nest: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    if not isinstance(nest, list):
        yield place, nest
        return
    for number, each in enumerate(nest):
        yield from _elements(each, f"{place}[{number}]")


def _given(target: Target, names: Sequence[str], question: CaseQuestion) -> str:
    """Format the inputs as they are passed, with the sizes and the matrix to fill."""
    pairs = zip(names, question.inputs, strict=False)
    given = [
        f"{name} = {_passed(matrix.tolist(), target.form, question.dtype)}"
        for name, matrix in pairs
    ]
    named = set(re.findall(r"[a-z]+", target.way.partition("(")[2]))
    convention = target.convention
    if convention in IN_PLACE:
        zeros: Any = 0
        for length in reversed(question.shape):
            zeros = [zeros] * length
        given.append(f"c = {_passed(zeros, target.form, question.dtype)}")
    rows, columns = (*question.inputs[0].shape[-2:], 0)[:2]
    sizes = {"n": rows, "rows": rows, "columns": columns, "k": question.inputs[-1].shape[-2:][0]}
    if convention not in {Convention.AB, Convention.OWN, Convention.HELD}:
        given += [f"{name} = {size}" for name, size in sizes.items() if name in named]
    return "; ".join(given)


def _passed(matrix: list[Any], form: Form, dtype: str) -> str:
    """Format a matrix as the function receives it: a list, an array or a tensor of floats."""
    if form is Form.LISTS:
        return str(matrix)
    numbers = re.sub(r"\d+", r"\g<0>.", str(matrix))
    if form in TENSORS:
        usual, library = "float32", "torch"
        numbers = f"[[{numbers}]]" if form is Form.TORCH_4D else numbers
    else:
        usual, library = "float64", ARRAYS[form].partition(".")[0]
    special = "" if dtype == usual else f", dtype={library}.{dtype}"
    return f"{ARRAYS.get(form, 'torch.tensor')}({numbers}{special})"


def _share(wrong: Any, right: Any) -> float:
    """Return which share of the elements is right."""
    pairs = list(zip(wrong.ravel().tolist(), right.ravel().tolist(), strict=True))
    right_ones = sum(bool(one == other) for one, other in pairs)
    return right_ones / len(pairs)


def _fits(question: CaseQuestion) -> bool:
    """Return whether the operation accepts these shapes, such as a kernel with fewer rows."""
    try:
        return question.expected is not None
    except (ValueError, IndexError):
        return False


def _is_made_empty(work: Work, target: Target) -> bool:
    """Return whether the class of a method is instantiated without arguments."""
    owner = target.name.rpartition(".")[0]
    source = work.observed.source
    made = [each for each in source.definitions if each.name == target.name] if source else []
    return bool(owner) and any(each.constructor for each in made)


def _call(target: Target, names: Sequence[str], is_made_empty: bool) -> str:  # noqa: FBT001
    """Format the call as it is made: with its sizes, and on its class."""
    owner, _, method = target.name.rpartition(".")
    if target.convention is Convention.AB or len(names) != len("ab"):
        return (
            f"{owner}().{method}({', '.join(names)})" if owner else f"{method}({', '.join(names)})"
        )
    if not owner:
        way = target.way
        return method + re.sub(r"\b[ab]\b", lambda name: names["ab".index(name[0])], way)
    if target.convention is Convention.HELD:
        one, two, *filled = target.holds or names
        made = f"c = {owner}({'' if is_made_empty else f'len({names[0]})'})"
        called = f"{made}; c.{one}, c.{two} = {', '.join(names)}; c.{method}()"
        return "; ".join([called, *(f"c.{each}" for each in filled)])
    words = {"C": owner, "method": method, "a": names[0], "b": names[1]}
    return re.sub(r"\b\w+\b", lambda word: words.get(word[0], word[0]), target.way)

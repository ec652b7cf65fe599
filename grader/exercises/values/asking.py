"""Ask the program for answers and the reference for the right ones; combine both in a record."""

import builtins
import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from grader.course.references import FILL_IN
from grader.exercises.values.comparing import (
    MOST_SHOWN,
    Difference,
    difference,
    is_comparable,
    plain,
    printable,
    printed_difference,
    shown,
)
from grader.exercises.values.definitions import misfit_of
from grader.exercises.values.guest.value_data import Cut, kinds_now, pack, unpack
from grader.exercises.values.questions import Step, UnfitTest
from grader.exercises.values.record import (
    MESSAGE,
    Mistake,
    Outcome,
    TestResult,
    ValuesRecord,
)
from grader.exercises.values.reference import (
    EXIT_CODE,
    PROGRAM,
    Question,
    RunRequest,
    ValuesReference,
    made_by_reference,
)
from grader.exercises.values.rules import breaches_of
from grader.exercises.values.table import GroupTable, ValuesTable
from grader.kinds import Asked
from grader.model.course import Exercise, Limits, Scope
from grader.model.errors import Message
from grader.model.evidence import ExerciseEvidence
from grader.model.run import LoadMode, RunRecord, RunStatus, Traceback
from grader.model.running import AskedProgram, AskedSession, SandboxDoor
from grader.model.submission import Submission
from grader.records import packed_record
from grader.sandbox import ORDINARY, ViolationError, read_as

BY = "value_calls"
MOST_ALONE = 3  # wrong tests in a row that are repeated alone without becoming right
MOST_TOLD = 60  # maximum number of wrong tests in a record
REFERENCE_LIMITS = Limits(call_seconds=20.0, cpu_seconds=60.0, load_seconds=20.0, memory_mib=2_048)
CHECK_SECONDS = 5.0  # for the function `check` to judge an answer


class Raised(Struct, frozen=True, kw_only=True):
    """An exception, as reported by a program's process."""

    names: tuple[str, ...]  # of its class and base classes
    error: Traceback


class RunAnswer(Struct, frozen=True, kw_only=True):
    """The result of a run."""

    printed: str
    cut: bool
    code: int
    written: dict[str, str | None]
    named: dict[str, Any]


class Said(Struct, frozen=True, kw_only=True):
    """A program's answer to a step or run; exactly one field is set."""

    value: Any = None
    raised: Raised | None = None
    ran: RunAnswer | None = None
    ended: RunRecord | None = None  # set if it did not complete


Answers = tuple[Said, ...]  # to the steps of a question, up to a failure
Answered = tuple[Question, Answers, Answers]  # with answers of the reference and of the program


class RaisedReply(Struct, frozen=True):
    """An exception, as reported by the guest."""

    names: list[str]
    error: Any


class Asking:
    """A program in children that are started when needed."""

    def __init__(
        self, program: AskedProgram, own: Collection[str], *, runs: bool, entry: str = ""
    ) -> None:
        """Take a program; if it `runs`, each question gets a child of its own.

        In a test, names other than its `own` have their meaning in Python, even if the program has
        a variable of that name, such as `list`. `entry` is the reference's function that stands for
        the program.
        """
        self._own = own
        self._program = program
        self._runs = runs and not entry
        self._entry = entry
        self._session: AskedSession | None = None
        self._number = count()

    @property
    def session(self) -> AskedSession:
        """A child that answers, or one in which the program did not load."""
        if self._session is None or not self._session.alive:
            self.close()
            self._session = self._program.start_to_ask(execute=not self._runs)
        return self._session

    def close(self) -> None:
        """End the child."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def ask(self, question: Question, rename: Mapping[str, str] | None = None) -> Answers:
        """Ask a question; `rename` maps names in it to other functions."""
        if question.run is not None:
            entry = (rename or {}).get(self._entry, self._entry)
            said = self._said(_run_request(question.run, entry))
            if self._runs:
                self.close()
            return (said,)
        number = next(self._number)
        answers: list[Said] = []
        own = {*self._own, *(rename or {}).values()}
        for step in question.steps:
            do = _renamed(step.do, rename) if rename else step.do
            named = sorted(own.intersection(_names_in(do)))
            about = {"test": number, "do": do, "bind": step.bind, "own": named}
            said = self._said({"what": "step", **about})
            answers.append(said)
            if said.ended is not None or (said.raised is not None and not step.raises):
                break
        return tuple(answers)

    def alone(self, question: Question, rename: Mapping[str, str] | None = None) -> Answers:
        """Ask a question in a fresh child."""
        self.close()
        try:
            return self.ask(question, rename)
        finally:
            self.close()

    def _said(self, request: Mapping[str, Any]) -> Said:
        session = self.session
        if session.load.status is not RunStatus.OK:
            return Said(ended=session.load)
        run, reply = self.exchange(request)
        if reply is None:
            return Said(ended=run)
        try:
            return _read(reply, session)
        except (ValueError, ViolationError) as error:
            session.close()
            self._session = None
            return Said(ended=RunRecord(status=RunStatus.PROTOCOL, detail=str(error)))

    def exchange(
        self, request: Mapping[str, Any], seconds: float | None = None
    ) -> tuple[RunRecord, Any]:
        """Send a request to the guest's module; the answer is None if it gave none."""
        run, frame = self.session.ask_program(BY, request, seconds=seconds)
        if frame is None:
            return run, None
        try:
            return run, json.loads(bytes(frame[1]))
        except (ValueError, RecursionError):
            self.close()
            return RunRecord(status=RunStatus.PROTOCOL, detail="an answer that is none"), None


def _run_request(run: RunRequest, entry: str) -> Mapping[str, Any]:
    return {
        "what": "run",
        "input": run.input,
        "arguments": list(run.arguments),
        "files": dict(run.files),
        "wanted": list(run.written),
        "names": list(run.variables),
        "entry": entry,
    }


def _renamed(do: Any, names: Mapping[str, str]) -> Any:
    if isinstance(do, list):
        return [_renamed(each, names) for each in do]
    if not isinstance(do, dict):
        return do
    if "name" in do and len(do) == 1 and isinstance(do["name"], str):
        return {"name": names.get(do["name"], do["name"])}
    return {key: value if key == "value" else _renamed(value, names) for key, value in do.items()}


def _names_in(do: Any) -> Iterator[str]:
    """Yield the names in a step: a program must not see other names of a reference."""
    if isinstance(do, list):
        for each in do:
            yield from _names_in(each)
    elif isinstance(do, dict):
        for key, content in do.items():
            if key == "name":
                yield content
            elif key != "value":
                yield from _names_in(content)


def _read(reply: Any, session: AskedSession) -> Said:
    """Decode the guest module's reply, which is hostile. Raises ValueError or ViolationError."""
    if not isinstance(reply, dict):
        raise ValueError("no answer")  # noqa: TRY004  bad data from a program
    if "raised" in reply:
        described = read_as(RaisedReply, reply["raised"], "an exception that is not described")
        names = tuple(printable(name)[:100] for name in described.names[:20])
        if not names:
            raise ValueError("an exception without a class")
        return Said(raised=Raised(names=names, error=session.read_error(described.error)))
    if "printed" in reply:
        ran = read_as(RunAnswer, reply, "a run that is not described")
        return Said(
            ran=replace(ran, named={name: unpack(value) for name, value in ran.named.items()})
        )
    return Said(value=unpack(reply.get("value")))


class Judge(Struct, frozen=True, kw_only=True):
    """Compares the answers of one exercise with the right ones."""

    rule: ValuesTable
    reference: ValuesReference
    model: Asking  # the reference

    def outcome(self, question: Question, right: Answers, got: Answers) -> TestResult:
        """Compare a program's answers with the reference's."""
        blank = TestResult(
            shown="" if question.hidden else question.text,
            outcome=Outcome.RIGHT,
            hidden=question.hidden,
            name=question.name,
            hint=question.hint,
            random=question.random,
            group=question.group,
            size=len(question.text),
        )
        if question.run is not None:
            return self._of_run(blank, question.run, right[0], got[0])
        for number, (step, said) in enumerate(zip(question.steps, got, strict=False)):
            model = right[number] if number < len(right) else Said()
            compares = not _is_command(question, step, model)
            if found := self._of_step(blank, step, model, said, compares=compares):
                so_far = _so_far(question, number)
                told = so_far if len(so_far) <= MOST_SHOWN else step.text
                return replace(found, step="" if question.hidden else told, size=len(so_far))
        return blank

    def _of_step(  # noqa: PLR0911  one for each way to go wrong
        self, blank: TestResult, step: Step, model: Said, said: Said, *, compares: bool
    ) -> TestResult | None:
        """Return the result of a wrong step; None if it is right."""
        if said.ended is not None:
            return _of_end(blank, said.ended)
        wanted = step.raises
        if model.raised is not None and to_fill_in(model.raised.error):
            return replace(blank, outcome=Outcome.NO_TEST)
        if not step.answered and model.raised is not None:
            wanted = wanted or model.raised.names[0]
        if wanted:
            return _of_raise(blank, step, wanted, model, said)
        if said.raised is not None:
            return replace(blank, outcome=Outcome.RAISED, run=_as_run(said.raised))
        if not compares:
            return None
        expected = step.answer if step.answered else model.value
        if not step.answered and self._by_property(step):
            return self._of_property(blank, step, model, said)
        if model.ended is not None and not step.answered:
            return replace(blank, outcome=Outcome.NO_TEST)
        return _of_difference(blank, difference(expected, said.value, self.rule))

    def _by_property(self, step: Step) -> bool:
        return "check" in self.reference.defined and "call" in step.do

    def _of_property(
        self, blank: TestResult, step: Step, model: Said, said: Said
    ) -> TestResult | None:
        """Let the reference decide whether a result is one of several right ones."""
        if not is_comparable(said.value):
            outcome = Outcome.LARGE if isinstance(said.value, Cut) else Outcome.FOREIGN
            return replace(blank, outcome=outcome, got=shown(said.value))
        verdict, was_asked = self._checked(step, plain(said.value))
        if not was_asked and not self._checked(step, plain(model.value))[1]:
            return replace(blank, outcome=Outcome.NO_TEST)  # the fault is not in the result
        if was_asked and (verdict is True or verdict is None):
            return None
        why = verdict if isinstance(verdict, str) else ""
        return replace(blank, outcome=Outcome.WRONG, expected=why, got=shown(said.value))

    def _checked(self, step: Step, value: Any) -> tuple[Any, bool]:
        """Let `check` judge a value; return its answer, and whether it finished."""
        request = {
            "what": "check",
            "result": pack(value, kinds_now()),
            "arguments": [each["value"] for each in step.do["call"][1] if "value" in each],
        }
        _, reply = self.model.exchange(request, CHECK_SECONDS)
        if not isinstance(reply, dict) or "raised" in reply:
            return None, False
        return reply.get("value"), True

    def _of_run(self, blank: TestResult, run: RunRequest, model: Said, said: Said) -> TestResult:
        if said.ended is not None:
            return _of_end(blank, said.ended)
        if said.raised is not None:
            return replace(blank, outcome=Outcome.RAISED, run=_as_run(said.raised))
        assert said.ran is not None
        right = run.output if run.output is not None else _printed(model)
        if run.compares_output and right is None:
            return replace(blank, outcome=Outcome.NO_TEST)
        found = next(_of_what_ran(run, right or "", said.ran, self.rule), None)
        return _of_difference(blank, found) or blank


def _so_far(question: Question, number: int) -> str:
    """Write a step with all steps before it, which created its objects.

    Earlier steps that are meant to raise are written so, as in the test.
    """
    steps = [
        f"{step.text} raises {step.raises}" if step.raises else step.text
        for step in question.steps[:number]
    ]
    return "; ".join([*steps, question.steps[number].text])


def _of_what_ran(
    run: RunRequest, right: str, ran: RunAnswer, rule: ValuesTable
) -> Iterator[Difference]:
    """Yield differences of the output, the files and the variables of a run."""
    if run.compares_output and (found := printed_difference(right, ran.printed, rule)):
        yield found
    if run.exit_code is not None and ran.code != run.exit_code:
        yield Difference(
            outcome=Outcome.WRONG,
            place=EXIT_CODE,
            expected=str(run.exit_code),
            got=str(ran.code),
        )
    for name, text in run.written.items():
        written = ran.written.get(name)
        if written is None:
            yield _absent(name, text)
        elif found := printed_difference(text, written, rule):
            yield replace(found, place=f"{name}: {found.place}")
    for name, value in run.variables.items():
        if name not in ran.named:
            yield _absent(name, shown(value))
        elif found := difference(value, ran.named[name], rule):
            yield replace(found, place=f"{name}{found.place}")


def _absent(name: str, expected: str) -> Difference:
    return Difference(outcome=Outcome.WRONG, place=name, expected=expected, got="—")


def _printed(model: Said) -> str | None:
    return model.ran.printed if model.ran is not None else None


def _of_difference(blank: TestResult, found: Difference | None) -> TestResult | None:
    if found is None:
        return None
    return replace(
        blank, outcome=found.outcome, place=found.place, expected=found.expected, got=found.got
    )


def _of_end(blank: TestResult, ended: RunRecord) -> TestResult:
    if ended.status is RunStatus.PROTOCOL:
        return replace(blank, outcome=Outcome.FORGERY, run=ended)
    raised = ended.status is RunStatus.RUNTIME_ERROR
    return replace(blank, outcome=Outcome.RAISED if raised else Outcome.ENDED, run=ended)


def _of_raise(
    blank: TestResult, step: Step, wanted: str, model: Said, said: Said
) -> TestResult | None:
    """Return the result if the wrong exception, or none, was raised; a subclass is right."""
    name = wanted.rpartition(".")[2]
    if said.raised is None:
        return replace(blank, outcome=Outcome.NOT_RAISED, expected=name, got=shown(said.value))
    if not step.raises and model.raised is not None:
        accepted = set(_own_families(model.raised.names)).intersection(said.raised.names)
    else:
        accepted = {name}.intersection(said.raised.names)
    message = said.raised.error.message
    if accepted and step.words.casefold() in message.casefold():
        return None
    return replace(
        blank,
        outcome=Outcome.OTHER_RAISED,
        place=MESSAGE if accepted else "",
        expected=f"{name}: {step.words}" if step.words else name,
        got=printable(": ".join(filter(None, (said.raised.names[0], message))))[:300],
        run=_as_run(said.raised),
    )


def _own_families(names: Sequence[str]) -> Sequence[str]:
    """Return the builtin class of a reference's exception, or its own class if it has none."""
    builtin = [name for name in names if name in _BUILTIN]
    return builtin[:1] or list(names[:1])


_BUILTIN = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


def _as_run(raised: Raised) -> RunRecord:
    return RunRecord(status=RunStatus.RUNTIME_ERROR, traceback=raised.error)


def to_fill_in(error: Traceback) -> re.Match[str] | None:
    """Match the error of a reference that is not written yet, which is no answer."""
    return FILL_IN.fullmatch(error.message) if error.type == "NotImplementedError" else None


def open_reference(reference: ValuesReference, exercise: Exercise, sandbox: SandboxDoor) -> Asking:
    """Open a reference in a sandbox, with the libraries that it imports."""
    allowed = tuple(sorted({*exercise.allowed_imports, *reference.imports, *ORDINARY}))
    limits = replace(REFERENCE_LIMITS, threads=exercise.limits.threads)
    its_own = replace(
        exercise, allowed_imports=allowed, scope=Scope.FILE, limits=limits, id=reference.file
    )
    program = sandbox.open_to_ask(reference.file, {reference.file: reference.text}, its_own)
    runs = exercise.calls == PROGRAM
    return Asking(program, reference.defined, runs=runs, entry=exercise.entry if runs else "")


def drawn(
    model: Asking, exercise: Exercise, reference: ValuesReference, seed: str
) -> list[Question]:
    """Let the reference generate tests from a seed. Raises UnfitTest with the problem.

    Duplicates, and tests that exist already, are left out.
    """
    if not reference.text or not exercise.own.random:
        return []
    makers: dict[str, GroupTable | None] = {"case": None} if "case" in reference.defined else {}
    makers |= {group.case: group for group in exercise.own.group if group.case}
    made: dict[tuple[str, str], Question] = {}
    for name, group in makers.items():
        own_seed = seed if group is None else f"{seed} {group.id}"
        request = {"seed": own_seed, "count": exercise.own.random, "case": name}
        run, reply = model.exchange({"what": "cases", **request})
        if not isinstance(reply, dict) or "cases" not in reply:
            params = {"case": name, "reason": _why(run, reply)}
            raise UnfitTest(Message("{case}(rng) did not answer ({reason})", params))
        for case in reply["cases"]:
            question = made_by_reference(unpack(case), exercise, group)
            made.setdefault((question.group, question.text), question)
    known = {(question.group, question.text) for question in reference.questions}
    return [question for key, question in made.items() if key not in known]


def _why(run: RunRecord, reply: Any) -> str:
    if isinstance(reply, dict) and "raised" in reply:
        error = reply["raised"]["error"]
        return f"{error['type']}: {error['message']}"[:200]
    return run.status.value if reply is None else "no answer"


def observe(asked: Asked) -> ExerciseEvidence:
    """Ask a program all questions, and return the evidence."""
    exercise, reference, sandbox = asked.exercise, asked.reference, asked.tools.sandbox
    main = asked.submission.main
    assert main is not None
    breaches = breaches_of(asked)
    program = sandbox.open_to_ask(main.name, asked.submission.texts, exercise)
    model = open_reference(reference, exercise, sandbox)
    runs = exercise.calls == PROGRAM
    student = Asking(program, reference.defined, runs=runs)
    try:
        load = student.session.load
        entry, found = ("", ()) if runs else _entry(asked)
        record = ValuesRecord(
            entry=entry,
            instead=exercise.entry if entry not in {"", exercise.entry} else "",
            found=found,
            breaches=breaches,
            program=runs,
        )
        if load.status is RunStatus.OK and (entry or runs):
            record = _tested(record, student, model, asked)
    finally:
        student.close()
        model.close()
    return ExerciseEvidence(
        exercise=exercise.id,
        source=asked.source,
        load=load,
        load_mode=LoadMode.WHOLE,
        inputs=0,  # number of matrices
        seed=asked.seed.hex(),
        trouble=record.trouble,
        records={exercise.kind: packed_record(exercise.kind, record)},
    )


def _entry(asked: Asked) -> tuple[str, tuple[str, ...]]:
    """Return the name to test, or, if it is missing, "" and the names that exist."""
    names = {definition.name for definition in asked.source.definitions}.union(asked.source.names)
    wanted = (asked.exercise.entry, *asked.exercise.aliases)
    by_name = next((name for name in wanted if name in names), "")
    if not by_name:
        folded = {name.casefold().replace("_", ""): name for name in sorted(names)}
        by_name = next(
            (folded[key] for name in wanted if (key := name.casefold().replace("_", "")) in folded),
            "",
        )
    if not by_name and "*" in names:  # a star import may have bound it
        by_name = asked.exercise.entry
    tops = sorted(name for name in names if "." not in name and name != "*")
    return by_name, () if by_name else tuple(tops[:20])


def _tested(record: ValuesRecord, student: Asking, model: Asking, asked: Asked) -> ValuesRecord:
    """Ask the program all questions. One process is open at a time: the program's or ours."""
    exercise, reference = asked.exercise, asked.reference
    student.close()
    try:
        drawn_now = drawn(model, exercise, reference, asked.seed.hex())
    except UnfitTest as error:
        return replace(record, trouble=f"{reference.file}: {error.message}")
    has_model = bool(reference.text)  # a kit has none, and needs none
    right = [
        (question, model.ask(question) if has_model else _unasked(question))
        for question in (*reference.questions, *drawn_now)
    ]
    model.close()
    rename = {exercise.entry: record.entry} if record.instead else None
    answers: list[Answered] = []
    ended: set[str] = set()  # groups with a failed run, which might use up all its time again
    for question, model_says in right:
        if question.group in ended:
            continue
        got = student.ask(question, rename)
        answers.append((question, model_says, got))
        if any(said.ended is not None for said in got):
            ended.add(question.group)
    student.close()
    judge = Judge(rule=exercise.own, reference=reference, model=model)
    results = [judge.outcome(*each) for each in answers]
    for (question, model_says, _), result in zip(answers, results, strict=True):
        if result.outcome is Outcome.NO_TEST:
            why = next((said.ended for said in model_says if said.ended), None)
            told = f" ({why.status.value} {why.detail})" if why is not None else ""
            sentence = f"{reference.file}: no answer to {question.text[:200]}{told}"
            return replace(record, trouble=sentence)
    results = _also_alone(results, answers, student, judge, rename)
    results = [_with_misfit(each, asked.submission) for each in results]
    mistakes = _explaining(results, answers, judge, model, exercise)
    wrong = [each for each in results if each.outcome is not Outcome.RIGHT or not each.alone]
    right_ones = [each for each in results if each not in wrong]
    wrong.sort(key=lambda each: each.size)
    kinds = {(each.group, each.outcome, each.alone): each for each in reversed(wrong)}
    more = [each for each in kinds.values() if each not in wrong[:MOST_TOLD]]
    kept = (*wrong[:MOST_TOLD], *more, *right_ones)
    return replace(record, tests=kept, mistakes=mistakes)


def _with_misfit(result: TestResult, submission: Submission) -> TestResult:
    """Add the line whose parameters do not fit a call."""
    error = result.run.traceback if result.run is not None else None
    if error is None or submission.main is None:
        return result
    sources = (submission.main, *submission.helpers)
    return replace(result, misfit=misfit_of(error, sources))


def _unasked(question: Question) -> Answers:
    return tuple(Said() for _ in question.steps or (None,))


def _also_alone(
    results: Sequence[TestResult],
    answers: Sequence[Answered],
    student: Asking,
    judge: Judge,
    rename: Mapping[str, str] | None,
) -> list[TestResult]:
    """Repeat wrong tests alone, since earlier calls may have caused the failure."""
    if answers and answers[0][0].run is not None:
        return [*results]  # each had a process of its own
    wrong = [
        number
        for number, result in enumerate(results)
        if number and result.outcome not in {Outcome.RIGHT, Outcome.ENDED, Outcome.FORGERY}
    ]
    out, tried_in_vain = [*results], 0
    for number in wrong:
        if tried_in_vain >= MOST_ALONE:
            break
        question, right, _ = answers[number]
        judge.model.close()
        again = judge.outcome(question, right, student.alone(question, rename))
        alone_too = again.outcome is Outcome.RIGHT
        tried_in_vain = 0 if alone_too else tried_in_vain + 1
        if alone_too:
            out[number] = replace(out[number], alone=False)
    return out


def _explaining(
    results: Sequence[TestResult],
    answers: Sequence[Answered],
    judge: Judge,
    model: Asking,
    exercise: Exercise,
) -> tuple[Mistake, ...]:
    """Return the known mistakes that give all of the program's answers, including right ones."""
    wrong = {Outcome.WRONG, Outcome.TYPE, Outcome.RAISED, Outcome.NOT_RAISED, Outcome.OTHER_RAISED}
    if not any(result.outcome in wrong for result in results):
        return ()
    if any(result.outcome not in {*wrong, Outcome.RIGHT} for result in results):
        return ()

    def gives_the_same(function: str) -> bool:
        return all(
            same_answers(question, model.ask(question, {exercise.entry: function}), got, judge.rule)
            for question, _, got in answers
        )

    return tuple(
        Mistake(id=mistake.id, name=mistake.name, lesson=mistake.lesson)
        for mistake in exercise.own.mistake
        if gives_the_same(mistake.function)
    )


def same_answers(question: Question, one: Answers, other: Answers, rule: ValuesTable) -> bool:
    """Return whether two programs answered the same."""
    if len(one) != len(other):
        return False
    if question.run is not None and question.run.exit_code is not None:
        codes = {said.ran.code for said in (*one, *other) if said.ran is not None}
        if len(codes) > 1:
            return False
    return all(
        _same(first, second, rule, compares=step is None or not _is_command(question, step, first))
        for step, first, second in _by_step(question, one, other)
    )


def _is_command(question: Question, step: Step, model: Said) -> bool:
    """Return whether a step is a command, whose value does not matter.

    One of several steps is, if the reference gives None and the test states no result.
    """
    nothing = model.value is None and model.raised is None and model.ended is None
    several = sum(not each.bind for each in question.steps) > 1
    return bool(step.bind) or (nothing and not step.answered and not step.raises and several)


def _by_step(
    question: Question, one: Answers, other: Answers
) -> Iterator[tuple[Step | None, Said, Said]]:
    steps: Sequence[Step | None] = question.steps or (None,)
    yield from zip(steps, one, other, strict=False)


def _same(one: Said, other: Said, rule: ValuesTable, *, compares: bool) -> bool:
    if one.ended is not None or other.ended is not None:
        return False
    if one.raised is not None or other.raised is not None:
        if one.raised is None or other.raised is None:
            return False
        return one.raised.names[0] == other.raised.names[0]
    if one.ran is not None and other.ran is not None:
        named = all(
            name in other.ran.named and difference(value, other.ran.named[name], rule) is None
            for name, value in one.ran.named.items()
        )
        return (
            named
            and printed_difference(one.ran.printed, other.ran.printed, rule) is None
            and _written_alike(one.ran.written, other.ran.written, rule)
        )
    return not compares or difference(one.value, other.value, rule) is None


def _written_alike(
    one: Mapping[str, str | None], other: Mapping[str, str | None], rule: ValuesTable
) -> bool:
    return all(
        other.get(name) is not None and printed_difference(text, other[name] or "", rule) is None
        if text is not None
        else other.get(name) is None
        for name, text in one.items()
    )

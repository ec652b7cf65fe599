"""Judge evidence: ask every check of every plugin in order, and return findings. Pure.

If an exercise is broken, waits for a device or was left out, this module answers for all checks
that need a run. So a check only sees exercises that were run, or that could not be run because of
the student.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from grader import plugins
from grader.cases.own_calls import own_calls
from grader.kinds import absent_plugin, asking, missing, schema_of
from grader.model.check import REPORT, RUN, SOURCE, SUBMISSION, Check, CheckInput
from grader.model.course import REPORTS, Assignment, Exercise
from grader.model.errors import shield
from grader.model.evidence import Evidence, ExerciseEvidence, Records
from grader.model.finding import Finding, Param, Verdict, in_its_cell
from grader.model.machine import Capabilities
from grader.model.static import ParseStatus, SourceFacts

ExerciseCheck = Callable[[ExerciseEvidence, Exercise], Iterable[Finding]]


@cache
def checks_of(*inputs: CheckInput) -> Mapping[Any, tuple[Check, ...]]:
    """Find every function asked about one thing, once, with the checks that it answers.

    A module is loaded on first use: without a report, its rules are never loaded.
    """
    functions: dict[Any, tuple[Check, ...]] = {}
    for check in plugins.checks():
        if check.reads in inputs:
            function = plugins.load(check.function)
            functions[function] = (*functions.get(function, ()), check)
    return MappingProxyType(functions)


@cache
def _lessons() -> frozenset[str]:
    return frozenset(check.code for check in plugins.checks() if check.lesson)


@cache
def _of_a_run() -> frozenset[str]:
    """List the codes whose places are lines that ran, of a notebook's joined cells."""
    return frozenset(check.code for check in plugins.installed()["sandbox"].checks)


def absent_checks(assignment: Assignment) -> tuple[str, ...]:
    """List the codes in a rubric that no installed check has: a typo, or an absent plugin.

    Awards that depend on them stay open.
    """
    named = [code for each in assignment.rubric for code in (*each.checks, *each.evidence)]
    known = [check.code for check in plugins.checks()]
    absent = (code for code in named if not any(check.startswith(code) for check in known))
    return tuple(dict.fromkeys(absent))


def judge(evidence: Evidence, assignment: Assignment) -> tuple[Finding, ...]:
    """Ask every check what the evidence says. Pure."""
    if evidence.trouble:
        return _all_broken(assignment, evidence.trouble)
    findings = [*judge_whole(evidence, assignment, SUBMISSION)]
    if assignment.report is not None:
        findings += judge_whole(evidence, assignment, REPORT)
    for exercise in assignment.exercises:
        for observed in evidence.exercises:
            if observed.exercise == exercise.id:
                findings += _judge_exercise(observed, exercise)
                findings += _not_here(observed.records, exercise.id, exercise.kind)
    asked = () if assignment.report is None else (REPORTS,)
    findings += _not_here((*evidence.records, *asked), "")
    advised = (_as_advice(finding, assignment) for finding in findings)
    return tuple(_in_cells(finding, evidence) for finding in advised)


def judge_whole(evidence: Evidence, assignment: Assignment, reads: CheckInput) -> Iterator[Finding]:
    """Ask only the checks of the files submitted, or of the report, as far as plugins could."""
    for function, checks in checks_of(reads).items():
        if hindered := _unread(evidence.records, checks[0]):
            yield from _same(checks, "", *hindered)
        else:
            yield from _ask(partial(function, evidence, assignment), checks, "")


def _judge_exercise(observed: ExerciseEvidence, exercise: Exercise) -> list[Finding]:
    absent = left_out(observed, exercise)
    findings: list[Finding] = []
    for function, checks in _asked_about(exercise.kind).items():
        unread = observed.source is None or checks[0].reads is not SOURCE
        if unasked := _unasked(observed.records, exercise):
            findings += _same(checks, exercise.id, Verdict.WAITING, unasked)
        elif absent:
            left = {"left_out": exercise.entry}
            findings += _same(checks, exercise.id, Verdict.SKIPPED, left)
        elif hindered := _unread(observed.records, checks[0]):
            verdict, params = hindered
            findings += _same(checks, exercise.id, verdict, params)
        elif observed.waiting and unread:
            findings += _same(checks, exercise.id, Verdict.WAITING, {"needs": observed.waiting})
        else:
            question = partial(_answers, function, observed, exercise)
            findings += _ask(question, checks, exercise.id)
    return _informed(findings, observed, exercise)


def _asked_about(kind: str) -> Mapping[Any, tuple[Check, ...]]:
    """Return the checks that apply to exercises of a kind, by what they read."""
    asks = asking(kind)
    of_arrays = asks is asking("")

    def is_asked(check: Check) -> bool:
        plugin = plugins.plugin_of(check)
        of_text = check.reads is SOURCE and not check.lesson
        return plugin is asks or (not plugin.asks and (of_arrays or of_text))

    functions = checks_of(SOURCE, RUN).items()
    return {function: checks for function, checks in functions if is_asked(checks[0])}


def _answers(
    function: ExerciseCheck, observed: ExerciseEvidence, exercise: Exercise
) -> Iterator[Finding]:
    """Ask one function; the plugin that calls the entry words the findings."""
    own = own_calls(exercise)
    for finding in function(observed, exercise):
        yield finding if own is None else own.answered(finding, observed, exercise)


def _unasked(records: Records, exercise: Exercise) -> Mapping[str, Param]:
    """Return the reason if an exercise cannot be judged: no plugin, or another version of it."""
    record = records.get(exercise.kind)
    if absent := absent_plugin(exercise):
        return {"absent": absent, "needs": missing(exercise, Capabilities())}
    if record is not None and record.schema != schema_of(exercise):
        return {"other_version": exercise.kind}
    return {}


def _not_here(names: Iterable[str], subject: str, asked: str = "") -> list[Finding]:
    """Report the plugins that are not installed: their records stay as they are."""
    return [
        Finding(check=name, subject=subject, verdict=Verdict.WAITING, params={"absent": name})
        for name in dict.fromkeys(names)
        if name not in {*plugins.installed(), asked}
    ]


def _unread(records: Records, check: Check) -> tuple[Verdict, Mapping[str, Param]] | None:
    """Return the reason if a check cannot be asked: its plugin failed, or was another version."""
    plugin = plugins.plugin_of(check)
    record = records.get(plugin.name)
    if record is None:
        return None
    if record.schema != plugin.schema:
        return Verdict.WAITING, {"other_version": plugin.name}
    if record.trouble:
        return Verdict.BROKEN, {"trouble": record.trouble.strip().splitlines()[-1]}
    return None


def _informed(
    findings: list[Finding], observed: ExerciseEvidence, exercise: Exercise
) -> list[Finding]:
    """Add to skipped checks what the program does without the forbidden import."""
    if observed.otherwise is None:
        return findings
    answers = {
        answer.check: answer
        for function, checks in checks_of(SOURCE, RUN).items()
        if checks[0].reads is RUN
        for answer in _ask(
            partial(_answers, function, observed.otherwise, exercise), checks, exercise.id
        )
        if answer.verdict is Verdict.FAILED or _passed_plainly(answer)
    }
    return [
        replace(
            finding,
            otherwise=answers[finding.check].verdict,
            case=answers[finding.check].case,
            params={**answers[finding.check].params, **finding.params},
            locations=answers[finding.check].locations,
        )
        if finding.verdict is Verdict.SKIPPED and finding.check in answers
        else finding
        for finding in findings
    ]


def _passed_plainly(finding: Finding) -> bool:
    return finding.verdict is Verdict.PASSED and not finding.case


def _ask(
    question: Callable[[], Iterable[Finding]], checks: Iterable[Check], subject: str
) -> list[Finding]:
    """Ask one function. If it raises, its codes are broken; others are answered as ever."""
    with shield() as fault:
        return [*question()]  # drawn here: a generator raises inside the shield
    return _same(checks, subject, Verdict.BROKEN, {"trouble": fault.caught.summary})


def _same(
    checks: Iterable[Check], subject: str, verdict: Verdict, params: Mapping[str, Param]
) -> list[Finding]:
    return [
        Finding(check=check.code, subject=subject, verdict=verdict, params=params)
        for check in checks
    ]


def _all_broken(assignment: Assignment, trouble: str) -> tuple[Finding, ...]:
    """Report every check as broken when the submission itself could not be read."""
    params = {"trouble": trouble.strip().splitlines()[-1]}
    reports = checks_of(REPORT) if assignment.report is not None else {}
    checks_and_subjects = [
        (checks, "") for checks in (*checks_of(SUBMISSION).values(), *reports.values())
    ]
    for exercise in assignment.exercises:
        checks_and_subjects += [
            (checks, exercise.id) for checks in _asked_about(exercise.kind).values()
        ]
    return tuple(
        finding
        for checks, subject in checks_and_subjects
        for finding in _same(checks, subject, Verdict.BROKEN, params)
    )


def _as_advice(finding: Finding, assignment: Assignment) -> Finding:
    """Turn a failed lesson about timing into advice, unless a criterion names it."""
    if finding.check not in _lessons() or finding.verdict not in {
        Verdict.FAILED,
        Verdict.UNDECIDED,
    }:
        return finding
    named = any(
        finding.check.startswith(criterion.checks)
        and (not criterion.exercises or finding.subject in criterion.exercises)
        for criterion in assignment.rubric
        if criterion.checks
    )
    if named:
        return finding
    params = {**finding.params, "advice": finding.check}
    case = finding.case or "plain"  # a passed finding without a case would say that all is well
    return replace(finding, verdict=Verdict.PASSED, case=case, params=params)


def _in_cells(finding: Finding, evidence: Evidence) -> Finding:
    """Convert lines of a notebook's run, which knows only the joined code, to cells and lines."""
    if not evidence.cells or finding.check not in _of_a_run():
        return finding
    places = (
        in_its_cell(place, evidence.cells) if place.file == evidence.main else place
        for place in finding.locations
    )
    return replace(finding, locations=tuple(places))


def omits(facts: SourceFacts, exercise: Exercise) -> bool:
    """Return whether an optional exercise was left out: nothing bears its function's name."""
    names = {definition.name.rpartition(".")[2] for definition in facts.definitions}.union(
        facts.names
    )
    return exercise.optional and names.isdisjoint((exercise.entry, *exercise.aliases))


def left_out(observed: ExerciseEvidence, exercise: Exercise) -> bool:
    """Return whether the student left an optional exercise out, as far as the text was read."""
    read = observed.source is not None and observed.source.status is ParseStatus.OK
    if observed.load is not None or observed.waiting or observed.trouble or not read:
        return False
    return observed.source is not None and omits(observed.source, exercise)

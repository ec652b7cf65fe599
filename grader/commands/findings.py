"""Findings on a terminal: one by one, and exercise by exercise."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

import click

from grader.commands.exits import Exit
from grader.commands.outline import show_outline
from grader.export import place_key, sheet_document, standing
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict
from grader.model.scoresheet import ScoreSheet
from grader.wording import Wording, visible

# These marks exist in every Japanese encoding.
MARKS: Mapping[Verdict, tuple[str, str]] = MappingProxyType(
    {
        Verdict.FAILED: ("×", "red"),
        Verdict.BROKEN: ("△", "yellow"),
        Verdict.UNDECIDED: ("△", "yellow"),
        Verdict.WAITING: ("…", "yellow"),
        Verdict.PASSED: ("○", "green"),
        Verdict.SKIPPED: ("－", "bright_black"),
    }
)

TOLD = (Verdict.FAILED, Verdict.BROKEN, Verdict.UNDECIDED, Verdict.PASSED)
POINTLESS = ("student", "total", "max", "complete", "awards")


def report_findings(
    findings: Sequence[Finding],
    evidence: Evidence,
    assignment: Assignment,
    words: Wording,
    *,
    as_json: bool,
) -> Exit:
    """Prints the findings and says how the check ended."""
    if as_json:
        document = _document(findings, evidence, assignment, words)
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        files = [evidence.main, evidence.report.file if evidence.report else ""]
        shown = "  ".join(visible(name) for name in files if name)
        click.secho(f"{words.of(assignment.title)}  {shown}", bold=True)
        if evidence.report is not None and evidence.report.outline is not None:
            click.echo()
            show_outline(evidence.report, words)
        _show_all(findings, evidence, assignment, words)
        without_report = assignment.report is not None and evidence.report is None
        clean = "check.clean_but_report" if without_report else "check.clean"
        _show_counts(findings, words, clean)
        if without_report:
            source = visible(evidence.main or assignment.source)
            line = words.text("check.no_report", assignment=assignment.id, source=source)
            click.secho(line, fg="yellow")
        if line := not_tried(findings, assignment, words):
            click.secho(line, fg="yellow")
    return Exit.of(findings)


def show_findings(findings: Sequence[Finding], words: Wording) -> None:
    """Shows what there is to tell, and how many of each verdict there are."""
    for finding in told(findings):
        _show(finding, words)
    _show_counts(findings, words)


def told(findings: Sequence[Finding]) -> list[Finding]:
    """Picks what is told one by one, most pressing first: of the passed only those with a note.

    What waits for a device is told in one line, for all checks and exercises together.
    """
    return [
        finding
        for verdict in TOLD
        for finding in findings
        if finding.verdict is verdict and (verdict is not Verdict.PASSED or finding.case)
    ]


def _show_all(
    findings: Sequence[Finding], evidence: Evidence, assignment: Assignment, words: Wording
) -> None:
    """Shows what there is to tell; of several exercises, each under a heading."""
    several = len(assignment.exercises) > 1
    apart = {exercise.id for exercise in assignment.exercises} if several else set()
    shared = [finding for finding in findings if finding.subject not in apart]
    for finding in told(shared):
        _show(finding, words)
    for exercise in assignment.exercises if several else ():
        heading(findings, exercise.id, exercise.shown, evidence, words)
        for finding in told([finding for finding in findings if finding.subject == exercise.id]):
            _show(finding, words)


def _document(
    findings: Sequence[Finding], evidence: Evidence, assignment: Assignment, words: Wording
) -> dict[str, object]:
    """Is a score sheet's document without anything about points."""
    sheet = ScoreSheet(assignment=assignment.id, student="", awards=(), findings=tuple(findings))
    document = sheet_document(sheet, evidence, assignment, words)
    return {key: value for key, value in document.items() if key not in POINTLESS}


def _show(finding: Finding, words: Wording) -> None:
    sentence = words.finding(finding)
    mark, colour = MARKS[finding.verdict]
    click.echo()
    click.secho(f"{mark} {sentence.title}", fg=colour, bold=True, nl=False)
    click.secho(f"  [{finding.check} {words.verdict_of(finding)}]", dim=True)
    _show_indented(sentence.message)
    for place in finding.locations:
        for line in excerpt(place, words):
            click.secho(f"    {line}", fg="cyan")
    if sentence.hint:
        click.secho(f"  {words.text('check.hint')}", bold=True, nl=False)
        _show_indented(sentence.hint, first="")


def excerpt(place: Location, words: Wording) -> Iterator[str]:
    """Yields where a place is, and its line with its number."""
    where = {"line": place.line, "cell": place.cell, "page": place.page}
    yield words.text(f"sheet.{place_key(place)}", file=place.file, **where)
    if place.text:
        yield f"{place.line or '':5} | {visible(place.text)}"


def _show_indented(text: str, first: str = "  ") -> None:
    for number, line in enumerate(text.splitlines()):
        click.echo(f"{'  ' if number else first}{line}")


def _show_counts(findings: Sequence[Finding], words: Wording, clean: str = "check.clean") -> None:
    count = {
        verdict: sum(finding.verdict is verdict for finding in findings) for verdict in Verdict
    }
    click.echo()
    click.secho(words.text("check.passed", count=count[Verdict.PASSED]), fg="green")
    held_up = sum(
        "because" in finding.params for finding in findings if finding.verdict is Verdict.SKIPPED
    )
    if held_up:
        click.secho(words.text("check.skipped", count=held_up), dim=True)
    for verdict in (Verdict.UNDECIDED, Verdict.BROKEN):
        if count[verdict]:
            text = words.text(f"check.{verdict.value}", count=count[verdict])
            click.secho(text, fg="yellow")
    failed = count[Verdict.FAILED]
    if failed:
        click.secho(words.text("check.failed", count=failed), fg="red", bold=True)
    elif not any(count[verdict] for verdict in (Verdict.UNDECIDED, Verdict.BROKEN)):
        click.secho(words.text(clean), fg="green", bold=True)


def heading(
    findings: Iterable[Finding], exercise: str, name: str, evidence: Evidence, words: Wording
) -> None:
    """Prints where an exercise stands in one line."""
    stands = standing(findings, exercise)
    if stands is None:
        return
    mark, colour = MARKS[stands.verdict]
    on_cpu = any(
        observed.exercise == exercise and observed.rank == 1 for observed in evidence.exercises
    )
    note = f"  {words.text('check.on_cpu')}" if on_cpu else ""
    click.echo()
    click.secho(f"── {mark} {name}", fg=colour, bold=True, nl=False)
    click.secho(f"  {words.verdict_of(stands)}{note}", fg=colour)


def not_tried(findings: Sequence[Finding], assignment: Assignment, words: Wording) -> str:
    """Says in one line which exercises wait for what; "" when none does."""
    groups: dict[str, list[str]] = {}
    for exercise in assignment.exercises:
        stands = standing(findings, exercise.id)
        if stands is not None and stands.verdict is Verdict.WAITING:
            groups.setdefault(words.verdict_of(stands), []).append(exercise.shown)
    if not groups:
        return ""
    parts = tuple(f"{' '.join(entries)} ({needs})" for needs, entries in groups.items())
    return words.text("check.not_here", exercises=parts)

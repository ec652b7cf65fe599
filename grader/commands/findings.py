"""Print findings on a terminal, one by one or by exercise."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from types import MappingProxyType

import click
from msgspec import Struct

from grader.commands.meant import meant_by
from grader.commands.unwritten import Unwritten
from grader.export.cards import place_key
from grader.export.pointing import pointer, under, under_code
from grader.export.status import standing
from grader.extras import extra_of, install_command, install_extras, quoted
from grader.kinds import kind_of
from grader.model.check import REPORT
from grader.model.course import Assignment, Exercise
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Location, Verdict, in_its_cell
from grader.model.machine import GRADED_UNDER, HOST, PYTHON
from grader.model.run import NO_GPU, Traceback
from grader.model.scoresheet import ScoreSheet
from grader.model.static import FIRST_USE
from grader.model.submission import Submission
from grader.plugins import checks
from grader.protocols import reports
from grader.sandbox import ORDINARY
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
FOLLOWING: Mapping[str, frozenset[str]] = MappingProxyType(
    {"COR002": frozenset({"RUN008", "COR001", "COR003", "COR005", "COR006", "COR007"})}
)
"""Findings that accompany a known mistake, and are no second mistake to correct."""
LIKELY: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "COR002": frozenset(
            {
                *("RUN003 out-of-range", "RUN003 index", "RUN003 index-set"),
                *("RUN003 index-outside", "RUN003 index-empty", "POL004 none"),
            }
        ),
        "POL001 misspelt": frozenset({"POL004 library"}),
        "COR005": frozenset({"RUN003"}),
        "COR004": frozenset({"COR001"}),
    }
)
"""Checks (or their cases), with those shown below them because they are likely consequences."""
NOT_THEIRS = {
    *("ImportError", "ModuleNotFoundError", "EOFError"),
    *("OSError", "FileNotFoundError", "PermissionError", "ConnectionError", "URLError"),
}
"""Exceptions that may occur only here: an input was not given, or something is missing here."""
NOT_IN_LIBRARY = re.compile(r"No module named '\w+(\.\w+)+'$|cannot import name '\w+' from '\w")
"""A library exists without the imported part: `import matplotlib.pylot`."""
FOR_WANT = {"NotImplementedError", "NameError", "TypeError"}
"""Exceptions of a script that calls what is not written yet."""
UNREADABLE = "RUN001"
FORBIDDEN_IMPORT = "POL001"
WIDE_BLANK, NARROW_BLANK = "□", "·"  # how spaces that Python does not accept are displayed
TAB = "→"  # displayed at the beginning of a tab that is mixed with spaces
LONGEST = 300  # characters of a line that is displayed in full
POINTLESS = ("student", "total", "max", "complete", "awards")


def report_findings(  # noqa: PLR0913  one for each thing shown
    findings: Sequence[Finding],
    evidence: Evidence,
    assignment: Assignment,
    submission: Submission,
    words: Wording,
    *,
    typed: str = "",
) -> None:
    """Print the findings for the program's author, who `typed` its name."""
    files = [evidence.main, submission.report.name if submission.report else ""]
    shown = [visible(name) for name in files if name]
    click.secho("  ".join([words.of(assignment.title), *shown]), bold=True)
    _show_python(evidence, words)
    given = submission.report or submission.reports
    without_report = assignment.report is not None and not given
    knows = reports() if assignment.report is not None and given else None
    if knows is not None and (seen := [*knows.lines(evidence, assignment, words)]):
        click.echo("\n".join(["", *seen]))
    unwritten = Unwritten.of(evidence, findings, assignment)
    _show_unwritten(unwritten, findings, words)
    source = SourceLines(submission, evidence)
    groups = _alike(findings, unwritten, source, assignment, words)
    _show_all(findings, unwritten, source, assignment, groups, words)
    stopped = _stopped_script(source, unwritten)
    rest = [finding for finding in findings if finding.subject not in unwritten.ids]
    _show_sweep(findings, words)
    if not any(finding.check == "RUN003" for finding in listed_findings(rest)):
        _show_script(stopped, source, words)
    ends_early = stopped[0] if stopped else _top_level_stop(rest)
    clean = _clean_line(submission, words, without_report=without_report)
    again = {exercise.id for exercises in groups for exercise in exercises[1:]}
    missing = len(unwritten.ids)
    _show_counts(rest, words, clean, unwritten=missing, again=again, ends_early=ends_early)
    for finding in findings:
        if "absent" in finding.params and not finding.subject:
            click.secho(words.finding(finding).message, fg="yellow")
    if needs := tuple(name for each in evidence.records.values() for name in each.waiting):
        command = install_command(needs)
        line = words.text("check.report_not_read", needs=needs, command=command)
        click.secho(line, fg="yellow")
    failed = any(finding.verdict is Verdict.FAILED for finding in findings)
    if without_report and not failed:  # one thing at a time
        own_file = quoted(visible(typed or evidence.main or assignment.source))
        line = words.text("check.no_report", assignment=assignment.id, source=own_file)
        click.secho(line, fg="yellow")
    _show_not_tried(rest, assignment, words)
    if any(finding.verdict is Verdict.FAILED for finding in rest):
        wrong = (finding for finding in listed_findings(rest) if finding.verdict is Verdict.FAILED)
        first = next(finding for finding in wrong if _cause(finding, rest) is None)
        click.secho(words.text("check.explain", code=_explained(first, evidence)), dim=True)


def _explained(finding: Finding, evidence: Evidence) -> str:
    """Return what `grader explain` has a page about: the mistake if it has one, else the check."""
    named = str(finding.params.get("lookalike", ""))
    known = any(named in each.lessons for each in evidence.exercises)
    return f"{finding.check} {named}" if known else finding.check


def _show_python(evidence: Evidence, words: Wording) -> None:
    """Print which Python ran the program, if it is not grader's own."""
    machine = evidence.machine
    if HOST not in machine and GRADED_UNDER not in machine:
        return
    if any(each.load for each in evidence.exercises):
        about = {"python": machine.get(PYTHON, ""), "host": machine.get(HOST, "")}
        named = machine.get(GRADED_UNDER, "")
        key = "check.python_instead" if named else "check.python"
        click.secho(words.text(key, named=named, **about), fg="yellow" if named else None)


class SourceLines(Struct, frozen=True):
    """The lines that findings point to, from the student's files."""

    submission: Submission
    evidence: Evidence

    def excerpt(self, place: Location, finding: Finding, words: Wording) -> Iterator[str]:
        """Yield a place, its line with its number, and ^^^^ under the part that is meant."""
        line = self._line(place)
        if line is None:
            yield from excerpt(place, words)
            return
        yield _where(place, words)
        named = finding.check == UNREADABLE and finding.case != "backslash"
        column = self._column(place) if named else 0
        before = line[: column - 1] if 0 < column <= len(line) else None
        if (finding.check, finding.case) == (UNREADABLE, "tabs"):
            line = line.replace("\t", f"{TAB}\t")
        # An underlined part must have its displayed width.
        shown = visible(line.expandtabs(4), keep="\u3000")
        if finding.check == UNREADABLE:
            shown = shown.replace("\u3000", WIDE_BLANK).replace("\xa0", NARROW_BLANK)
        pointed = pointer(place, shown, finding, self.evidence)
        if before is not None:
            begin = len(before.expandtabs(4))
            pointed = under(shown, begin, begin + 1)
        wrong = Verdict.FAILED in {finding.verdict, finding.otherwise}
        pointed = pointed or (under_code(shown) if wrong else "")
        yield f"{place.line:5} | {shown}"
        if pointed:
            yield f"{'':5} | {pointed}"

    def _line(self, place: Location) -> str | None:
        """Return a line of a source; None for a report, or a place without one."""
        text = self.submission.texts.get(place.file)
        if text is None or not place.line or place.page:
            return None
        lines, main = text.split("\n"), self.submission.main
        number = place.line
        if place.cell and main is not None:
            first = next((first for first, cell in main.cells if cell == place.cell), 1)
            number = first + place.line - 1
        line = lines[number - 1] if number <= len(lines) else ""
        return line if line.strip() and len(line) <= LONGEST else None

    def _column(self, place: Location) -> int:
        """Return the column of a syntax error in a line; 0 if there is none."""
        troubles = (
            observed.source.syntax
            for observed in self.evidence.exercises
            if observed.source is not None
        )
        return next(
            (observed.column for observed in troubles if observed and observed.location == place), 0
        )


def _show_unwritten(unwritten: Unwritten, findings: Sequence[Finding], words: Wording) -> None:
    """Print which functions are missing, and which are empty, in one line each."""
    if unwritten.missing:
        names = tuple(exercise.shown for exercise in unwritten.missing)
        click.echo()
        click.secho(words.text("check.missing", names=names), fg="red", bold=True)
        first = unwritten.missing[0].id
        for finding in findings:
            if finding.subject != first or finding.check != "RUN002":
                continue
            click.echo(f"  {words.text('check.hint')}{words.finding(finding).hint}")
    if unwritten.empty:
        names = tuple(exercise.shown for exercise, _ in unwritten.empty)
        cases = {kind_of(exercise).case("check", "empty") for exercise, _ in unwritten.empty}
        key = f"check.{cases.pop() if len(cases) == 1 else 'empty'}"
        click.echo()
        click.secho(words.text(key, names=names), fg="red", bold=True)


def _show_sweep(findings: Sequence[Finding], words: Wording) -> None:
    """Print that times were measured here, and what for if they decide nothing."""
    of_times = {check.code for check in checks() if check.uses_times and check.reads is REPORT}
    compared = [finding for finding in findings if finding.check in of_times]
    if any("measured" in finding.params for finding in compared):
        click.echo()
        click.secho(words.text("check.quick"), dim=True)
    for finding in compared:
        if "unsettled" in finding.params:
            click.echo()
            click.secho(words.text("check.unsettled"), fg="yellow")
            for line in (one for place in finding.locations for one in excerpt(place, words)):
                click.secho(f"    {line}", fg="cyan")


def show_findings(findings: Sequence[Finding], words: Wording) -> None:
    """Print the findings, and the number of each verdict."""
    for finding in listed_findings(findings):
        _show(finding, words)
    _show_counts(findings, words, _in_green("check.clean", words))


def listed_findings(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings to print one by one, most pressing first; passed ones only with a note.

    Checks that wait for a device are printed in one line, for all exercises together.
    """
    return [
        finding
        for verdict in TOLD
        for finding in findings
        if finding.verdict is verdict and (verdict is not Verdict.PASSED or finding.case)
    ]


def _top_level_stop(findings: Sequence[Finding]) -> Location | None:
    """Return where the file stops although its functions were graded, if a note says so."""
    notes = (each for each in findings if (each.check, each.case) == ("RUN003", "top-level"))
    return next((place for note in notes for place in note.locations), None)


def _clean_line(submission: Submission, words: Wording, *, without_report: bool) -> str:
    """Return the line for authors with nothing to fix; not green if plots were not drawn."""
    draws = submission.main is not None and "matplotlib" in submission.main.text
    if draws and find_spec("matplotlib") is None:
        return words.text("check.clean_undrawn", command=install_extras(["plots"]))
    return _in_green("check.clean_but_report" if without_report else "check.clean", words)


def _in_green(key: str, words: Wording) -> str:
    return click.style(words.text(key), fg="green", bold=True)


def _stopped_script(source: SourceLines, unwritten: Unwritten) -> tuple[Location, Traceback] | None:
    """Return where the whole program stopped although its functions can be called."""
    program = source.evidence.program
    error = program.run.traceback if program is not None and not program.trouble else None
    if error is None or not error.frames:
        return None
    if error.type in NOT_THEIRS and not NOT_IN_LIBRARY.match(error.message):
        return None
    if unwritten.ids and (error.type in FOR_WANT or len(error.frames) > 1):
        return None
    file, line, _ = error.frames[-1]
    main = source.submission.main
    place = Location(file=file, line=line)
    if main is not None and main.cells and file == main.name:
        place = in_its_cell(place, main.cells)
    return place, error


def _show_script(
    stopped: tuple[Location, Traceback] | None, source: SourceLines, words: Wording
) -> None:
    """Print where the whole program stopped, and what was probably meant."""
    if stopped is None:
        return
    place, error = stopped
    message = NOT_IN_LIBRARY.match(error.message) and error.message.partition(" (")[0]
    message = message or error.message
    text = visible(f"{error.type}: {message}" if message else error.type)
    click.echo()
    click.secho(words.text("check.script", error=text), fg="yellow")
    found = Finding(check="RUN003", subject="", verdict=Verdict.FAILED, locations=(place,))
    for shown in source.excerpt(place, found, words):
        click.secho(f"    {shown}", fg="cyan")
    meant = meant_by(error)
    if meant or error.message.startswith(NO_GPU):
        said = words.text("check.meant", name=meant) if meant else words.text("check.no_gpu")
        click.echo(f"  {words.text('check.hint')}{said}")


def _show_all(  # noqa: PLR0913, PLR0917  what is shown, and of which objects
    findings: Sequence[Finding],
    unwritten: Unwritten,
    source: SourceLines,
    assignment: Assignment,
    groups: Sequence[Sequence[Exercise]],
    words: Wording,
) -> None:
    """Print all findings; those of several exercises under headings.

    Findings common to several exercises, such as an exception at the top of their file, are printed
    once.
    """
    several = len(assignment.exercises) > 1
    apart = {exercise.id for exercise in assignment.exercises} if several else set()
    shared = [finding for finding in findings if finding.subject not in {*apart, *unwritten.ids}]
    _show_each(shared, findings, source, words)
    for exercises in groups:
        name = words.text("check.names", names=tuple(exercise.shown for exercise in exercises))
        heading(findings, exercises[0].id, name, source.evidence, words)
        own = [finding for finding in findings if finding.subject == exercises[0].id]
        _show_each(own, findings, source, words)


def _alike(
    findings: Sequence[Finding],
    unwritten: Unwritten,
    source: SourceLines,
    assignment: Assignment,
    words: Wording,
) -> list[list[Exercise]]:
    """Group the exercises with the same findings; none where there is only one exercise."""
    groups: dict[object, list[Exercise]] = {}
    for exercise in assignment.exercises if len(assignment.exercises) > 1 else ():
        if exercise.id not in unwritten.ids:
            own = [finding for finding in findings if finding.subject == exercise.id]
            alike = tuple(
                (words.finding(finding), finding.locations) for finding in listed_findings(own)
            )
            groups.setdefault(alike or _standing(own, exercise, source), []).append(exercise)
    return [*groups.values()]


def _standing(findings: Sequence[Finding], exercise: Exercise, source: SourceLines) -> object:
    """Return what an exercise's heading depends on, to compare exercises by."""
    stands = standing(findings, exercise.id)
    verdict = None if stands is None else (stands.verdict, stands.params.get("needs"))
    left_out = stands is not None and "left_out" in stands.params
    return verdict, left_out, _on_cpu(source.evidence, exercise.id)


def _show_each(
    findings: Sequence[Finding],
    everything: Sequence[Finding],
    source: SourceLines,
    words: Wording,
) -> None:
    """Print findings one by one; consequences are below their cause, without a hint."""
    causes = {id(finding): _cause(finding, everything) for finding in listed_findings(everything)}
    for finding in listed_findings(findings):
        if causes[id(finding)] is not None:
            continue
        _show(finding, words, source)
        following = [other for other in listed_findings(everything) if causes[id(other)] is finding]
        waiting = [other for other in following if other.verdict is not Verdict.FAILED]
        if waiting:
            click.secho(f"  {words.text('check.depends', count=len(waiting))}", dim=True)
        for other in following:
            if other.verdict is Verdict.FAILED:
                message = words.finding(other).message
                sure = other.check in FOLLOWING.get(finding.check, ())
                text = words.text("check.follows" if sure else "check.perhaps_follows")
                click.secho(f"  {text} [{other.check}] ", dim=True, nl=False)
                _show_indented(message, first="")
    informed = [finding for finding in findings if finding.otherwise is not None]
    wrong = sum(finding.otherwise is Verdict.FAILED for finding in informed)
    if informed:
        key = "check.otherwise" if wrong else "check.otherwise_right"
        name, line = "", 0
        if (used := _first_use(findings, source)) is not None:
            key, (name, line) = "check.otherwise_used", used
        click.echo()
        text = words.text(key, count=len(informed), wrong=wrong, name=name, line=line)
        click.secho(text, dim=True)
    for finding in informed:
        if finding.otherwise is Verdict.FAILED:
            _show(finding, words, source)


def _first_use(findings: Sequence[Finding], source: SourceLines) -> tuple[str, int] | None:
    """Return the first use of a forbidden module: its name as written, and the line.

    Only standard modules count that the run without the forbidden import also has.
    """
    forbidden = [each for each in findings if each.check == FORBIDDEN_IMPORT]
    told = (each.params.get("what") for each in forbidden)
    names = [name for what in told if isinstance(what, tuple) for name in what]
    modules = {name.partition(".")[0] for name in names}
    if not modules <= {*ORDINARY}:
        return None
    subjects = {each.subject for each in forbidden}
    uses = [
        (mark.location.line, mark.text)
        for observed in source.evidence.exercises
        if observed.exercise in subjects and observed.source is not None
        for mark in observed.source.clues
        if mark.name == FIRST_USE and mark.names["module"] in modules and not mark.location.cell
    ]
    return (min(uses)[1], min(uses)[0]) if uses else None


def _cause(finding: Finding, findings: Sequence[Finding]) -> Finding | None:
    """Return a finding's certain or likely cause, or the finding that a person must check first."""
    if finding.verdict is Verdict.UNDECIDED and "because" in finding.params:
        because = finding.params["because"]
        return next(
            (
                other
                for other in findings
                if other.check == because
                and other.subject in {finding.subject, ""}
                and other.verdict is Verdict.UNDECIDED
                and other.check != finding.check
            ),
            None,
        )
    own = {other.check: other for other in findings if other.subject == finding.subject}
    if (finding.verdict, finding.case) == (Verdict.UNDECIDED, "unsure") and "RUN003" in own:
        # what the misspelt library function would compute
        return own["RUN003"] if own["RUN003"].case == "attribute-near" else None
    if finding.verdict is not Verdict.FAILED:
        return None
    names = _names_of(finding)
    return next(
        (
            other
            for table in (FOLLOWING, LIKELY)
            for cause, following in table.items()
            if not names.isdisjoint(following)
            for other in own.values()
            if cause in _names_of(other) and other.verdict is Verdict.FAILED
        ),
        None,
    )


def _names_of(finding: Finding) -> set[str]:
    """Return a finding's names in FOLLOWING and LIKELY: its check, with and without its case."""
    return {finding.check, f"{finding.check} {finding.case}"}


def check_document(
    findings: Sequence[Finding], evidence: Evidence, assignment: Assignment, words: Wording
) -> dict[str, object]:
    """Return the JSON document of a score sheet, without anything about points."""
    from grader.export.sheet import sheet_document

    sheet = ScoreSheet(assignment=assignment.id, student="", awards=(), findings=tuple(findings))
    document = sheet_document(sheet, evidence, assignment, words)
    return {key: value for key, value in document.items() if key not in POINTLESS}


def _show(finding: Finding, words: Wording, source: SourceLines | None = None) -> None:
    sentence = words.finding(finding)
    mark, colour = MARKS[finding.verdict]
    title = sentence.title
    if finding.subject.startswith("report."):
        title += f": {words.text(finding.subject.replace('report.', 'report.part_'))}"
    click.echo()
    click.secho(f"{mark} {title}", fg=colour, bold=True, nl=False)
    name = words.verdict_of(finding)
    noted = finding.verdict is Verdict.PASSED and name == words.verdict(Verdict.PASSED)
    click.secho(f"  [{finding.check} {words.text('check.note') if noted else name}]", dim=True)
    _show_indented(sentence.message)
    for place in finding.locations:
        lines = source.excerpt(place, finding, words) if source else excerpt(place, words)
        for line in lines:
            click.secho(f"    {line}", fg="cyan")
    if sentence.hint:
        click.secho(f"  {words.text('check.hint')}", bold=True, nl=False)
        _show_indented(sentence.hint, first="")


def excerpt(place: Location, words: Wording) -> Iterator[str]:
    """Yield a place, and its line with its number."""
    yield _where(place, words)
    if place.text:
        yield f"{place.line or '':5} | {visible(place.text)}"


def _where(place: Location, words: Wording) -> str:
    where = {"line": place.line, "cell": place.cell, "page": place.page}
    return words.text(f"sheet.{place_key(place)}", file=place.file, **where)


def _show_indented(text: str, first: str = "  ") -> None:
    for number, line in enumerate(text.splitlines()):
        click.echo(f"{'  ' if number else first}{line}")


def _show_counts(  # noqa: PLR0913  one for each thing shown
    findings: Sequence[Finding],
    words: Wording,
    clean: str,
    *,
    unwritten: int = 0,
    again: Collection[str] = (),
    ends_early: Location | None = None,
) -> None:
    """Count what was shown; the exercises `again` had the same findings before."""
    count = {
        verdict: sum(finding.verdict is verdict for finding in findings) for verdict in Verdict
    }
    click.echo()
    if (UNREADABLE, Verdict.FAILED) not in {(each.check, each.verdict) for each in findings}:
        # If the file does not parse, other passed checks say nothing about the program.
        click.secho(words.text("check.passed", count=count[Verdict.PASSED]), fg="green")
    _show_held_up(findings, words)
    told = [each for each in findings if each.subject not in again and not _cause(each, findings)]
    count[Verdict.UNDECIDED] = sum(each.verdict is Verdict.UNDECIDED for each in told)
    for verdict in (Verdict.UNDECIDED, Verdict.BROKEN):
        if count[verdict]:
            text = words.text(f"check.{verdict.value}", count=count[verdict])
            click.secho(text, fg="yellow")
    failed = sum(each.verdict is Verdict.FAILED for each in told)
    if failed:
        key = "check.failed_once" if failed == 1 and not unwritten else "check.failed"
        click.secho(words.text(key, count=failed), fg="red", bold=True)
    if unwritten and failed:  # else only the line at the top is to be done
        click.secho(words.text("check.unwritten", count=unwritten), fg="red", bold=True)
    open_ = count[Verdict.UNDECIDED] + count[Verdict.BROKEN]
    if not failed + unwritten + open_ and ends_early is not None:
        place = _where(ends_early, words)
        click.secho(words.text("check.ends_early", place=place), fg="yellow", bold=True)
    elif not failed + unwritten + open_ + count[Verdict.WAITING]:
        click.echo(clean)
    elif not failed + unwritten + open_:
        click.echo(words.text("check.clean_so_far"))


def _show_held_up(findings: Sequence[Finding], words: Wording) -> None:
    """Count the checks that were not run, by the check that holds them up."""
    held_up = Counter(
        _held_up_by(finding, findings)
        for finding in findings
        if finding.verdict is Verdict.SKIPPED
        and "because" in finding.params
        and finding.otherwise is None
    )
    if count := held_up.pop(None, 0):
        click.secho(words.text("check.skipped", count=count), dim=True)
    for (code, verdict), count in sorted((key, count) for key, count in held_up.items() if key):
        key = "check.skipped_until" if verdict is Verdict.UNDECIDED else "check.skipped_open"
        click.secho(words.text(key, check=code, title=words.title(code), count=count), dim=True)


def _held_up_by(finding: Finding, findings: Sequence[Finding]) -> tuple[str, Verdict] | None:
    """Return the open check that holds up a skipped finding; None if a failed one does."""
    seen: set[str] = set()
    while finding.verdict is Verdict.SKIPPED and finding.check not in seen:
        seen.add(finding.check)
        earlier = {
            other.verdict: other
            for other in findings
            if other is not finding
            and other.check == finding.params.get("because")
            and other.subject in {finding.subject, ""}
        }
        if Verdict.FAILED in earlier or not earlier:
            return None
        finding = earlier.get(Verdict.UNDECIDED) or next(iter(earlier.values()))
    return finding.check, finding.verdict


def _on_cpu(evidence: Evidence, exercise: str) -> bool:
    return any(
        observed.exercise == exercise and observed.rank == 1 for observed in evidence.exercises
    )


def heading(
    findings: Iterable[Finding], exercise: str, name: str, evidence: Evidence, words: Wording
) -> None:
    """Print an exercise's state in one line."""
    stands = standing(findings, exercise)
    if stands is None:
        return
    mark, colour = MARKS[stands.verdict]
    note = f"  {words.text('check.on_cpu')}" if _on_cpu(evidence, exercise) else ""
    click.echo()
    click.secho(f"── {mark} {name}", fg=colour, bold=True, nl=False)
    click.secho(f"  {words.verdict_of(stands)}{note}", fg=colour)


def not_tried(findings: Sequence[Finding], assignment: Assignment, words: Wording) -> str:
    """Return one line on which exercises wait for what; "" when none does."""
    groups: dict[str, list[str]] = {}
    for exercise in assignment.exercises:
        stands = standing(findings, exercise.id)
        if stands is not None and stands.verdict is Verdict.WAITING:
            groups.setdefault(words.verdict_of(stands), []).append(exercise.shown)
    if not groups:
        return ""
    parts = tuple(f"{' '.join(entries)} ({needs})" for needs, entries in groups.items())
    return words.text("check.not_here", exercises=parts)


def _show_not_tried(findings: Sequence[Finding], assignment: Assignment, words: Wording) -> None:
    """Print which exercises wait for what, and how to install what can be installed."""
    if line := not_tried(findings, assignment, words):
        click.secho(line, fg="yellow")
        if extras := _extras_wanted(findings):
            command = install_extras(extras)
            click.secho(words.text("check.install", command=command), fg="yellow")


def _extras_wanted(findings: Iterable[Finding]) -> set[str]:
    """Return the extras that provide what findings wait for; no extra has a GPU or compiler."""
    lists = [each.params.get("needs", ()) for each in findings if each.verdict is Verdict.WAITING]
    needs = {name for names in lists if isinstance(names, tuple) for name in names}
    return {extra for name in needs if (extra := extra_of(str(name)))}

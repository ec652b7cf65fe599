"""`grader check`: what is wrong with a program, before it is submitted."""

import json
import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from grader.commands.devices import capabilities_for, device_option
from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
)
from grader.extras import quoted
from grader.plugins import check_formats, load

if TYPE_CHECKING:
    from grader.commands.watching import CheckedFiles
    from grader.model.course import Assignment, Course, Exercise
    from grader.model.evidence import ExerciseEvidence
    from grader.model.finding import Finding
    from grader.model.machine import Capabilities
    from grader.model.reference import Reference
    from grader.model.submission import Submission
    from grader.observing import Setup, Tools
    from grader.protocols import CheckPlace, CheckPlaces
    from grader.source import SourceReader
    from grader.wording import Wording

OWN = "check"  # in place of the student's id
FORBIDDEN_IMPORT = "POL001"
SUMMED_UP = {"text", "github", "sarif"}  # formats with one line for each empty function
TRIES = 2  # attempts when something fails through our own fault


@click.command(
    epilog="""\b
    Example:
      grader check
      grader check kadai1 kadai1.py
      grader check kadai1 kadai1.py report.docx
      grader check kadai1.py
      grader check kadai1 kadai1.py --watch
      grader check kadai1 kadai1.py --lang en
      grader check kadai1 kadai1.ipynb --format sarif"""
)
@click.argument("assignment", required=False, default="")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@click.option("--watch", is_flag=True, help="Check again whenever you save, until Ctrl-C.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "github", "sarif", "junit", *check_formats()]),
    default="text",
    help="Output format: text, or a format for editors and CI. json is the same as --json.",
)
@device_option
@course_option
@lang_option
@json_option
def check(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    files: tuple[Path, ...],
    watch: bool,
    form: str,
    device: str,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Check your own program and report for ASSIGNMENT before you hand them in. Shows no points.

    Without FILES, the assignment's file is looked for in the current folder; without ASSIGNMENT,
    the assignment is found from the files there. Without a GPU, PyTorch is checked on the CPU.
    Exercises that cannot be checked here are listed at the end.
    """
    from grader.source import SourceReader

    with SourceReader() as reader:  # it starts up while all else is imported
        return _check(
            open_place(course_folder, [Path(assignment), *files]),
            (assignment, files),
            open_wording(lang),
            partial(_open, device=device, reader=reader),
            watch=watch,
            form="json" if as_json else form,
        )


def _check(  # noqa: PLR0913  the options of the command
    place: "CheckPlace",
    asked: tuple[str, tuple[Path, ...]],
    words: "Wording",
    opened: "Callable[..., AbstractContextManager[Checker]]",
    *,
    watch: bool,
    form: str,
) -> ExitCode:
    from grader.commands.watching import watched

    targets = list(_targets(place, *asked))
    if len(targets) > 1 and (watch or form != "text"):
        names = ", ".join(f"{target.id} ({target.source})" for target, _ in targets)
        raise UsageError(
            "this folder contains files for several assignments; specify one of them: {names}",
            names=names,
        )
    if watch and form != "text":
        raise UsageError("--watch prints text; remove --json or --format")
    codes = []
    for target in targets:
        _, named = target
        with opened(place, target, words, form) as checker:
            tell = partial(_tell, words=words, form=form, named=named, note=place.note)
            if watch:
                return watched(named, partial(checker, named), tell, words)
            checked = checker(named)
            tell(checked)
            codes.append(ExitCode.of(checked.findings))
    return max(codes, key=[ExitCode.DONE, ExitCode.OURS, ExitCode.FAILED].index)


Target = tuple["Assignment", tuple[Path, ...]]  # what is to be checked, and the files for it
Checker = Callable[[tuple[Path, ...]], "CheckedFiles"]


def open_place(folder: Path | None, named: Sequence[Path]) -> "CheckPlace":
    """Open the place or course that is named, or the nearest one around the current folder.

    Outside of a course, a plugin's place next to the files comes first. In a course it does not: a
    submission that holds one must not decide what it is checked with.
    """
    from grader.course import find_course
    from grader.model.errors import CourseError

    if folder is not None:
        opened = _found(folder)
        return opened() if opened is not None else CoursePlace(open_course(folder))
    here = Path.cwd()
    around = _found(here)
    if around is None:
        with suppress(CourseError):
            return CoursePlace(open_course(find_course(here)))
    beside = [path.parent for path in named if path.parent != Path()]
    for found in (*map(_found, beside), around):
        if found is not None:
            return found()
    for place in beside:
        with suppress(CourseError):
            return CoursePlace(open_course(find_course(place)))
    try:
        root = find_course(here)
    except CourseError as error:
        raise CourseError((*error.messages, *(each.absent for each in _places()))) from error
    return CoursePlace(open_course(root))


def _places() -> list["CheckPlaces"]:
    """Load the kinds of places in which plugins can check."""
    from grader.plugins import installed

    return [load(plugin.places) for plugin in installed().values() if plugin.places]


def _found(start: Path) -> "Callable[[], CheckPlace] | None":
    """Return a function that opens the plugin's place around a folder, or None."""
    for places in _places():
        if (path := places.find(start)) is not None:
            return partial(places.open, path)
    return None


class CoursePlace:
    """A course as the place in which a program is checked."""

    note = ""

    def __init__(self, course: "Course") -> None:
        """Take a loaded course."""
        self._course = course

    def assignments(self) -> Sequence["Assignment"]:
        """List the course's assignments."""
        from grader.course import load_assignments

        return load_assignments(self._course)

    def assignment(self, name: str) -> "Assignment":
        """Load an assignment; if `name` is a file, the error says how to name it."""
        from grader.course import list_assignments, load_assignment
        from grader.model.errors import IntakeError

        if Path(name).suffix and Path(name).is_file():
            raise IntakeError(
                "{name} is a file, and its name does not tell which assignment it is for; put the "
                "assignment before it ({known}): grader check ASSIGNMENT {typed}",
                name=name,
                typed=quoted(name),
                known=", ".join(list_assignments(self._course)),
            )
        return load_assignment(self._course, name)

    def assignment_of(self, path: Path) -> "Assignment | None":
        """Return the assignment of a file given in its place: `grader check kadai1.py`."""
        from grader.course import list_assignments

        if not path.suffix or path.name in list_assignments(self._course) or not path.is_file():
            return None
        named = {assignment.source: assignment for assignment in self.assignments()}
        return next(
            (assignment for name, assignment in named.items() if Path(name).stem == path.stem), None
        )

    def references(self, assignment: "Assignment") -> Mapping[str, "Reference"]:
        """Load the references without trying them."""
        from grader.course import load_references, silenced_references

        with silenced_references():
            return load_references(self._course, assignment)

    def setup(
        self, assignment: "Assignment", machine: Mapping[str, str], here: "Capabilities"
    ) -> "Setup":
        """Try the references, and prepare what an observation depends on."""
        from grader.course import silenced_references
        from grader.observing import prepare_setup

        with silenced_references():
            return prepare_setup(self._course, assignment, machine, os.environ, here)


@contextmanager
def _open(  # noqa: PLR0913  what is checked, and with what
    place: "CheckPlace",
    target: Target,
    words: "Wording",
    form: str,
    *,
    device: str,
    reader: "SourceReader",
) -> Iterator[Checker]:
    """Yield a checker for one assignment; its second check is quicker than its first.

    The processes of the first check start up while the references are loaded.
    """
    from grader.commands.watching import CheckedFiles
    from grader.course import silenced_references
    from grader.grading import collect, with_timing
    from grader.judging import judge
    from grader.model.errors import IntakeError
    from grader.observing import (
        KeptEvidence,
        SelfChecks,
        kept_answers,
        machine_facts,
        open_tools,
        under_its_python,
        worth_another_try,
    )
    from grader.protocols import measurer, speaks_of_times
    from grader.sandbox import choose_level
    from grader.store import levels_folder

    assignment, _ = target
    level = choose_level(own_code=True, memory=levels_folder(os.environ)).level
    capabilities = _on_cpu_at_least(capabilities_for([assignment], device))
    with open_tools(level, capabilities, assignment.exercises, reader=reader) as opened:
        # Which Python runs a program is known only after reading it.
        with suppress(IntakeError):  # checking the files reports this
            if not assignment.python:
                _begin(target, capabilities, opened, form)
        setup = place.setup(assignment, machine_facts(level), capabilities)
        tools = replace(opened, self_check=SelfChecks(kept=kept_answers(setup, os.environ)))

        def checker(files: tuple[Path, ...]) -> CheckedFiles:
            submission, loaded = submission_of(files, assignment)
            there = replace(setup, assignment=loaded, own_program=True)
            there = under_its_python(submission, there, tools)
            empty = kept_from_running(submission, there.assignment, tools, form)
            kept = KeptEvidence(exercises=empty)
            for _ in range(TRIES):
                with _named_exercises(loaded.exercises, words) as begin, silenced_references():
                    evidence = collect(submission, there, tools, kept, begin)
                if not worth_another_try(evidence):
                    break
            findings = judge(evidence, loaded)
            timed = None
            measures = measurer() if speaks_of_times(evidence, words) else None
            if measures is not None:
                opened_quickly = measures.quickly(there, level, capabilities)
                with silenced_references(), opened_quickly as (shorter, measure):
                    timed = with_timing(evidence, submission, shorter, measure)
                findings = tuple(_with_claims(findings, judge(timed, loaded)))
            return CheckedFiles(
                assignment=assignment,
                submission=submission,
                evidence=evidence,
                findings=findings,
                timed=timed,
            )

        yield checker


def _begin(target: Target, here: "Capabilities", tools: "Tools", form: str) -> None:
    """Start the processes that the first check needs."""
    from grader.grading import begin_processes
    from grader.observing import KeptEvidence

    assignment, named = target
    submission, loaded = submission_of(named, assignment)
    kept = KeptEvidence(exercises=kept_from_running(submission, loaded, tools, form))
    begin_processes(submission, kept.left_of(loaded), (), here, tools, own_program=True)


@contextmanager
def _named_exercises(
    exercises: Sequence["Exercise"], words: "Wording"
) -> Iterator[Callable[["Exercise"], None]]:
    """Show the current exercise and the elapsed time on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)

        def begin(exercise: "Exercise") -> None:
            place = exercises.index(exercise)
            name = f"{exercise.shown} [{place + 1}/{len(exercises)}]"
            text = words.text("check.running", name=name)
            several = len(exercises) > 1
            progress.update(
                task,
                description=text,
                completed=place if several else 0,
                total=len(exercises) if several else None,
            )

        yield begin


def kept_from_running(
    submission: "Submission", assignment: "Assignment", tools: "Tools", form: str
) -> dict[str, "ExerciseEvidence"]:
    """Return evidence of empty functions, which takes neither a run nor a library.

    In formats outside `SUMMED_UP`, empty functions are run like all others.
    """
    from grader.commands.unwritten import find_stub
    from grader.kinds import asker_of, kind_of
    from grader.model.evidence import ExerciseEvidence
    from grader.model.static import ParseStatus

    empty: dict[str, ExerciseEvidence] = {}
    for exercise in assignment.exercises if form in SUMMED_UP else ():
        if submission.main is None or not kind_of(exercise).is_python:
            continue
        if not asker_of(exercise).draws_cases:
            continue  # the exercise's plugin reports an empty function itself
        facts = tools.reader.read(submission, exercise)
        if facts.status is ParseStatus.OK and find_stub(facts, [exercise.entry]) is not None:
            empty[exercise.id] = ExerciseEvidence(
                exercise=exercise.id, source=facts, unwritten=True
            )
    return empty


def _with_claims(before: Sequence["Finding"], timed: Iterable["Finding"]) -> list["Finding"]:
    """Replace only findings that compare the report with times: a short sweep tells no more."""
    from grader.model.check import REPORT
    from grader.plugins import checks

    codes = {check.code for check in checks() if check.uses_times and check.reads is REPORT}
    compared = {finding.check: finding for finding in timed if finding.check in codes}
    return [compared.get(finding.check, finding) for finding in before]


def _tell(
    checked: "CheckedFiles", *, words: "Wording", form: str, named: tuple[Path, ...], note: str
) -> None:
    from grader.commands.findings import check_document, report_findings
    from grader.commands.formats import FORMATS, Checked
    from grader.commands.swept import show_swept
    from grader.wording import visible

    findings, evidence, assignment = checked.findings, checked.evidence, checked.assignment
    if form == "text":
        typed = str(named[0])
        report_findings(findings, evidence, assignment, checked.submission, words, typed=typed)
        if checked.timed is not None:
            show_swept(checked.timed, assignment, words)
        if beside := _left_beside(findings, named):
            params = {
                "assignment": assignment.id,
                "source": quoted(visible(typed)),
                "files": beside,
            }
            click.secho(words.text("check.helper", **params), fg="yellow")
        if note:
            click.secho(words.text(note), dim=True)
    elif form == "json":
        document = check_document(findings, evidence, assignment, words)
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        paths = {unicodedata.normalize("NFC", path.name): path.as_posix() for path in named}
        for_programs = Checked(
            findings=findings, evidence=evidence, assignment=assignment, paths=paths, words=words
        )
        write = FORMATS[form] if form in FORMATS else load(check_formats()[form])
        click.echo(write(for_programs), nl=False)


def _left_beside(findings: Sequence["Finding"], named: tuple[Path, ...]) -> str:
    """Return the paths of imported modules next to the files that were not named."""
    from grader.wording import visible

    imported = [
        name.partition(".")[0]
        for finding in findings
        if finding.check == FORBIDDEN_IMPORT
        and isinstance(names := finding.params.get("what"), tuple)
        for name in names
    ]
    folders = dict.fromkeys(path.parent for path in named)
    paths = [folder / f"{name}.py" for name in dict.fromkeys(imported) for folder in folders]
    return " ".join(
        quoted(visible(str(path))) for path in paths if path.is_file() and path not in named
    )


def _targets(place: "CheckPlace", name: str, files: tuple[Path, ...]) -> Iterator[Target]:
    """Yield each assignment to check with its files; without a name, those of this folder."""
    from grader.model.errors import IntakeError

    if name and (own := place.assignment_of(Path(name))) is not None:
        yield own, (Path(name), *files)
        return
    if name:
        named = place.assignment(name)
        yield named, files or (_own_file(named),)
        return
    offered = place.assignments()
    there = [
        (assignment, path)
        for assignment in offered
        if (path := _lying_here(assignment.source)) is not None
    ]
    if not there:
        known = ", ".join(f"{assignment.id} ({assignment.source})" for assignment in offered)
        raise IntakeError(
            "this folder contains no assignment file. Assignments and files: {known}. If "
            "your file has a different name, specify both: grader check ASSIGNMENT FILE",
            known=known,
        )
    for assignment, path in there:
        only = len(there) == 1  # of several, a report belongs to the one that it names
        reports = [report for report in _reports_here() if only or assignment.id in report.name]
        takes_report = assignment.report is not None and len(reports) == 1
        yield assignment, (path, *(reports if takes_report else ()))


def _lying_here(source: str) -> Path | None:
    """Find an assignment's file in the current folder, as a program or as a notebook."""
    paths = (Path(source), Path(source).with_suffix(".ipynb"))
    return next((path for path in paths if path.is_file()), None)


def _reports_here() -> list[Path]:
    documents = (path for path in Path().iterdir() if path.suffix.lower() in {".docx", ".pdf"})
    return sorted(path for path in documents if path.is_file() and not path.name.startswith("~$"))


def submission_of(
    files: tuple[Path, ...], assignment: "Assignment"
) -> tuple["Submission", "Assignment"]:
    """Read the student's files; if none is a report, the assignment requires none."""
    from grader.intake import read_submission, unread_submission

    submission = read_submission(unread_submission(OWN, files), assignment)
    if submission.report is None and not submission.reports:
        return submission, replace(assignment, report=None)
    return submission, assignment


def _on_cpu_at_least(capabilities: "Capabilities") -> "Capabilities":
    """Allow PyTorch on the CPU where there is no GPU: no points depend on it."""
    return replace(capabilities, cpu_instead=capabilities.cpu_instead or capabilities.gpu is None)


def _own_file(assignment: "Assignment") -> Path:
    """Find the assignment's file here; IntakeError says what to type instead."""
    from grader.model.errors import IntakeError

    path = _lying_here(assignment.source)
    if path is None:
        raise IntakeError(
            "there is no {path} in this folder; specify your file: grader check {assignment} FILE",
            path=assignment.source,
            assignment=assignment.id,
        )
    return path

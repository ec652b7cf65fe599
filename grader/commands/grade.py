"""`grader grade`: a folder of submissions in, score sheets out."""

from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.devices import (
    cpus,
    device_option,
    fitted,
    libraries_for,
    prepared_setup,
)
from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    output_option,
    private_results,
    results_folder,
    warn_of_absent_checks,
)
from grader.extras import require

if TYPE_CHECKING:
    from grader.batch import OpenElsewhere, Shard
    from grader.model.course import Assignment, Course


@click.command(
    epilog="""\b
    Example:
      grader grade kadai1
      grader grade kadai1 submissions/demo/kadai1
      grader grade kadai1 inbox -o results/april --jobs 4
      grader grade kadai1 inbox --only 24A1201 --only 24A1207
      grader grade kadai1 inbox --no-timing
      grader grade kadai2 inbox --device gpu
      grader grade kadai1 inbox --shard 2/3"""
)
@click.argument("assignment")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@output_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=cpus,
    show_default="number of CPUs",
    help="Number of programs to run side by side; reduced if there is not enough memory.",
)
@click.option(
    "--only", multiple=True, metavar="STUDENT", help=("Grade only this student; repeatable.")
)
@click.option(
    "--shard",
    metavar="I/N",
    help="Grade only the Ith of N parts of the class, into OUT/shards/I-of-N; for `grader merge`.",
)
@click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run programs even on a computer that cannot isolate them.",
)
@click.option(
    "--accept-level",
    type=click.Choice(["A", "B", "C"]),
    help="Continue at a lower isolation level than the one used for this class before.",
)
@click.option(
    "--timing/--no-timing",
    default=None,
    show_default="if a criterion or the report is about times",
    help=("After grading, measure the execution time of correct functions for increasing sizes."),
)
@device_option
@course_option
@lang_option
@json_option
def grade(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    folder: Path | None,
    out: Path | None,
    jobs: int,
    shard: str | None,
    only: tuple[str, ...],
    unsafe: bool,
    accept_level: str | None,
    timing: bool | None,
    device: str,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
    open_elsewhere: "OpenElsewhere | None" = None,
) -> ExitCode:
    """Grade the submissions in FOLDER for ASSIGNMENT.

    FOLDER contains one folder or file per student (default: what was collected); a zip is collected
    first. When you run it again, it grades only what changed, what was interrupted and what was
    waiting for a GPU.
    """
    from grader.sandbox import (
        IsolationLevel,
        attack_begun,
        choose_level,
        ensure_descriptors,
    )

    with attack_begun() if open_elsewhere is None else nullcontext():
        from grader import batch
        from grader.commands.interrupt import announced_interrupt
        from grader.commands.progress import shown_progress
        from grader.commands.reporting import report_class
        from grader.course import load_assignment
        from grader.gradebook.desk import collection_of
        from grader.store import FILE_NAME
        from grader.wording import say

        require("ta")
        course = open_course(course_folder)
        loaded = load_assignment(course, assignment)
        words = open_wording(lang)
        warn_of_absent_checks(loaded, words)
        folder = _folder(folder, course, loaded)
        part = _shard(shard)
        out = results_folder(course, loaded.id, out)
        out = private_results(out / part.folder if part else out, words)
        if old := batch.seen_by_another_version(out, loaded.id):
            count = len(old)
            click.echo(words.text("batch.observed_again", count=count, students=old), err=True)
        level = accept_level or course.accept_level
        accepted = IsolationLevel(level) if level else None
        if open_elsewhere is None:
            ensure_descriptors(jobs)  # before any worker of ours
            if not (out / FILE_NAME).exists():  # of a class that was graded perhaps none is run
                batch.begin_processes()
            probe = choose_level(unsafe=unsafe, accepted=accepted, jobs=jobs)
    if open_elsewhere is None:
        setup = prepared_setup(course, loaded, probe.level, device)
        jobs = fitted(jobs, setup, words).jobs
    collection = collection_of(course, loaded.id)
    job = batch.ClassJob(
        course=course,
        folder=folder,
        out=out,
        jobs=jobs,
        only=only,
        shard=part,
        timing=timing is not False,
        where_used=timing is None,
        accepted=accepted,
        collection=collection,
    )
    files = batch.ResultFiles(
        out=out,
        assignment=loaded,
        lang=words.lang,
        collection=collection,
    )
    if open_elsewhere is None:
        workplace = batch.workplace_of(course, setup, probe.level)
        with announced_interrupt(words), workplace as place, shown_progress(words) as watch:
            result = batch.grade_class(job, setup, place, files, watch)
    else:
        setup = prepared_setup(course, loaded, choose_level(own_code=True).level, "")
        libraries = tuple(libraries_for([loaded]))
        opened = open_elsewhere(job, setup, libraries, device, unsafe=unsafe)
        with announced_interrupt(words), opened as far, shown_progress(words) as watch:
            result = batch.grade_class(
                job, far.setup, far.workplace, files, watch, far.open_pool, far
            )
            refusals = far.refusals()
        for refusal in refusals:
            click.secho(say(refusal, words.lang), fg="yellow", err=True)
    if part is not None and not result.graded:
        click.echo(words.text("batch.empty_shard", shard=shard or ""), err=True)
    return report_class(result, out, loaded, words, as_json=as_json)


def _shard(text: str | None) -> "Shard | None":
    """Read `2/3`."""
    from grader.batch import Shard

    if text is None:
        return None
    number, _, count = text.partition("/")
    if not (number.isdecimal() and count.isdecimal() and 1 <= int(number) <= int(count)):
        raise UsageError("--shard {text}: which part of how many, as 2/3, is expected", text=text)
    return Shard(number=int(number), count=int(count))


def _folder(folder: Path | None, course: "Course", assignment: "Assignment") -> Path:
    """Return the folder to grade; a zip is collected first, as by `grader collect`."""
    from grader.commands.collect import run_collect
    from grader.gradebook.desk import inbox
    from grader.model.errors import IntakeError

    collected = inbox(course, assignment.id)
    if folder is not None and folder.is_file() and folder.suffix.lower() == ".zip":
        run_collect((folder,), course, assignment, collected)
        return collected
    if folder is None and not collected.is_dir():
        raise IntakeError(
            "{path}: nothing has been collected yet; run `grader collect` first, or specify "
            "a folder",
            path=collected,
        )
    if folder is not None:
        _refuse_a_students_folder(folder, course, assignment)
    return folder or collected


def _refuse_a_students_folder(folder: Path, course: "Course", assignment: "Assignment") -> None:
    """Raise IntakeError for a single student's folder: its files are not a class.

    Each of them would be taken for a student. It is one when nothing in it has a student's id, and
    it has one itself, or lies where `collect` puts students, or holds the program asked for.
    """
    from grader.intake import find_id
    from grader.intake.manifest import MANIFEST
    from grader.model.errors import IntakeError

    folder = folder.resolve()
    if not folder.is_dir() or (folder / MANIFEST).exists():
        return
    inside = list(folder.iterdir())
    if any(find_id(path.name, course.student_id) for path in inside):
        return
    own = find_id(folder.name, course.student_id) is not None
    program = (folder / assignment.source).is_file() and not any(path.is_dir() for path in inside)
    if own or program or (folder.parent / MANIFEST).is_file():
        raise IntakeError(
            "{path}: is the folder of a single student; specify the folder of the class "
            "({parent}) and select the student with --only {student}",
            path=folder,
            parent=folder.parent,
            student=folder.name,
        )

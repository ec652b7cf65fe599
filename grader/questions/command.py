"""`grader questions`: pages with questions for oral exams."""

from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.devices import device_option, prepared_setup
from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    output_option,
    print_json,
    private_results,
    results_folder,
)

if TYPE_CHECKING:
    from grader.model.course import Assignment, Course
    from grader.questions.asking import OralExam
    from grader.store import Store
    from grader.wording import Wording

FOLDER = "questions"  # in a results folder
LONGEST, ENOUGH = 150, 30  # bytes of a file's name for the students in it; letters of the first one
MOST = 5


@click.command(
    epilog="""\b
    Example:
      grader questions kadai1
      grader questions kadai1 --student 24A1201 --count 3"""
)
@click.argument("assignment")
@click.option(
    "--student",
    "only",
    multiple=True,
    metavar="STUDENT",
    help="Only this student; repeatable.",
)
@click.option(
    "--count",
    type=click.IntRange(1, MOST),
    default=4,
    show_default=True,
    metavar="COUNT",
    help="Questions for each student.",
)
@device_option
@output_option
@course_option
@lang_option
@json_option
def questions(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    only: tuple[str, ...],
    count: int,
    device: str,
    out: Path | None,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Make questions for oral exams about each student's own program.

    ASSIGNMENT has to be graded. Each answer was executed or measured. Three files are written into
    the results folder: a page to print for students, the same with answers, and Moodle's GIFT.
    """
    from grader.course import load_assignment
    from grader.files import real_folder, write_file
    from grader.questions.pages import gift, page
    from grader.store import open_store

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    words = open_wording(lang)
    folder = private_results(results_folder(course, loaded.id, out), words)
    with open_store(folder, loaded.id, reading=True) as store:
        exams = list(_exams(course, loaded, store, only, count, device, words))
    to = real_folder(folder / FOLDER)
    to.chmod(0o700)
    who = "".join(f"-{student}" for student in dict.fromkeys(only))
    if len(who.encode()) > LONGEST:
        who = f"-{only[0][:ENOUGH]}-{blake2b(who.encode(), digest_size=4).hexdigest()}"
    contents = {
        f"questions{who}.html": page(exams, loaded, words, with_answers=False),
        f"answers{who}.html": page(exams, loaded, words, with_answers=True),
        f"questions{who}.gift.txt": gift(exams, loaded, words),
    }
    for name, text in contents.items():
        write_file(to / name, text.encode("utf-8", "replace"))
    asked = sum(bool(exam.questions) for exam in exams)
    if as_json:
        print_json(
            {
                "assignment": loaded.id,
                "files": [str(to / name) for name in contents],
                "students": [_document(exam, words) for exam in exams],
            }
        )
        return ExitCode.DONE
    click.secho(words.text("oral.written", students=asked, of=len(exams)), fg="green")
    for exam in exams:
        if exam.why_none:
            why = words.text(f"oral.none.{exam.why_none}")
            click.echo(f"  {exam.student}: {why}")
    for name in contents:
        click.echo(f"  {to / name}")
    return ExitCode.DONE


def _exams(  # noqa: PLR0913, PLR0917  what is asked for
    course: "Course",
    assignment: "Assignment",
    store: "Store",
    only: tuple[str, ...],
    count: int,
    device: str,
    words: "Wording",
) -> "Iterator[OralExam]":
    """Yields the exams in the order of the class; each program is read and run."""
    from grader.batch import Phase, Step
    from grader.commands.progress import shown_progress
    from grader.intake import find_students, read_submission
    from grader.observing import open_tools
    from grader.questions.asking import exam_of
    from grader.sandbox import choose_level

    graded = store.folder_graded
    if graded is None or not graded.is_dir():
        raise UsageError("{folder}: the folder that was graded is not there", folder=graded or "?")
    handed_in = {each.student: each for each in find_students(graded, course)}
    if unknown := [student for student in only if student not in handed_in]:
        raise UsageError(
            "{students}: not in the folder that was graded, {folder}",
            students=", ".join(unknown),
            folder=graded,
        )
    level = choose_level().level
    setup = prepared_setup(course, assignment, level, device)
    chosen = [student for student in handed_in if student in (only or handed_in)]
    opened = open_tools(level, setup.capabilities, assignment.exercises)
    with opened as tools, shown_progress(words) as watch:
        for done, student in enumerate(chosen, start=1):
            evidence = store.evidence(student)
            if evidence is not None:
                submission = read_submission(handed_in[student], assignment)
                yield exam_of(submission, evidence, setup, tools, count)
            watch(Step(phase=Phase.FINISHED, student=student, done=done, total=len(chosen)))


def _document(exam: "OralExam", words: "Wording") -> Mapping[str, object]:
    return {
        "student": exam.student,
        "none": words.text(f"oral.none.{exam.why_none}") if exam.why_none else None,
        "questions": [
            {
                "kind": question.kind,
                "exercise": question.exercise,
                "line": question.line or None,
                "difficulty": question.difficulty,
                "text": words.in_full(question.text),
                "answer": words.in_full(question.answer),
                "source": words.in_full(question.source),
                "teaches": words.in_full(question.teaches),
            }
            for question in exam.questions
        ],
    }

"""Implement `grader questions`: pages with questions for oral exams."""

import os
from collections.abc import Iterator, Mapping, Sequence
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
from grader.wording import visible

if TYPE_CHECKING:
    from grader.model.course import Assignment, Course
    from grader.model.gradebook import Gradebook
    from grader.questions.kept import KeptExam
    from grader.store import Store
    from grader.wording import Wording

LONGEST, ENOUGH = 150, 30  # in file names: bytes of ids, else letters of the first
MOST = 5
DRAWS = 5  # attempts to avoid a set of questions that another student has


@click.command(
    epilog="""\b
    Example:
      grader questions kadai1
      grader questions kadai1 --student 24A1201 --count 3
      grader questions kadai1 --blind"""
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
@click.option(
    "--blind",
    is_flag=True,
    help="Codes in place of names and ids, and a separate list of whose each code is.",
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
    blind: bool,
    device: str,
    out: Path | None,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Make questions for oral exams about each student's own program.

    ASSIGNMENT has to be graded. Each answer was executed or measured. The results folder gets a
    page to print for students, the same with answers, Moodle's GIFT, and QTI for Canvas; the review
    page shows the questions beside criteria with `oral = true`.
    """
    from grader.course import load_assignment
    from grader.files import real_folder, write_file
    from grader.gradebook.desk import collection_of
    from grader.gradebook.opening import open_gradebook
    from grader.privacy import make_redactor, people_of
    from grader.questions.blind import blinded, code_of, key_list
    from grader.questions.kept import FOLDER, read_exams, write_exams
    from grader.questions.pages import spoken
    from grader.store import course_secret, open_store

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    words = open_wording(lang)
    folder = private_results(results_folder(course, loaded.id, out), words)
    before = read_exams(folder)
    with open_store(folder, loaded.id):
        pass  # wait for a running grader: its results would change the questions
    with open_store(folder, loaded.id, reading=True) as store:
        collection = collection_of(course, loaded.id)
        book = open_gradebook(store, loaded, words, collection=collection)
        made = list(_exams(course, loaded, store, only, count, device, words, before))
    to = real_folder(folder / FOLDER)
    to.chmod(0o700)
    write_exams(folder, {**before, **{exam.student: exam for exam in made}})
    exams, whose = made, dict.fromkeys(only)
    if blind:
        secret = course_secret(course.root, os.environ)
        named = dict.fromkeys([*only, *(each.student for each in made)])
        codes = {student: code_of(secret, loaded.id, student) for student in named}
        exams = blinded(made, codes, make_redactor(people_of(book)))
        whose = dict.fromkeys(codes[student] for student in only)
    who = "-blind" * blind + "".join(f"-{student}" for student in whose)
    if len(who.encode()) > LONGEST:
        first = next(iter(whose))[:ENOUGH]
        who = f"{'-blind' * blind}-{first}-{blake2b(who.encode(), digest_size=4).hexdigest()}"
    names = _write(to, exams, loaded, words, who)
    if blind:
        heads = [words.text(f"oral.key.{head}") for head in ("code", "student", "name")]
        names.append(f"key{who}.csv")
        write_file(to / names[-1], key_list(_whose(codes, book), heads))
    if as_json:
        print_json(
            {
                "assignment": loaded.id,
                "files": [str(to / name) for name in names],
                "students": [_document(exam, words) for exam in exams],
            }
        )
        return ExitCode.DONE
    asked = sum(bool(exam.questions) for exam in exams)
    click.secho(words.text("oral.written", students=asked, of=len(exams)), fg="green")
    for exam in exams:
        for text in (exam.why_none, *exam.remarks):
            if text:
                click.echo(f"  {visible(exam.student)}: {visible(spoken(text, words))}")
    for name in names:
        click.echo(f"  {to / name}")
    return ExitCode.DONE


def _write(
    to: Path,
    exams: "Sequence[KeptExam]",
    assignment: "Assignment",
    words: "Wording",
    who: str,
) -> list[str]:
    """Write the pages, and quizzes if there are questions; return the names of the files."""
    from grader.files import write_file
    from grader.questions.pages import gift, page
    from grader.questions.qti import qti

    contents = {
        f"questions{who}.html": _bytes(page(exams, assignment, words, with_answers=False)),
        f"answers{who}.html": _bytes(page(exams, assignment, words, with_answers=True)),
    }
    quizzes = {
        f"questions{who}.gift.txt": _bytes(gift(exams, assignment, words)),
        f"questions{who}.qti.zip": qti(exams, assignment, words),
    }
    if any(exam.questions for exam in exams):
        contents |= quizzes
    else:
        for name in quizzes:  # those of an earlier run
            (to / name).unlink(missing_ok=True)
    for name, data in contents.items():
        write_file(to / name, data)
    return list(contents)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _whose(codes: Mapping[str, str], book: "Gradebook") -> Iterator[tuple[str, str, str]]:
    grades = book.by_student
    for student, code in codes.items():
        yield code, student, grades[student].name if student in grades else ""


def _exams(  # noqa: PLR0913, PLR0917  what is asked for
    course: "Course",
    assignment: "Assignment",
    store: "Store",
    only: tuple[str, ...],
    count: int,
    device: str,
    words: "Wording",
    before: Mapping[str, "KeptExam"],
) -> "Iterator[KeptExam]":
    """Yield the exams in the order of the class, reading and running each program.

    If a student with other files has the same set of questions, another is drawn.
    """
    from msgspec.structs import replace

    from grader.batch import Phase, Step
    from grader.commands.progress import shown_progress
    from grader.intake import find_students, read_submission
    from grader.observing import open_tools
    from grader.questions.asking import exam_of
    from grader.questions.kept import keep
    from grader.sandbox import choose_level
    from grader.wording.bilingual import load_bilingual

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
    both = load_bilingual()
    taken = {exam.keys: exam.digest for student, exam in before.items() if student not in chosen}
    with opened as tools, shown_progress(words) as watch:
        for done, student in enumerate(chosen, start=1):
            evidence = store.evidence(student)
            if evidence is not None:
                submission = read_submission(handed_in[student], assignment)
                known = before.get(student)
                first = known.draw if known and known.digest == submission.digest else 0
                for draw in range(first, first + DRAWS):
                    found = exam_of(submission, evidence, setup, tools, count, draw)
                    exam = keep(found, evidence.digest, draw, both)
                    if not exam.questions or taken.get(exam.keys, exam.digest) == exam.digest:
                        break
                else:
                    same = both.say("oral.remark.same")
                    exam = replace(exam, remarks=(*exam.remarks, same))
                if exam.questions:
                    taken[exam.keys] = exam.digest
                yield exam
            watch(Step(phase=Phase.FINISHED, student=student, done=done, total=len(chosen)))


def _document(exam: "KeptExam", words: "Wording") -> Mapping[str, object]:
    from grader.questions.pages import spoken

    return {
        "student": exam.student,
        "none": spoken(exam.why_none, words) or None,
        "remarks": [spoken(each, words) for each in exam.remarks],
        "questions": [
            {
                "kind": question.kind,
                "exercise": question.exercise,
                "line": question.line or None,
                "difficulty": question.difficulty,
                "text": spoken(question.text, words),
                "answer": spoken(question.answer, words),
                "source": spoken(question.source, words),
                "teaches": spoken(question.teaches, words),
            }
            for question in exam.questions
        ],
    }

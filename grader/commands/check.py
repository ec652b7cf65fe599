"""`grader check`: what is wrong with a program, before it is handed in."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import Exit
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
)

if TYPE_CHECKING:
    from grader.model.course import Assignment

OWN = "check"  # stands for the student, who is not named


@click.command(
    epilog="""\b
    Example / 例:
      grader check kadai1 kadai1.py
      grader check kadai1 kadai1.py --lang en
      grader check kadai1 kadai1.ipynb --json"""
)
@click.argument("assignment")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@course_option
@lang_option
@json_option
def check(
    *,
    assignment: str,
    files: tuple[Path, ...],
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> Exit:
    """Check your own program for ASSIGNMENT before handing it in; no points.

    Without FILES, looks for the assignment's file in the current folder.

    提出の前に、自分のプログラムを確かめます。点は出ません。
    """
    from grader import batch
    from grader.commands.devices import capabilities_for
    from grader.commands.findings import report_findings
    from grader.course import load_assignment
    from grader.grading import collect
    from grader.intake import handin_of_files, read_submission
    from grader.judging import judge
    from grader.sandbox import choose_rung

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    handin = handin_of_files(OWN, files or [_own_file(loaded)])
    submission = read_submission(handin, loaded)
    probe = choose_rung(own_code=True)
    machine = batch.machine_facts(probe)
    capabilities = capabilities_for([loaded], "auto")
    setup = batch.prepare_setup(course, loaded, machine, os.environ, capabilities)
    with batch.open_tools_on(probe, capabilities)() as tools:
        evidence = collect(submission, setup, tools)
    findings = judge(evidence, loaded)
    return report_findings(findings, evidence, loaded, open_wording(lang), as_json=as_json)


def _own_file(assignment: "Assignment") -> Path:
    """Finds the assignment's file here; IntakeError says what to type when it is not."""
    from grader.model.errors import IntakeError

    path = Path(assignment.source)
    if not path.exists():
        raise IntakeError(
            f"there is no {path} in this folder; name your file: grader check {assignment.id} FILE"
        )
    return path

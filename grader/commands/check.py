"""`grader check`: what is wrong with a program, before it is handed in."""

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.devices import device_option
from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
)

if TYPE_CHECKING:
    from grader.model.course import Assignment
    from grader.model.machine import Capabilities
    from grader.model.submission import Submission

OWN = "check"  # stands for the student, who is not named
TRIES = 2  # of what goes wrong through a fault of ours


@click.command(
    epilog="""\b
    Example:
      grader check kadai1 kadai1.py
      grader check kadai1 kadai1.py report.docx
      grader check kadai1 kadai1.py --lang en
      grader check kadai1 kadai1.ipynb --json"""
)
@click.argument("assignment")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path))
@device_option
@course_option
@lang_option
@json_option
def check(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    files: tuple[Path, ...],
    device: str,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Check your own program and report for ASSIGNMENT before handing them in; no points.

    Without FILES, looks for the assignment's file in the current folder. Without a GPU, PyTorch is
    tried on the CPU; what cannot be tried here is named in the end.
    """
    from grader.commands.devices import capabilities_for
    from grader.commands.findings import check_document, report_findings
    from grader.commands.progress import named_exercises
    from grader.course import load_assignment, silenced_references
    from grader.grading import collect
    from grader.judging import judge
    from grader.observing import machine_facts, open_tools, prepare_setup, worth_another_try
    from grader.sandbox import choose_level

    course = open_course(course_folder)
    asked = load_assignment(course, assignment)
    submission, loaded = _given(files, asked)
    level = choose_level(own_code=True).level
    capabilities = _on_cpu_at_least(capabilities_for([loaded], device))
    setup = prepare_setup(course, loaded, machine_facts(level), os.environ, capabilities)
    with silenced_references(), open_tools(level, capabilities) as tools:
        for _ in range(TRIES):
            with named_exercises(loaded.exercises) as begin:
                evidence = collect(submission, setup, tools, begin=begin)
            if not worth_another_try(evidence):
                break
    findings = judge(evidence, loaded)
    words = open_wording(lang)
    if as_json:
        document = check_document(findings, evidence, asked, words)
        click.echo(json.dumps(document, ensure_ascii=False, indent=1))
    else:
        report_findings(findings, evidence, asked, submission, words)
    return ExitCode.of(findings)


def _given(files: tuple[Path, ...], assignment: "Assignment") -> tuple["Submission", "Assignment"]:
    """Reads the student's files; whoever gives only a program has no report to miss."""
    from grader.intake import handin_of_files, read_submission

    submission = read_submission(handin_of_files(OWN, files or [_own_file(assignment)]), assignment)
    if submission.report is None and not submission.reports:
        return submission, replace(assignment, report=None)
    return submission, assignment


def _on_cpu_at_least(capabilities: "Capabilities") -> "Capabilities":
    """Lets PyTorch be tried on the CPU where there is no GPU: no points depend on it."""
    return replace(capabilities, cpu_instead=capabilities.cpu_instead or capabilities.gpu is None)


def _own_file(assignment: "Assignment") -> Path:
    """Finds the assignment's file here; IntakeError says what to type when it is not."""
    from grader.model.errors import IntakeError

    path = Path(assignment.source)
    if not path.exists():
        raise IntakeError(
            "there is no {path} in this folder; name your file: grader check {assignment} FILE",
            path=path,
            assignment=assignment.id,
        )
    return path

"""`grader grade`: a folder of submissions in, score sheets out."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.cpus import cpus
from grader.commands.devices import device_option
from grader.commands.exits import Exit
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    output_option,
    results_folder,
)

if TYPE_CHECKING:
    from grader.batch import OpenTools
    from grader.grading import Setup
    from grader.model.course import Assignment, Course
    from grader.sandbox import Probe


@click.command(
    epilog="""\b
    Example / 例:
      grader grade kadai1 submissions/demo/kadai1
      grader grade kadai1 inbox -o results/april --jobs 4
      grader grade kadai1 inbox --only 24A1201 --only 24A1207
      grader grade kadai1 inbox --no-timing
      grader grade kadai2 inbox --device gpu"""
)
@click.argument("assignment")
@click.argument("folder", type=click.Path(path_type=Path))
@output_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    default=cpus,
    show_default="the CPUs there are",
    help="How many programs run side by side.",
)
@click.option("--only", multiple=True, metavar="STUDENT", help="Grade only this one; repeatable.")
@click.option(
    "--unsafe-no-sandbox",
    "unsafe",
    is_flag=True,
    help="Run the programs even where nothing can confine them.",
)
@click.option(
    "--timing/--no-timing",
    default=True,
    show_default=True,
    help="Measure how long right functions take, over growing sizes.",
)
@device_option
@course_option
@lang_option
@json_option
def grade(  # noqa: PLR0913  one parameter per option
    *,
    assignment: str,
    folder: Path,
    out: Path | None,
    jobs: int,
    only: tuple[str, ...],
    unsafe: bool,
    timing: bool,
    device: str,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> Exit:
    """Grade the submissions in FOLDER for ASSIGNMENT.

    FOLDER holds one folder or file per student. Run again, it grades only what changed, goes on
    after an interruption, and grades what waited for a GPU if there is one now. What was graded
    with --no-timing is only measured.

    フォルダの中の提出物を採点します。
    """
    from grader import batch
    from grader.commands.interrupt import announced_interrupt
    from grader.commands.progress import shown_progress
    from grader.commands.publishing import ResultFiles
    from grader.commands.reporting import report_class
    from grader.course import load_assignment
    from grader.sandbox import choose_rung

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    words = open_wording(lang)
    out = results_folder(course, loaded.id, out)
    setup, tools = _prepared(course, loaded, choose_rung(unsafe=unsafe), device)
    job = batch.Job(course=course, folder=folder, out=out, jobs=jobs, only=only, timing=timing)
    files = ResultFiles(out=out, assignment=loaded, lang=words.lang)
    with announced_interrupt(words), shown_progress(words) as watch:
        result = batch.grade_class(job, setup, tools, files, watch)
    return report_class(result, out, loaded, words, as_json=as_json)


def _prepared(
    course: "Course", assignment: "Assignment", probe: "Probe", device: str
) -> "tuple[Setup, OpenTools]":
    """Loads what the class shares, and finds out what the machine offers to the exercises."""
    from grader import batch
    from grader.commands.devices import capabilities_for

    machine = batch.machine_facts(probe)
    capabilities = capabilities_for([assignment], device)
    setup = batch.prepare_setup(course, assignment, machine, os.environ, capabilities)
    return setup, batch.open_tools_on(probe, capabilities)

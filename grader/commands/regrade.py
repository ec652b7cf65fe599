"""`grader regrade`: judge and score the stored evidence again."""

from pathlib import Path

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    output_option,
    results_folder,
    warn_of_absent_checks,
)
from grader.extras import require


@click.command(
    epilog="""\b
    Example:
      grader regrade kadai1
      grader regrade kadai1 -o results/april"""
)
@click.argument("assignment")
@output_option
@course_option
@lang_option
@json_option
def regrade(
    *,
    assignment: str,
    out: Path | None,
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Judge and score ASSIGNMENT again from the stored evidence, without running any program.

    Use it after you change points, checks or wording. Decisions of TAs are kept.
    """
    from grader import batch
    from grader.commands.reporting import report_class
    from grader.course import load_assignment
    from grader.gradebook.desk import collection_of
    from grader.observing import digest_references

    course = open_course(course_folder)
    loaded = load_assignment(course, assignment)
    require("ta")
    words = open_wording(lang)
    warn_of_absent_checks(loaded, words)
    out = results_folder(course, loaded.id, out)
    digests = digest_references(course, loaded)
    collection = collection_of(course, loaded.id)
    files = batch.ResultFiles(out=out, assignment=loaded, lang=words.lang, collection=collection)
    result = batch.regrade_class(loaded, digests, out, files, collection)
    return report_class(result, out, loaded, words, as_json=as_json)

"""`grader merge`: results folders of parts of a class joined into one."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.commands.exits import ExitCode
from grader.commands.options import (
    UsageError,
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    private_results,
    warn_of_absent_checks,
)
from grader.extras import require

if TYPE_CHECKING:
    from grader.batch import MergeConflict, Merged
    from grader.wording import Wording


@click.command(
    epilog="""\b
    Example:
      grader merge results/kadai1
      grader merge results/kadai1 results/kadai1/shards/*
      grader merge results/kadai2 results/kadai2 gpu-machine/kadai2"""
)
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("results", nargs=-1, type=click.Path(path_type=Path))
@course_option
@lang_option
@json_option
def merge(
    *,
    out: Path,
    results: tuple[Path, ...],
    course_folder: Path | None,
    lang: str | None,
    as_json: bool,
) -> ExitCode:
    """Join results folders of parts of a class, or of another machine, in OUT; runs nobody.

    Without RESULTS, joins the shards in OUT. What OUT holds already stays and comes first; what
    people decided in any of them is added. What two folders say differently is named. Run again,
    it joins what is new.
    """
    from grader import batch
    from grader.commands.reporting import report_class
    from grader.course import load_assignment
    from grader.gradebook.desk import collection_of
    from grader.model.errors import IntakeError
    from grader.observing import digest_references
    from grader.store import FILE_NAME, assignment_in

    require("ta")
    course = open_course(course_folder)
    words = open_wording(lang)
    paths = results or tuple(sorted((out / batch.SHARDS).glob(f"*/{FILE_NAME}")))
    sources = list(dict.fromkeys(path.parent if path.name == FILE_NAME else path for path in paths))
    sources = [path for path in sources if path.resolve() != out.resolve()]
    if not sources and not results:
        raise UsageError("{path}: has no shards; name the folders to be joined", path=out)
    assignments = {path: assignment_in(path) for path in sources or [out]}
    if len(set(assignments.values())) > 1:
        listed = "; ".join(f"{path}: {name}" for path, name in assignments.items())
        raise IntakeError("results of several assignments cannot be joined: {names}", names=listed)
    loaded = load_assignment(course, next(iter(assignments.values())))
    warn_of_absent_checks(loaded, words)
    out = private_results(out, words)
    collection = collection_of(course, loaded.id)
    files = batch.ResultFiles(out=out, assignment=loaded, lang=words.lang, collection=collection)
    digests = digest_references(course, loaded)
    merged = batch.merge_results(loaded, digests, out, sources, files, collection)
    if not as_json:
        _tell(merged, len(sources), words)
    conflicts = [_packed(conflict) for conflict in merged.conflicts]
    joined = {"people": merged.people, "conflicts": conflicts}
    return report_class(merged.result, out, loaded, words, as_json=as_json, more=joined)


def _tell(merged: "Merged", folders: int, words: "Wording") -> None:
    counted = {"count": len(merged.added), "folders": folders, "people": merged.people}
    click.echo(words.text("batch.merged", **counted))
    for conflict in merged.conflicts:
        click.secho(words.text(_key(conflict), **_packed(conflict)), fg="yellow", err=True)


def _key(conflict: "MergeConflict") -> str:
    known = conflict.about in {"files", "report", "decision", "taken_back", "comment"}
    return f"batch.conflict_{conflict.about if known else 'check'}"


def _packed(conflict: "MergeConflict") -> dict[str, str]:
    from grader.wording import visible

    return {
        "student": visible(conflict.student),
        "about": conflict.about,
        "subject": conflict.subject,
        "first": str(conflict.first),
        "says": conflict.says,
        "second": str(conflict.second),
        "instead": conflict.instead,
    }

"""`grader verify`: test that assignments accept right programs and reject wrong ones."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from msgspec.structs import replace

from grader.commands.devices import capabilities_for, cpus, fitted
from grader.commands.exits import ExitCode
from grader.commands.options import (
    course_option,
    json_option,
    lang_option,
    open_course,
    open_wording,
    print_json,
    warn_of_absent_checks,
)
from grader.extras import extra_of, install_extras

if TYPE_CHECKING:
    from grader.batch import AssignmentProof
    from grader.wording import Wording


@click.command(
    epilog="""\b
    Example:
      grader verify kadai1
      grader verify"""
)
@click.argument("assignment", required=False)
@course_option
@lang_option
@json_option
def verify(
    *, assignment: str | None, course_folder: Path | None, lang: str | None, as_json: bool
) -> ExitCode:
    """Check the definition of ASSIGNMENT, or of all assignments of the course.

    Checks that the points add up, the reference works, every example gets the declared verdicts,
    and the cases distinguish the common mistakes. Lists what is missing and what to do.
    """
    from grader import batch
    from grader.course import list_assignments, load_assignment
    from grader.judging import absent_checks
    from grader.observing import machine_facts, prepare_setup
    from grader.sandbox import choose_level
    from grader.store import levels_folder

    course = open_course(course_folder)
    names = (assignment,) if assignment else list_assignments(course)
    loaded = [load_assignment(course, name) for name in names]
    words = open_wording(lang)
    level = choose_level(own_code=True, memory=levels_folder(os.environ)).level
    here = capabilities_for(loaded, "auto")
    # Without a GPU, at least what the CPU can show instead is proved.
    capabilities = replace(here, cpu_instead=here.gpu is None)
    for each in loaded:
        warn_of_absent_checks(each, words)
    failures = sum(bool(absent_checks(each)) for each in loaded)
    incomplete = False
    documents: list[dict[str, object]] = []
    for verified in loaded:
        setup = prepare_setup(course, verified, machine_facts(level), os.environ, capabilities)
        jobs = fitted(cpus(), setup, words).jobs
        with batch.workplace_of(course, setup, level) as place:
            proofs = []
            for proof in batch.verify_assignment(setup, place, jobs):
                proofs.append(proof)
                if not as_json:
                    _show(proof, words)
        bad = sum(bool(proof.problems) for proof in proofs)
        lacks = [
            words.text(f"verify.{lack.key}", assignment=verified.id, **lack.params)
            for lack in batch.find_lacks(setup)
        ]
        waiting = [set(map(extra_of, proof.waiting)) - {""} for proof in proofs]
        missing = set().union(*waiting)
        unseen = sum(map(bool, waiting))
        incomplete |= bool(missing)
        failures += bad
        if as_json:
            documents.append(_document(verified.id, proofs, lacks, words))
            continue
        done = ("unseen", "yellow") if missing else ("proved", "green")
        key, colour = ("unproved", "red") if bad else done
        sentence = words.text(
            f"verify.{key}",
            assignment=verified.id,
            count=bad or unseen,
            command=install_extras(missing),
        )
        click.secho(sentence, fg=colour, bold=True)
        for text in lacks:
            click.secho(text, fg="yellow")
    if as_json:
        print_json({"assignments": documents})
    if failures:
        return ExitCode.FAILED
    return ExitCode.OURS if incomplete else ExitCode.DONE


def _document(
    name: str, proofs: "Sequence[AssignmentProof]", lacks: Sequence[str], words: "Wording"
) -> dict[str, object]:
    from grader.wording import say

    return {
        "assignment": name,
        "proved": not any(proof.problems for proof in proofs),
        "proofs": [
            {
                "subject": proof.subject,
                "name": proof.name,
                "waiting": list(proof.waiting),
                "problems": [say(problem, words.lang) for problem in proof.problems],
                "prints": [str(place) for place in proof.prints],
                "warnings": [say(warning, words.lang) for warning in proof.warnings],
            }
            for proof in proofs
        ],
        "lacks": list(lacks),
    }


def _show(proof: "AssignmentProof", words: "Wording") -> None:
    from grader.wording import say

    subject = words.text(f"verify.{proof.subject}", name=proof.name, exercise=proof.name)
    mark, colour = ("×", "red") if proof.problems else ("○", "green")
    if proof.waiting:
        mark, colour = "-", "yellow"
        subject += f" ({words.text('verify.waiting', needs=', '.join(proof.waiting))})"
    click.secho(f"{mark} {subject}", fg=colour)
    for place in proof.prints:
        click.secho(f"    {words.text('verify.prints', place=place)}", fg="yellow")
    for warning in proof.warnings:
        click.secho(f"    {say(warning, words.lang)}", fg="yellow")
    for problem in proof.problems:
        click.echo(f"    {say(problem, words.lang)}")

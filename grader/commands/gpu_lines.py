"""What `grader machine` says of the GPU: the diagnosis, and the known answers."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from grader.sandbox.machine.diagnosis import Line
    from grader.sandbox.machine.self_test import KnownAnswers, SelfTest
    from grader.wording import Wording

COLOURS = {"ok": "green", "warning": "yellow", "problem": "red"}


def show_lines(lines: Iterable["Line"], words: "Wording") -> None:
    """Prints the diagnosis."""
    click.echo("\n" + words.text("machine.gpu.title"))
    for line in lines:
        _show(line.level.value, words.text(f"machine.gpu.{line.key}", **line.params), words)
        if line.command:
            click.echo("      " + words.text("machine.gpu.mend", command=line.command))


def show_self_test(test: "SelfTest", words: "Wording") -> None:
    """Prints which known answers came out, and who computed them."""
    device = test.device.upper()
    click.echo("\n" + words.text("machine.gpu.selftest", device=device))
    for answers in test.answers:
        key = "right" if answers.holds else "wrong"
        level = "ok" if answers.holds else "problem"
        _show(level, words.text(f"machine.gpu.{key}", **_params(answers, words)), words)
    for library, error in test.errors.items():
        sentence = words.text("machine.gpu.untried", library=library, error=error)
        _show("warning" if test.answers else "problem", sentence, words)
    if not test.answers and not test.errors:
        _show("problem", words.text("machine.gpu.nothing"), words)


def lines_document(lines: Iterable["Line"], words: "Wording") -> list[dict[str, Any]]:
    """Gives the diagnosis for JSON, with the sentences."""
    return [
        {**asdict(line), "message": words.text(f"machine.gpu.{line.key}", **line.params)}
        for line in lines
    ]


def self_test_document(test: "SelfTest") -> dict[str, Any]:
    """Gives the known answers for JSON."""
    answers = [{**asdict(one), "holds": one.holds} for one in test.answers]
    return {**asdict(test), "answers": answers, "holds": test.holds}


def _show(level: str, sentence: str, words: "Wording") -> None:
    click.secho(f"  {words.text('machine.gpu.' + level):8} ", fg=COLOURS[level], nl=False)
    click.echo(sentence)


def _params(answers: "KnownAnswers", words: "Wording") -> dict[str, str | int]:
    from grader.sandbox.machine.self_test import UNITS

    libraries = ", ".join(answers.served)
    return {
        "library": answers.library,
        "operation": answers.operation,
        "dtype": answers.dtype,
        "sizes": answers.sizes,
        "ratio": f"{answers.ratio:.3g}",
        "bound": f"{UNITS[answers.dtype]:g}",
        "wrong": ", ".join(answers.wrong),
        "served": words.text("machine.gpu.served", libraries=libraries) if libraries else "",
    }

"""`grader machine`: what this machine can do."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from grader import __version__
from grader.commands.cpus import cpus
from grader.commands.exits import Exit
from grader.commands.options import json_option, lang_option, open_wording

if TYPE_CHECKING:
    from grader.sandbox import Probe
    from grader.wording import Wording


@click.command(
    epilog="""\b
    Example / 例:
      grader machine
      grader machine --json"""
)
@lang_option
@json_option
def machine(
    *,
    lang: str | None,
    as_json: bool,
) -> Exit:
    """Say what this machine can do: the rung of the safety ladder, and why not a higher one.

    このコンピュータで何ができるかを表示します。
    """
    from grader.sandbox import probe_all

    facts = machine_document()
    probes = probe_all()
    if as_json:
        document = {"schema": 1, **facts, "ladder": [asdict(probe) for probe in probes]}
        click.echo(json.dumps(document, ensure_ascii=False, indent=1, default=dict))
        return Exit.DONE
    for key, value in facts.items():
        click.echo(f"{key:12} {value}")
    _show_ladder(probes, open_wording(lang))
    return Exit.DONE


def _show_ladder(probes: "Sequence[Probe]", words: "Wording") -> None:
    from grader.sandbox import Rung

    used = next((probe.rung for probe in probes if probe.holds and probe.rung is not Rung.D), None)
    click.echo("\n" + words.text("machine.ladder"))
    for probe in probes:
        key = "holds" if probe.holds else "refused"
        key = "used" if probe.rung is used else "unsafe" if probe.rung is Rung.D else key
        colour = "green" if probe.holds else "yellow"
        answer = words.text(f"machine.{key}", reason=probe.reason)
        click.secho(f"  {probe.rung:3} {answer}", fg=colour)
        for held, sentence in ((True, "stopped"), (False, "leaked")):
            if attacks := tuple(name for name, was in probe.stopped.items() if was is held):
                click.echo("      " + words.text(f"machine.{sentence}", attacks=attacks))


def machine_document() -> dict[str, object]:
    """Describes the machine: versions, CPUs this process may use, memory in MiB (0 = unknown)."""
    return {
        "grader": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpus": cpus(),
        "memory_mib": _memory_mib(),
    }


def _memory_mib() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, OSError, ValueError):
        return 0

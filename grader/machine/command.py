"""Implement `grader machine`."""

import json
import os
import platform
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from grader import __version__
from grader.commands.devices import cpus, device_option
from grader.commands.exits import ExitCode
from grader.commands.options import json_option, lang_option, open_wording

if TYPE_CHECKING:
    from grader.machine.diagnosis import DiagnosisLine
    from grader.machine.plugins import PluginLine
    from grader.machine.self_test import KnownAnswers, SelfTest
    from grader.model.machine import Interpreter
    from grader.sandbox import Probe
    from grader.wording import Wording

ON_A_DEVICE = ("torch", "cupy")
IN_PYTHONS = ("numpy", "scipy", *ON_A_DEVICE)  # searched for in each Python
COLOURS = {"ok": "green", "warning": "yellow", "problem": "red"}


@click.command(
    epilog="""\b
    Example:
      grader machine
      grader machine --json
      grader machine --selftest --device gpu"""
)
@lang_option
@json_option
@click.option(
    "--selftest", is_flag=True, help=("Run calculations with known answers in PyTorch and CuPy.")
)
@device_option
def machine(
    *,
    lang: str | None,
    as_json: bool,
    selftest: bool,
    device: str,
) -> ExitCode:
    """Show what this computer can do (isolation levels, libraries, GPU) and how to fix problems.

    It also lists the plugins: one of another distribution runs outside the sandbox and is trusted
    like grader itself. With --selftest, the exit code is 3 if a calculation gives a wrong answer.
    """
    from grader.machine.diagnosis import diagnose
    from grader.machine.facts import gather_facts
    from grader.machine.plugins import list_plugins
    from grader.sandbox import probe_all

    facts, words = machine_document(), open_wording(lang)
    lines = diagnose(gather_facts())
    test = _self_test(device) if selftest else None
    probes, plugins = probe_all(), list_plugins(words)
    pythons = _pythons()
    facts["bubblewrap"] = _bubblewrap(probes)
    if as_json:
        document = {"schema": 1, **facts, "ladder": [_as_json(probe) for probe in probes]}
        document["word_pages"] = _word_pages(probes)
        document["gpu"] = [
            {**to_builtins(line), "message": words.text(f"machine.gpu.{line.key}", **line.params)}
            for line in lines
        ]
        document["pythons"] = pythons
        document["plugins"] = to_builtins(plugins)
        document["selftest"] = _self_test_document(test) if test else None
        click.echo(json.dumps(document, ensure_ascii=False, indent=1, default=dict))
    else:
        for key, value in facts.items():
            click.echo(f"{key:12} {_plain(value)}")
        _show_ladder(probes, words)
        _show_pythons(pythons, words)
        click.echo("\n" + words.text("machine.word.title"))
        word = _word_pages(probes)
        _show("ok" if word == "shown" else "warning", words.text(f"machine.word.{word}"), words)
        _show_plugins(plugins, words)
        _show_lines(lines, words)
        if test:
            _show_self_test(test, words)
    return ExitCode.DONE if test is None or test.holds else ExitCode.OURS


def _pythons() -> "list[dict[str, object]]":
    """Describe the Pythons that can run programs, grader's own first."""
    from grader.model.machine import OWN_VERSION
    from grader.sandbox import find_pythons, versions_here
    from grader.sandbox.packages import installed_versions

    own: dict[str, object] = {
        "version": OWN_VERSION,
        "release": platform.python_version(),
        "path": sys.executable,
        "own": True,
        "packages": dict(installed_versions(IN_PYTHONS)),
    }
    others = find_pythons(versions_here(), IN_PYTHONS)
    return [own, *(_python(interpreter) for interpreter in others)]


def _python(interpreter: "Interpreter") -> dict[str, object]:
    return {
        "version": interpreter.version,
        "release": interpreter.release,
        "path": interpreter.path,
        "own": False,
        "packages": dict(interpreter.packages),
    }


def _show_pythons(pythons: "Iterable[dict[str, object]]", words: "Wording") -> None:
    """Print the Pythons with their versions of the usual libraries."""
    click.echo("\n" + words.text("machine.pythons.title"))
    for python in pythons:
        key = "own" if python["own"] else "other"
        said = {name: str(python[name]) for name in ("release", "path")}
        packages = _plain(python["packages"])
        _show("ok", words.text(f"machine.pythons.{key}", packages=packages, **said), words)


def _bubblewrap(probes: "Sequence[Probe]") -> str:
    """Return version and path of the bubblewrap in use; "-" if no level uses it."""
    from grader.sandbox.levels import CONFIGS
    from grader.sandbox.mounts import bubblewrap_version, find_bubblewrap

    held = [CONFIGS[one.level] for one in probes if one.holds and CONFIGS[one.level].namespaces]
    if not held:
        return "-"
    program = find_bubblewrap(as_root=held[0].as_root)
    return f"{bubblewrap_version(program) or '?'} ({program})"


def _word_pages(probes: "Sequence[Probe]") -> str:
    """Return how the review page shows Word reports here, as a key of the wording."""
    from grader.protocols import reports
    from grader.sandbox import japanese_font

    used = next((probe.level for probe in probes if probe.holds), None)
    knows = reports()
    if knows is None:
        return "no_plugin"
    if not knows.has_office():
        return "no_office"
    if used is None or not knows.holds_office(used):
        return "no_wall"
    return "shown" if japanese_font() else "no_font"


def _self_test(device: str) -> "SelfTest":
    """Test the device asked for; by default the GPU if there is one."""
    from grader.machine.self_test import run_self_test
    from grader.sandbox import find_capabilities

    capabilities = find_capabilities(ON_A_DEVICE, device)
    kind = "gpu" if capabilities.gpu else "cpu"
    names = [name for name in ON_A_DEVICE if name in capabilities.libraries]
    return run_self_test(kind, [name for name in names if kind == "gpu" or name != "cupy"])


def _plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {version}" for name, version in value.items()) or "-"
    return str(value)


def _as_json(probe: "Probe") -> dict[str, object]:
    facts = to_builtins(probe)
    return {"rung": facts.pop("level"), **facts}


def _show_ladder(probes: "Sequence[Probe]", words: "Wording") -> None:
    from grader.sandbox import IsolationLevel

    used = next(
        (probe.level for probe in probes if probe.holds and probe.level is not IsolationLevel.D),
        None,
    )
    click.echo("\n" + words.text("machine.ladder"))
    for probe in probes:
        key = "holds" if probe.holds else "refused"
        key = (
            "used" if probe.level is used else "unsafe" if probe.level is IsolationLevel.D else key
        )
        colour = "green" if probe.holds else "yellow"
        key = key if probe.settled else "unsettled"
        answer = words.text(f"machine.{key}", reason=probe.reason)
        click.secho(f"  {probe.level:3} {answer}", fg=colour)
        for held, sentence in ((True, "stopped"), (False, "leaked")):
            if attacks := tuple(name for name, was in probe.stopped.items() if was is held):
                click.echo("      " + words.text(f"machine.{sentence}", attacks=attacks))


def machine_document() -> dict[str, object]:
    """Describe the machine: versions, CPUs this process may use, memory in MiB (0 = unknown)."""
    from grader.sandbox.packages import installed_versions

    return {
        "grader": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "cpus": cpus(),
        "memory_mib": _memory_mib(),
        "packages": dict(installed_versions(IN_PYTHONS)),
    }


def _memory_mib() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, OSError, ValueError):
        return 0


def _show_plugins(plugins: Iterable["PluginLine"], words: "Wording") -> None:
    click.echo("\n" + words.text("machine.plugins.title"))
    for plugin in plugins:
        level = "problem" if plugin.broken else "warning" if plugin.foreign else "ok"
        key = "broken" if plugin.broken else "foreign" if plugin.foreign else "own"
        params = {name: value for name, value in to_builtins(plugin).items() if name != "foreign"}
        _show(level, words.text(f"machine.plugins.{key}", **params), words)


def _show_lines(lines: Iterable["DiagnosisLine"], words: "Wording") -> None:
    click.echo("\n" + words.text("machine.gpu.title"))
    for line in lines:
        _show(line.level.value, words.text(f"machine.gpu.{line.key}", **line.params), words)
        if line.command:
            click.echo("      " + words.text("machine.gpu.mend", command=line.command))
        if line.links:
            click.echo("      " + words.text("machine.gpu.see", links=", ".join(line.links)))


def _show_self_test(test: "SelfTest", words: "Wording") -> None:
    """Print the results of the self-test, and the libraries that computed them."""
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


def _self_test_document(test: "SelfTest") -> dict[str, Any]:
    answers = [{**to_builtins(answer), "holds": answer.holds} for answer in test.answers]
    return {**to_builtins(test), "answers": answers, "holds": test.holds}


def _show(level: str, sentence: str, words: "Wording") -> None:
    click.secho(f"  {words.text('machine.gpu.' + level):8} ", fg=COLOURS[level], nl=False)
    click.echo(sentence)


def _params(answers: "KnownAnswers", words: "Wording") -> dict[str, str | int]:
    from grader.machine.self_test import UNITS

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

"""The table of everything specific to a subject: the engine's own packages, then the plugins.

A line names a module `plugin.py` whose PLUGIN lists what it provides: checks, commands, sentences.
The order is that of the findings on a sheet. Nothing else in the engine names a plugin: delete a
plugin's folder and its line here, and everything else still works. Another distribution adds a
plugin by an entry point of the group `saiten.plugins`. Such code runs on the host and is trusted
like grader itself.

    [project.entry-points."saiten.plugins"]
    fortran = "our_fortran.plugin:PLUGIN"
"""

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from grader.model.check import Check
from grader.model.course import ARRAYS, Exercise
from grader.model.errors import Fault, shield
from grader.model.formats import ExportFormat

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ROOMS = "grader.rooms"  # the engine's own, in the form of plugins; none of them can be removed

PLUGINS: Mapping[str, str] = MappingProxyType(
    {
        "arrays": "grader.exercises.arrays.plugin",
        "c": "grader.exercises.c.plugin",
        "values": "grader.exercises.values.plugin",
        "scripts": "grader.exercises.scripts.plugin",
        "reports": "grader.reports.plugin",
        "nets": "grader.exercises.nets.plugin",
        "clocks": "grader.clocks.plugin",
        "timing": "grader.timing.plugin",
        "demo": "grader.demo.plugin",
        "scaffolding": "grader.scaffolding.plugin",
        "machine": "grader.machine.plugin",
        "review": "grader.review.plugin",
        "lms": "grader.lms.plugin",
        "totals": "grader.totals.plugin",
        "questions": "grader.questions.plugin",
        "kit": "grader.kit.plugin",
        "web": "grader.web.plugin",
        "cluster": "grader.cluster.plugin",
        "notebook": "grader.notebook.plugin",
        "github": "grader.github.plugin",
    }
)

GROUP = "saiten.plugins"
CODE = re.compile("[A-Z]{3}[0-9]{3}")


class Plugin(Struct, frozen=True, kw_only=True):
    """What a plugin provides. Cheap to import: heavy parts are names, loaded on first use.

    >>> Plugin(name="fortran", package="our_fortran").schema
    1
    """

    name: str
    package: str
    """Where its sentences lie (ja.toml, en.toml, help_ja.toml, checks/CODE.md), and in `layouts`
    those of downloads that it knows."""
    schema: int = 1  # of its record; raised with a change, so that only this plugin observes again
    checks: tuple[Check, ...] = ()
    commands: tuple[str, ...] = ()
    """Click commands, "grader.scaffolding.command:new"; the function is named like the command."""
    extends: Mapping[str, str] = field(default_factory=dict)
    """By the name of a command, a function that adds options to it: it is given the click command,
    and returns nothing. Where there is no such command, nothing is added."""
    kind: str = ""  # an ExerciseKind, for exercises of the kind with this plugin's name
    calls: Mapping[str, str] = field(default_factory=dict)
    """By a word that exercises may have under `calls`, an OwnCalls that knows what it means; "" of
    a plugin that `asks` itself."""
    asks: str = ""  # an AsksPrograms, for exercises with its words under `calls`
    forms: Mapping[str, str] = field(default_factory=dict)
    """By a word for `grader new --form`, a DraftsForm (`kinds.py`)."""
    table: str = ""
    """The class of a table [exercise.NAME] of assignment.toml, NAME being the plugin's."""
    maker: str = ""  # a module of its folder `guest` that makes calls in its own way; see Target.by
    inspector: str = ""  # an Inspector
    record: str = ""
    """The class of its record of a submission: names of other people in its texts are masked."""
    runs: str = ""  # a RunsScripts; of several the first is asked
    extracts: str = ""
    """A function that guesses in a parsed program without functions which part is the work; it
    runs where sources are read, see source.reading."""
    shows: str = ""  # a Shows
    shows_class: str = ""  # a ShowsClass
    sheet_form: str = ""  # a SheetForms; of several the first is asked
    shows_beside: str = ""  # a ShowsBeside
    writes: str = ""  # a Writes
    measures: str = ""  # a Measures; of several the first is asked
    formats: tuple[ExportFormat, ...] = ()  # in which gradebooks are written
    reports: str = ""  # a Reports; of several the first is asked
    examines: str = ""  # an Examines
    places: str = ""  # a CheckPlaces: where `check` may be used, other than in a course
    check_formats: Mapping[str, str] = field(default_factory=dict)
    """By a word for `grader check --format`, a function from `Checked` (`commands/formats.py`) to
    the text."""
    ipython: str = ""
    """A function that adds magics to a notebook's InteractiveShell, at `%load_ext grader`."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its checks."""
        return tuple(check.code for check in self.checks)

    @property
    def folder(self) -> Path:
        """The folder of its sentences."""
        return folder_of(self.package)


def folder_of(package: str) -> Path:
    """Return the folder of a package, without importing it."""
    spec = find_spec(package)
    origin = spec.origin if spec is not None else None
    assert origin is not None, package
    return Path(origin).parent


class Lost(Struct, frozen=True, kw_only=True):
    """A plugin that exists but cannot be used."""

    name: str
    fault: Fault


@cache
def distributions() -> Mapping[str, str]:
    """Return name and version of each foreign plugin's distribution, such as "our-fortran 0.2"."""
    found = ((name, point.dist) for name, point in foreign().items())
    return MappingProxyType(
        {name: f"{dist.name} {dist.version}" for name, dist in found if dist is not None}
    )


@cache
def found() -> tuple[Mapping[str, Plugin], tuple[Lost, ...]]:
    """Import every plugin once; return the usable ones by name, and the others."""
    usable: dict[str, Plugin] = {}
    lost: list[Lost] = []
    for room in import_module(ROOMS).ROOMS:
        usable[room.name] = room
    for name, load in _offered():
        if name in usable:
            continue  # of two with one name, ours counts, or else the first
        with shield() as fault:
            usable[name] = _sound(name, load(), usable)
        if fault:
            lost.append(Lost(name=name, fault=fault.caught))
    return MappingProxyType(usable), tuple(lost)


def _offered() -> Iterator[tuple[str, Any]]:
    for name, module in PLUGINS.items():
        yield name, lambda module=module: import_module(module).PLUGIN
    for point in _entry_points():
        yield point.name, point.load


def _entry_points() -> tuple["EntryPoint", ...]:
    """List the entry points of our group; usually there is none, as their files show.

    Asking importlib.metadata takes a fifth of the time of `grader --help`.
    """
    folders = [Path(entry) for entry in sys.path]
    files = (file for folder in folders for file in folder.glob("*-info/entry_points.txt"))
    if not any(map(_may_name_plugins, files)):
        return ()
    from importlib.metadata import entry_points

    return tuple(sorted(entry_points(group=GROUP), key=lambda point: point.name))


def _may_name_plugins(file: Path) -> bool:
    with suppress(OSError):
        return GROUP.encode() in file.read_bytes()
    return True


def _sound(name: str, plugin: object, others: Mapping[str, Plugin]) -> Plugin:
    """Refuse anything but a plugin of this name with valid codes that no other plugin has."""
    if not isinstance(plugin, Plugin) or plugin.name != name:
        raise TypeError(f"the entry point {name} is no Plugin with this name: {plugin!r:.80}")
    taken = {code for other in others.values() for code in other.codes}
    for code in plugin.codes:
        if not CODE.fullmatch(code):
            raise ValueError(f"a check's code is three letters and three digits, not {code!r}")
        if code in taken:
            raise ValueError(f"the check {code} is another plugin's")
    formats = {form.name for other in others.values() for form in other.formats}
    for form in plugin.formats:
        if form.name in formats:
            raise ValueError(f"the format {form.name} is another plugin's")
    return plugin


def installed() -> Mapping[str, Plugin]:
    """Return the usable rooms and plugins by name, in the order of a sheet."""
    return found()[0]


def foreign() -> Mapping[str, "EntryPoint"]:
    """Return the entry points of other distributions by plugin name; load none."""
    points: dict[str, EntryPoint] = {}
    for point in _entry_points():
        if point.name not in PLUGINS:
            points.setdefault(point.name, point)
    return MappingProxyType(points)


def foreign_packages() -> tuple[str, ...]:
    """List the top-level packages of usable plugins of other distributions."""
    usable = (installed().get(name) for name in foreign())
    tops = (plugin.package.partition(".")[0] for plugin in usable if plugin is not None)
    return tuple(dict.fromkeys(tops))


def load(name: str) -> Any:
    """Load the object that a plugin names: "grader.timing.checks:growth"."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


@cache
def checks() -> tuple[Check, ...]:
    """List every check of every plugin, in the order of a sheet."""
    return tuple(check for plugin in installed().values() for check in plugin.checks)


def caller_of(calls: str) -> str:
    """Return the plugin for a word under `calls`; if there is none, the word."""
    names = (plugin.name for plugin in installed().values() if calls in plugin.calls)
    return "" if calls == ARRAYS else next(names, calls)


def makers_of(exercise: Exercise) -> tuple[str, ...]:
    """List the sandbox modules that call an exercise's entry in their own way."""
    plugin = installed().get(exercise.kind)
    return (plugin.maker,) if plugin is not None and plugin.maker else ()


def table_of(kind: str) -> type[Any] | None:
    """Load the class of a plugin's table in an exercise; None without a table or plugin."""
    plugin = installed().get(kind)
    return load(plugin.table) if plugin is not None and plugin.table else None


def forms() -> tuple[str, ...]:
    """List the words for `grader new --form`."""
    return tuple(form for plugin in installed().values() for form in plugin.forms)


@cache
def check_formats() -> Mapping[str, str]:
    """List the words of plugins for `grader check --format`, each with its function."""
    offered = (plugin.check_formats for plugin in installed().values())
    return MappingProxyType({word: name for each in offered for word, name in each.items()})


def extractor() -> str:
    """Return the function that extracts work from a program without functions; "" for none."""
    return next((plugin.extracts for plugin in installed().values() if plugin.extracts), "")


def inspectors() -> tuple[Plugin, ...]:
    """List the plugins that have an inspector."""
    return tuple(plugin for plugin in installed().values() if plugin.inspector)


@cache
def plugin_of(check: Check) -> Plugin:
    """Return the plugin of a check."""
    return next(plugin for plugin in installed().values() if check in plugin.checks)


@cache
def slugs() -> Mapping[str, str]:
    """Map every code to its slug in the order of the docs: by letters, then by number."""
    letters = [check.code.rstrip("0123456789") for check in checks()]
    ordered = sorted(
        checks(), key=lambda check: (letters.index(check.code.rstrip("0123456789")), check.code)
    )
    return MappingProxyType({check.code: check.slug for check in ordered})


def commands() -> tuple[str, ...]:
    """List the names of all commands."""
    return tuple(
        named.partition(":")[2].replace("_", "-")
        for plugin in installed().values()
        for named in plugin.commands
    )


@cache
def guest_folders() -> tuple[Path, ...]:
    """List the folders of plugins' sandbox modules, which become part of `_grader_guest`."""
    guests = (folder / "guest" for folder in folders())
    return tuple(folder for folder in guests if folder.is_dir())


@cache
def layouts() -> tuple[Path, ...]:
    """List the TOML files with layouts of downloads, of rooms and plugins."""
    files = (plugin.folder.glob("layouts/*.toml") for plugin in installed().values())
    return tuple(file for of_one in files for file in sorted(of_one))


def folders() -> tuple[Path, ...]:
    """List the folders with sentences and check pages, of rooms and plugins."""
    worded = tuple(map(folder_of, import_module(ROOMS).WORDED))
    own = (plugin.folder for plugin in installed().values())
    return tuple(dict.fromkeys((*worded, *own)))  # two plugins may share a package

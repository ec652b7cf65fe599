"""The table of everything that knows a subject: the engine's own rooms, then the plugins.

A line names a module `plugin.py` whose PLUGIN says what it offers: checks, commands, sentences. The
order is that in which a sheet tells the findings. Nothing else in the engine names a plugin; delete
a plugin's folder and its line here, and everything else goes on. Another distribution adds a plugin
by an entry point of the group `saiten.plugins`. Such code runs on the host and is trusted like
grader itself.

    [project.entry-points."saiten.plugins"]
    fortran = "our_fortran.plugin:PLUGIN"
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from grader.model.check import Check
from grader.model.errors import Fault, shield

ROOMS = "grader.rooms"  # the engine's own, in the form of plugins: none of them can be taken away

PLUGINS: Mapping[str, str] = MappingProxyType(
    {
        "c": "grader.exercises.c.plugin",
        "reports": "grader.report.plugin",
        "clocks": "grader.clocks.plugin",
        "timing": "grader.timing.plugin",
    }
)

GROUP = "saiten.plugins"


class Plugin(Struct, frozen=True, kw_only=True):
    """What a plugin offers. Light to import: what is heavy is a name, loaded when it is asked.

    >>> Plugin(name="fortran", package="our_fortran", title={"en": "Fortran"}).schema
    1
    """

    name: str
    package: str  # where its sentences lie: ja.toml, en.toml, help_ja.toml, checks/CODE.md
    title: Mapping[str, str]  # by language: what people call it
    schema: int = 1  # of its record: raised when that changes, and only this plugin observes again
    checks: tuple[Check, ...] = ()
    commands: tuple[str, ...] = ()  # "grader.machine.command:machine": click commands
    extends: Mapping[str, str] = field(default_factory=dict)
    """By the name of a command of the engine, a function that adds options to it: it is given the
    click command, and returns nothing."""
    kind: str = ""  # an ExerciseKind, for exercises of the kind with this plugin's name
    inspector: str = ""  # an Inspector
    places: str = ""  # a CheckPlaces: what `check` may be asked in, other than a course

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of its checks."""
        return tuple(check.code for check in self.checks)

    @property
    def folder(self) -> Path:
        """The folder of its sentences; the package itself is not imported for that."""
        spec = find_spec(self.package)
        origin = spec.origin if spec is not None else None
        assert origin is not None, self.package
        return Path(origin).parent


class Lost(Struct, frozen=True, kw_only=True):
    """A plugin that is there and cannot be used."""

    name: str
    fault: Fault


@cache
def found() -> tuple[Mapping[str, Plugin], tuple[Lost, ...]]:
    """Imports every plugin once: those that can be used, by name, and those that cannot."""
    usable: dict[str, Plugin] = {}
    lost: list[Lost] = []
    for room in import_module(ROOMS).ROOMS:
        usable[room.name] = room
    for name, load in _offered():
        if name in usable:
            continue  # of two with one name, ours counts, and then the first
        with shield() as fault:
            usable[name] = _called(name, load())
        if fault:
            lost.append(Lost(name=name, fault=fault.caught))
    return MappingProxyType(usable), tuple(lost)


def _offered() -> Iterator[tuple[str, Any]]:
    for name, module in PLUGINS.items():
        yield name, lambda module=module: import_module(module).PLUGIN
    for point in sorted(_entry_points(), key=lambda point: point.name):
        yield point.name, point.load


def _entry_points() -> tuple[EntryPoint, ...]:
    return tuple(entry_points(group=GROUP))


def _called(name: str, plugin: object) -> Plugin:
    if not isinstance(plugin, Plugin) or plugin.name != name:
        raise TypeError(f"the entry point {name} is no Plugin with this name: {plugin!r:.80}")
    return plugin


def installed() -> Mapping[str, Plugin]:
    """Lists the rooms and plugins that can be used, by name, in the order of a sheet."""
    return found()[0]


def load(name: str) -> Any:
    """Finds what a plugin names: "grader.timing.checks:growth"."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


@cache
def checks() -> tuple[Check, ...]:
    """Lists every check of every plugin, in the order of a sheet."""
    return tuple(check for plugin in installed().values() for check in plugin.checks)


def inspectors() -> tuple[Plugin, ...]:
    """Lists the plugins that look at a submission as a whole."""
    return tuple(plugin for plugin in installed().values() if plugin.inspector)


def plugin_of(check: Check) -> Plugin:
    """Finds who answers a check."""
    return next(plugin for plugin in installed().values() if check in plugin.checks)


@cache
def slugs() -> Mapping[str, str]:
    """Lists every code with its slug in the order of the docs: by letters, then by number."""
    letters = [check.code.rstrip("0123456789") for check in checks()]
    ordered = sorted(
        checks(), key=lambda check: (letters.index(check.code.rstrip("0123456789")), check.code)
    )
    return MappingProxyType({check.code: check.slug for check in ordered})


@cache
def guest_folders() -> tuple[Path, ...]:
    """Lists the folders with what plugins have inside the sandbox: modules of `_grader_guest`."""
    guests = (folder / "guest" for folder in folders())
    return tuple(folder for folder in guests if folder.is_dir())


def folders() -> tuple[Path, ...]:
    """Lists where sentences and pages of checks lie, in the order of the table."""
    return tuple(plugin.folder for plugin in installed().values())

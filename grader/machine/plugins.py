"""Which plugins there are, whose they are, and why one cannot be used."""

from collections.abc import Iterator
from importlib import metadata

from msgspec import Struct

import grader
from grader.model.errors import shield
from grader.plugins import PLUGINS, Plugin, foreign, found, load
from grader.wording import Wording

OURS = "saiten"  # the distribution that grader comes with


class PluginLine(Struct, frozen=True, kw_only=True):
    """One plugin of this installation."""

    name: str
    title: str = ""  # "" where it cannot be loaded
    distribution: str
    version: str
    foreign: bool  # of another distribution
    broken: str = ""  # why it cannot be used


def list_plugins(words: Wording) -> tuple[PluginLine, ...]:
    """List the plugins, ours first; the engine's own rooms are none."""
    return tuple(_lines(words))


def _lines(words: Wording) -> Iterator[PluginLine]:
    usable, lost = found()
    reasons = {each.name: each.fault.summary for each in lost}
    others = foreign()
    for name in (*PLUGINS, *others):
        origin = others[name].dist if name in others else _installed(OURS)
        plugin = usable.get(name)
        yield PluginLine(
            name=name,
            title=words.plugin(name) if plugin is not None else "",
            distribution=OURS if name not in others else origin.name if origin else "?",
            version=origin.version if origin else grader.__version__,
            foreign=name in others,
            broken=reasons.get(name) or (_lacks(plugin) if plugin is not None else ""),
        )


def _lacks(plugin: Plugin) -> str:
    """Load all that a plugin names; the reason why that is not possible, or ""."""
    shown = (plugin.shows, plugin.shows_class, plugin.writes)
    named = (plugin.kind, plugin.inspector, plugin.measures, plugin.places, *shown)
    checks = (check.function for check in plugin.checks)
    with shield() as fault:
        for name in filter(None, (*named, *plugin.commands, *plugin.extends.values(), *checks)):
            load(name)
    return fault.caught.summary if fault else ""


def _installed(name: str) -> metadata.Distribution | None:
    """Find a distribution; a tree that was never installed has none."""
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None

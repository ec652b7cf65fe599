"""List the installed plugins, their distributions, and why some are unusable."""

from collections.abc import Iterator
from importlib import metadata

from msgspec import Struct

import grader
from grader.model.errors import shield
from grader.plugins import PLUGINS, Plugin, foreign, found, load
from grader.wording import Wording

OURS = "saiten"  # the distribution of grader itself


class PluginLine(Struct, frozen=True, kw_only=True):
    """An installed plugin."""

    name: str
    title: str = ""  # "" if it cannot be loaded
    distribution: str
    version: str
    foreign: bool  # of another distribution
    broken: str = ""  # the reason why it is unusable


def list_plugins(words: Wording) -> tuple[PluginLine, ...]:
    """Return the plugins, ours first; the engine's own packages are not plugins."""
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
    """Load everything that a plugin names; return why that fails, or ""."""
    shown = (plugin.shows, plugin.shows_class, plugin.writes)
    named = (plugin.kind, plugin.inspector, plugin.measures, plugin.places, *shown)
    checks = (check.function for check in plugin.checks)
    with shield() as fault:
        for name in filter(None, (*named, *plugin.commands, *plugin.extends.values(), *checks)):
            load(name)
    return fault.caught.summary if fault else ""


def _installed(name: str) -> metadata.Distribution | None:
    """Return a distribution; None for a source tree that was never installed."""
    try:
        return metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return None

"""Collect the plugins' parts of pages, and of a sheet's JSON."""

from collections.abc import Mapping, Sequence

from grader.model.course import Assignment
from grader.model.errors import shield
from grader.plugins import Plugin, installed, load
from grader.protocols import About, Classmate, Fragment, Shows, ShowsClass, Writes
from grader.wording.bilingual import Bilingual


def fragments_of(about: About, words: Bilingual) -> list[Fragment]:
    """Ask every plugin for its piece of a page; for one that raises, a notice is shown instead."""
    shown: list[Fragment] = []
    for plugin in _with("shows"):
        with shield() as fault:
            shows: Shows = load(plugin.shows)
            fragment = shows.show(about, words)
            if fragment is not None:
                shown.append(fragment)
        if fault:
            shown.append(_went_wrong(plugin, words))
    return shown


def class_fragments(
    classmates: Sequence[Classmate], assignment: Assignment, words: Bilingual
) -> list[Fragment]:
    """Ask every plugin for its pieces of the page about a class."""
    shown: list[Fragment] = []
    for plugin in _with("shows_class"):
        with shield() as fault:
            shows: ShowsClass = load(plugin.shows_class)
            shown += shows.show_class(classmates, assignment, words)
        if fault:
            shown.append(_went_wrong(plugin, words))
    return shown


def writers() -> dict[str, Writes]:
    """Load what writes keys of a sheet's JSON, by plugin; skip what cannot be loaded."""
    found: dict[str, Writes] = {}
    for plugin in _with("writes"):
        with shield():
            found[plugin.name] = load(plugin.writes)
    return found


def written_parts(about: About) -> dict[str, object]:
    """Ask every plugin for its keys of a sheet's JSON; if it raises, they are null."""
    parts: dict[str, object] = {}
    for writes in writers().values():
        written: Mapping[str, object] = {}
        with shield():
            written = writes.write(about)
        keys = writes.sheet_keys if about.exercise is None else writes.exercise_keys
        parts |= {key: written.get(key) for key in keys}
    return parts


def _with(part: str) -> list[Plugin]:
    return [plugin for plugin in installed().values() if getattr(plugin, part)]


def _went_wrong(plugin: Plugin, words: Bilingual) -> Fragment:
    return Fragment(title=words.plugin(plugin.name), sentences=(words.say("sheet.part_broken"),))

"""Layouts of downloads: data in one TOML file per LMS, compiled here.

Plugins have such files in their folder `layouts`; ours, `plain.toml`, is for a class without an
LMS. A layout's `pieces` are regular expressions for a whole path below the folder that holds all
students. Their named groups are:

    student user participant name mail group    who; `within` = text that has to contain one id
    attempt time late                           the LMS's own count, time and mark
    file                                        the name inside the submission

A piece with `within` finds ids in names that students may have chosen: tables and zipped folders
are then matched by id. `others` and `sheets` are the LMS's own files, tried only where no piece
matches. `{{word}}` stands for a snippet of the file, or for `one` (a file, or the
content of one zip) or `table`.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from grader.model.errors import IntakeError
from grader.plugins import layouts

_SNIPPETS = {
    "table": r"[^/]+\.(?i:csv|tsv|xlsx|xls|ods)",
    "one": r"(?:[^/]+\.(?i:zip)/.+|[^/]+)",
}
_GROUPS = frozenset(
    {"student", "name", "user", "participant", "mail", "group", "attempt", "time", "file", "late"}
)
_FROM_ROOT = "{{slug}}"  # filled in when the root's name is known


class Layout(Struct, frozen=True, kw_only=True):
    """One way in which an LMS names the files of a download."""

    name: str
    pieces: tuple[str, ...]
    sheets: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    root: str = ""  # pattern for the folder or zip that holds everything
    marker: str = ""  # pattern for a file that must exist
    # One of these must hold: "root", "marker", "ids", "several", "users"; empty: names suffice.
    needs: tuple[str, ...] = ()
    # each value of the first group occurs with one of the second
    one: tuple[tuple[str, str], ...] = ()
    same: str = (
        ""  # a group that must match the same text in every file, else the layout does not apply
    )
    varied: str = ""  # a group that must differ between students of different ids
    ids: tuple[str, ...] = ("student", "within")  # groups that may hold a student id
    nameless: str = ""  # pattern for a name that stands for none
    times: bool = False  # the zip's entries carry the time of submission
    before: str = ""  # a DownloadLayout that completes the matches: "grader.lms.downloads:sakai"
    whole: bool = True  # pieces match the whole path; False: its beginning (patterns of courses)

    @property
    def by_id(self) -> bool:
        """Whether owners are identified by ids in names that students may have chosen."""
        return any("(?P<within>" in pattern for pattern in self.pieces)


class Profile(Struct, frozen=True, kw_only=True):
    """The layouts of one LMS."""

    name: str
    title: Mapping[str, str]  # by language; empty for a pattern of course.toml
    priority: int
    layouts: tuple[Layout, ...]
    numbering: str = ""  # prefix of the number of a repeated upload: "-", "+"
    taken: tuple[str, str] = ("", "")  # date on which it was written, and the source

    @property
    def is_of_course(self) -> bool:
        """Whether it is a pattern of course.toml."""
        return not self.title


@cache
def profiles() -> Mapping[str, Profile]:
    """Read the profiles of the engine and all plugins, most likely first."""
    # of two with the same name, the first wins
    read = {file.stem: file for file in reversed(layouts())}
    by_priority = [_profile(file) for file in read.values()]
    return {
        profile.name: profile
        for profile in sorted(by_priority, key=lambda profile: (-profile.priority, profile.name))
    }


def user_profile(name: str, pattern: str) -> Profile:
    """Return the profile of a pattern in course.toml. Raises IntakeError."""
    try:
        groups = re.compile(pattern).groupindex
    except re.error as error:
        raise IntakeError(
            "course.toml: lms.{name}: is not a valid regular expression: {reason}",
            name=name,
            reason=error,
        ) from error
    who = _GROUPS - {"attempt", "time", "file", "late"}
    if not who & groups.keys():
        raise IntakeError(
            "course.toml: lms.{name}: requires a group for the owner, such as (?P<student>…)",
            name=name,
        )
    layout = Layout(name=name, pieces=(pattern,), whole=False)
    return Profile(name=name, title={}, priority=100, layouts=(layout,))


@cache
def compiled(pattern: str, slug: str, *, whole: bool) -> re.Pattern[str] | None:
    """Compile a pattern; None if it needs the root's slug and there is none."""
    if _FROM_ROOT in pattern:
        if not slug:
            return None
        pattern = pattern.replace(_FROM_ROOT, re.escape(slug))
    return re.compile(rf"(?:{pattern})\Z" if whole else pattern)


def matches_one(patterns: tuple[str, ...], path: str) -> bool:
    """Return whether one of the patterns matches the whole path."""
    return bool(patterns) and _joined(patterns).fullmatch(path) is not None


@cache
def _joined(patterns: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


def _profile(file: Path) -> Profile:
    toml = tomllib.loads(file.read_text(encoding="utf-8"))
    snippets = {**_SNIPPETS, **toml.get("snippets", {})}
    return Profile(
        name=file.stem,
        title=toml["title"],
        priority=toml["priority"],
        layouts=tuple(_layout(layout, snippets) for layout in toml["layouts"]),
        numbering=toml.get("numbering", ""),
        taken=tuple(toml.get("taken", ("", ""))),
    )


def _layout(toml: Mapping[str, Any], snippets: Mapping[str, str]) -> Layout:
    fields = {key: _filled(value, snippets) for key, value in toml.items()}
    return Layout(**fields)


def _filled(value: Any, snippets: Mapping[str, str]) -> Any:
    """Fill the snippets into all texts; lists become tuples."""
    if isinstance(value, str):
        for word, text in snippets.items():
            value = value.replace("{{" + word + "}}", text)
        return value
    return tuple(_filled(part, snippets) for part in value) if isinstance(value, list) else value

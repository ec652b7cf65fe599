"""Find where the students' folders begin, below folders and zips that contain everything."""

import re
from functools import lru_cache

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.collection import Download, Member
from grader.people import find_id

_DEEPEST = 6  # enclosing folders
_BESIDE = re.compile(r"[^/]+\.(?:csv|tsv|xlsx|xls|ods|txt|md|log|url)", re.IGNORECASE)
_ENDING = re.compile(r"(?:\.zip)?(?: ?\(\d+\))?(?:\.zip)?\Z", re.IGNORECASE)


class Level(Struct, frozen=True, kw_only=True):
    """The members of a download, relative to one folder."""

    trail: tuple[str, ...]  # names of the enclosing folders, outermost first
    files: tuple[tuple[Member, str], ...]  # with their paths relative to this level
    above: tuple[Member, ...] = ()  # tables and notes beside the enclosing folders
    several: bool = False  # enclosed by zips rather than one folder
    whole: bool = False  # the LMS's own zip, not repacked
    folders: tuple[str, ...] = field(default=())  # directly at this level

    @property
    def only(self) -> str:
        """Return the one folder that holds everything; "" if there are several."""
        return self.folders[0] if len(self.folders) == 1 else ""


def find_levels(download: Download, student_id: str) -> tuple[Level, ...]:
    """List the levels at which students may begin, outermost first.

    A single folder that contains everything may be a wrapper, and so may several zips. Tables and
    notes beside it are not submissions, unless their names contain a student id.
    """
    files = tuple((member, member.name) for member in download.members)
    levels = [_level((_stem(download.name),), files, (), whole=True)]
    while len(levels) <= _DEEPEST:
        inner = _inside(levels[-1], student_id)
        if inner is None:
            break
        levels.append(inner)
    return tuple(levels)


@lru_cache(maxsize=16_384)
def id_in(text: str, pattern: str) -> str:
    """Return the one student id in a text; "" if there is none."""
    return (find_id(text, pattern) or "") if pattern else ""


def _inside(level: Level, student_id: str) -> Level | None:
    loose = [(member, path) for member, path in level.files if "/" not in path]
    if not level.folders or not all(_is_wrappers(level.folders)):
        return None
    if any(not _BESIDE.fullmatch(path) or id_in(path, student_id) for _, path in loose):
        return None
    files = tuple((member, path.partition("/")[2]) for member, path in level.files if "/" in path)
    trail = (*level.trail, *(_stem(folder) for folder in level.folders[:1]))
    above = (*level.above, *(member for member, _ in loose))
    several = level.several or len(level.folders) > 1
    return replace(_level(trail, files, above), several=several)


def _is_wrappers(folders: tuple[str, ...]) -> tuple[bool, ...]:
    """Return for each folder whether it can be a wrapper: a single one can, and several zips."""
    if len(folders) == 1:
        return (True,)
    zipped = {_stem(folder) for folder in folders if _is_zip(folder)}
    return tuple(_is_zip(folder) or _stem(folder) in zipped for folder in folders)


def _level(
    trail: tuple[str, ...],
    files: tuple[tuple[Member, str], ...],
    above: tuple[Member, ...],
    *,
    whole: bool = False,
) -> Level:
    folders = dict.fromkeys(path.partition("/")[0] for _, path in files if "/" in path)
    return Level(trail=trail, files=files, above=above, whole=whole, folders=tuple(folders))


def _stem(name: str) -> str:
    return _ENDING.sub("", name).strip()


def _is_zip(name: str) -> bool:
    return name.casefold().endswith(".zip")

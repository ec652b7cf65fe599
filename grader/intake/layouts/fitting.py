"""Measure how much of a download a layout explains."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.layouts.layout import Layout, compiled, matches_one
from grader.intake.layouts.levels import Level, id_in
from grader.model.collection import Member

_SHEETS = 3  # most tables that an LMS and a teacher leave next to the students' folders
_CUT = "/_ "  # separators between a pattern's end and the file name


class Match(Struct, frozen=True, kw_only=True):
    """A student's file as interpreted by a layout."""

    member: Member
    path: str
    groups: Mapping[str, str]  # also `utc` and `local`: times from files of the LMS

    @property
    def entry(self) -> str:
        """Return the outermost name."""
        return self.path.partition("/")[0]

    def with_groups(self, **groups: str) -> "Match":
        """Return the match with additional groups."""
        return replace(self, groups={**self.groups, **groups})


class LayoutFit(Struct, frozen=True, kw_only=True):
    """The result of applying a layout to a level of a download."""

    layout: Layout
    level: Level
    matches: tuple[Match, ...] = ()
    sheets: tuple[Member, ...] = ()
    others: tuple[Member, ...] = ()
    unexplained: tuple[Member, ...] = ()
    share: float = 0.0  # of the outermost names, from 0 to 1
    kept: Mapping[str, str] = field(default_factory=dict)  # groups of the root's name


def fit(layout: Layout, level: Level, student_id: str) -> LayoutFit:
    """Apply a layout to a level: every file is a student's, the LMS's, or unexplained.

    The result is empty without any student's file, or with files of several assignments.
    """
    root_groups = _root(layout, level)
    matches = _read_pieces(
        layout, level, root_groups.get("slug") or _slug(level.folders), student_id
    )
    empty = LayoutFit(layout=layout, level=level, kept=root_groups)
    values = {match.groups.get(layout.same, "") for match in matches if match}
    return _sorted_out(empty, matches, student_id) if len(values) == 1 else empty


def _sorted_out(empty: LayoutFit, matches: Sequence[Match | None], student_id: str) -> LayoutFit:
    """Assign each file to its category, and compute the explained share."""
    layout, level = empty.layout, empty.level
    sheets, others, unexplained = list[Member](), list[Member](), list[Member]()
    shares: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for (member, path), match in zip(level.files, matches, strict=True):
        other = match is None and matches_one(layout.others, path)
        if match is None and not other and _is_sheet(layout, path, student_id):
            sheets.append(member)
            continue
        if match is None:
            (others if other else unexplained).append(member)
        place = (member.name.removesuffix(path), path.partition("/")[0])
        shares[place].append(match is not None or other)
    for member in _too_many(sheets, student_id):
        folder, _, name = member.name.rpartition("/")
        shares[f"{folder}/" if folder else "", name].append(False)
    for member in level.above:
        known = matches_one(layout.sheets, member.name.rpartition("/")[2])
        (sheets if known else unexplained).append(member)
    return replace(
        empty,
        matches=tuple(match for match in matches if match),
        sheets=tuple(sheets),
        others=tuple(others),
        unexplained=tuple(unexplained),
        share=_share(shares),
    )


def _share(shares: Mapping[tuple[str, str], Sequence[bool]]) -> float:
    """Return the mean over the outermost names; with several zips, the least of their means."""
    by_root: dict[str, list[float]] = defaultdict(list)
    for (root, _), explained in shares.items():
        by_root[root].append(sum(explained) / len(explained))
    return min(sum(shares_of_root) / len(shares_of_root) for shares_of_root in by_root.values())


def is_plausible(laid: LayoutFit, student_id: str) -> bool:
    """Return whether a layout explains more than half and meets its other conditions."""
    layout = laid.layout
    if not laid.matches or laid.share <= 1 / 2:
        return False
    if not all(_goes_with_one(laid, *pair) for pair in layout.one):
        return False
    if layout.varied and not _varies(laid, student_id):
        return False
    return has_what_it_needs(laid, student_id)


def has_what_it_needs(laid: LayoutFit, student_id: str) -> bool:
    """Return whether one of the signs is present without which the names prove too little."""
    needs = laid.layout.needs
    return not needs or any(_has(need, laid, student_id) for need in needs)


def identities(laid: LayoutFit) -> int:
    """Count the students that a layout sees."""
    keys = ("student", "within", "user", "participant", "group", "name", "first", "second")
    return len({tuple(match.groups.get(key, "") for key in keys) for match in laid.matches})


def _read_pieces(layout: Layout, level: Level, slug: str, student_id: str) -> list[Match | None]:
    """Match each path with the first pattern that fits; None if it is no student's file."""
    patterns = [compiled(pattern, slug, whole=layout.whole) for pattern in layout.pieces]
    known = [pattern for pattern in patterns if pattern]
    return [_piece(known, member, path, student_id) for member, path in level.files]


def _piece(
    patterns: Sequence[re.Pattern[str]], member: Member, path: str, student_id: str
) -> Match | None:
    for pattern in patterns:
        match = pattern.match(path)
        if match is None:
            continue
        groups = {key: value for key, value in match.groupdict().items() if value}
        if "within" in groups and not id_in(groups["within"], student_id):
            continue
        if file := _file(groups.get("file", ""), path, path[match.end() :]):
            return Match(member=member, path=path, groups={**groups, "file": file})
    return None


def _file(file: str, path: str, rest: str) -> str:
    """Return the file's name inside the submission; "" if a pattern that names it leaves a rest.

    The contents of a student's zip are that zip's; otherwise the rest is the name.
    """
    if file and rest:
        return file + rest if rest[0] == "/" and file.casefold().endswith(".zip") else ""
    return file or rest.lstrip(_CUT) or path.rpartition("/")[2]


def _is_sheet(layout: Layout, path: str, student_id: str) -> bool:
    """Return whether a table is the LMS's. One with a student id is not, if ids identify owners."""
    known = matches_one(layout.sheets, path)
    return known and not (layout.by_id and id_in(path, student_id))


def _too_many(sheets: list[Member], student_id: str) -> list[Member]:
    """Return tables that speak against a layout: an LMS writes one or two, not one per student."""
    ids = {id_in(member.name, student_id) for member in sheets} - {""}
    return sheets if len(sheets) > _SHEETS or len(ids) > 1 else []


def _root(layout: Layout, level: Level) -> Mapping[str, str]:
    """Return the groups of the LMS's own name among the enclosing folders, innermost first."""
    for name in reversed(level.trail) if layout.root else ():
        if match := re.fullmatch(layout.root, name):
            return {"root": name, **match.groupdict()}
    return {}


def _varies(laid: LayoutFit, student_id: str) -> bool:
    """Return whether a group varies between students: "kadai_1_10_24A1201.py" names no kadai."""
    values = {match.groups.get(laid.layout.varied, "") for match in laid.matches}
    ids = {id_in(match.entry, student_id) for match in laid.matches}
    return len(values) > 1 or len(ids - {""}) < 2  # noqa: PLR2004 - several


def _slug(folders: tuple[str, ...]) -> str:
    """Return the common prefix of all folders, up to a "-"."""
    first, last = min(folders, default=""), max(folders, default="")
    alike = next((i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), 0)
    return first[:alike].rpartition("-")[0]


def _has(need: str, laid: LayoutFit, student_id: str) -> bool:
    if need == "root":
        return bool(laid.kept)
    if need == "marker":
        paths = [path for _, path in laid.level.files]
        paths += [member.name.rpartition("/")[2] for member in laid.level.above]
        return any(re.fullmatch(laid.layout.marker, path) for path in paths)
    if need == "several":
        return _has_several(laid, student_id)
    if need == "users":
        return 2 * sum("user" in match.groups for match in laid.matches) > len(laid.matches)
    return has_ids(laid, student_id)


def has_ids(laid: LayoutFit, student_id: str) -> bool:
    """Return whether most outermost names hold a student id where the layout expects one."""
    entries = {match.entry: any(_ids(match, student_id)) for match in laid.matches}
    return 2 * sum(entries.values()) > len(entries)


def _has_several(laid: LayoutFit, student_id: str) -> bool:
    """Return whether every outermost folder holds several students."""
    held: dict[str, set[str]] = defaultdict(set)
    for match in laid.matches:
        held[match.entry].update(_ids(match, student_id))
    return all(len(ids - {""}) > 1 for ids in held.values())


def _ids(match: Match, student_id: str) -> Iterator[str]:
    for key in ("student", "within", "first", "second"):
        yield id_in(match.groups.get(key, ""), student_id)


def _goes_with_one(laid: LayoutFit, group: str, other: str) -> bool:
    """Return whether each value of `group` always occurs with the same value of `other`."""
    partners: dict[str, str] = {}
    for match in laid.matches:
        groups = {**match.groups, "entry": match.entry}
        if group in groups and partners.setdefault(
            groups[group], groups.get(other, "")
        ) != groups.get(other, ""):
            return False
    return True

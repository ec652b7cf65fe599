"""Finds files whose names differ in copy marks alone, and which of them counts. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.intake.collecting.attempts import best_time
from grader.intake.collecting.filed import Filed, is_later
from grader.intake.names import matching, split_copy_mark, stem_and_suffix
from grader.model.collection import Received

Key = tuple[str, ...]  # a path's parts without copy marks

# These number exercises and designs as often as copies: kadai1-2.py, resnet_v2.py.
_DOUBTFUL = re.compile(r"-\d{1,2}|[\s_\-]+v(?:er)?\.?\d{1,3}")
_ZIP = ".zip"
_SEPARATORS = " _-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What has to be known of all names to read one of them."""

    present: frozenset[Key]  # every folder and file as it is called
    numbered: Counter[tuple[int, Key]]  # of a download, files that differ in "-1" alone
    numbering: str  # with what the LMS numbers uploads of one name: "-", "+", "" = it does not
    student: str

    def base(self, one: Filed) -> Key:
        """Gives the path without copy marks; files of one base may be versions."""
        path = _path(one, self.student)
        *folders, name, suffix = path
        bases = [self._part(path[:at], part, ()) for at, part in enumerate(folders)]
        return (*filter(None, bases), self._part(tuple(folders), name, (suffix,)), suffix)

    def _part(self, above: Key, part: str, suffix: Key) -> str:
        first = bool(suffix)  # the LMS numbers files, and puts its number last
        while True:
            shorter, mark = split_copy_mark(part)
            without = (*above, shorter, *suffix)
            if not mark or not (
                self._is_mark(without, mark) or (first and self._by_lms(without, mark))
            ):
                return part
            part, first = shorter.rstrip(" _-"), False

    def _is_mark(self, without: Key, mark: str) -> bool:
        return not _DOUBTFUL.fullmatch(mark) or without in self.present

    def _by_lms(self, without: Key, mark: str) -> bool:
        """Says whether no download holds two files with such numbers: then they are the LMS's."""
        if self.numbering != "-" or not mark[1:].isdigit():
            return False
        return all(many == 1 for (_, key), many in self.numbered.items() if key == without)


def name_all(files: Sequence[Filed], student: str, numbering: str) -> Names:
    """Looks at all names of a submission."""
    paths = [_path(one, student) for one in files]
    folders = {path[:depth] for path in paths for depth in range(1, len(path) - 1)}
    numbered: Counter[tuple[int, Key]] = Counter()
    for one, (*above, name, suffix) in zip(files, paths, strict=True):
        shorter, mark = split_copy_mark(name)
        if mark and _DOUBTFUL.fullmatch(mark):
            numbered[one.snapshot, (*above, shorter, suffix)] += 1
    return Names(
        present=frozenset({*paths, *folders}),
        numbered=numbered,
        numbering=numbering,
        student=student,
    )


def groups_of_copies(files: Sequence[Filed], names: Names) -> Iterable[tuple[Filed, ...]]:
    """Gives the files of each base that has several with different bytes."""
    groups: dict[Key, list[Filed]] = defaultdict(list)
    for one in files:
        groups[names.base(one)].append(one)
    for group in groups.values():
        if len({one.piece.member.sha256 for one in group}) > 1:
            yield tuple(group)


def newest_copy(group: Sequence[Filed], names: Names) -> str:
    """Returns the digest of the version that counts; "" when nothing tells."""
    numbers = {one.content: _number(one, names) for one in group}
    if names.numbering and None not in numbers.values():
        highest = max(number for number in numbers.values() if number is not None)
        found = {sha for (_, sha), number in numbers.items() if number == highest}
        return found.pop() if len(found) == 1 else ""
    return _latest(group)


def _number(one: Filed, names: Names) -> int | None:
    """Reads the LMS's number of an upload: 0 without one; None for another kind of copy."""
    stem = _path(one, names.student)[-2]
    if stem == names.base(one)[-2]:
        return 0
    shorter, mark = split_copy_mark(stem)
    ours = shorter == names.base(one)[-2] and mark[:1] == names.numbering and mark[1:].isdigit()
    return int(mark[1:]) if ours else None


def _latest(group: Sequence[Filed]) -> str:
    """Compares the times of the files, where all are known."""
    times: dict[str, list[Received]] = defaultdict(list)
    for one in group:
        if one.piece.received is None:
            return ""
        times[one.piece.member.sha256].append(one.piece.received)
    latest = {sha: best for sha, known in times.items() if (best := best_time(known))}
    first = max(latest, key=lambda sha: latest[sha].at)
    others = (latest[sha] for sha in latest if sha != first)
    return first if all(is_later(latest[first], other) for other in others) else ""


def _path(one: Filed, student: str) -> Key:
    """Folds a path. The student's id is put first, so that a copy mark before it is seen."""
    *folders, _ = one.piece.file.split("/")
    folded = [matching(folder).removesuffix(_ZIP) for folder in folders]
    stem, suffix = stem_and_suffix(one.piece.file)
    bare = stem.replace(matching(student), "").strip(_SEPARATORS) if student else stem
    return (*folded, f"{matching(student)}_{bare}" if bare not in {"", stem} else stem, suffix)

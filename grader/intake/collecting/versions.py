"""Decide which version of a submission counts. Pure.

The rules, in this order:

1. Attempts that the LMS numbers or dates (Blackboard, versions in Teams, a second download): the
   newest counts, with all its files and no others. An attempt seen twice is one attempt. If the
   newest cannot be determined, all count, and rule 2 applies to their files.
2. Within an attempt, files of the program and the report whose names differ only in copy marks
   (`-1`, ` (1)`, ` - コピー`, `+1`, `_最終版`; also of folders: 再提出/):
   a. files with the same bytes are one file, whatever they are called;
   b. if the LMS numbers uploads of one name (Canvas `-1`, Sakai `+1`), the highest counts;
   c. if the LMS dates each file (Moodle), the newest counts, provided that the difference exceeds
      the resolution of the times;
   d. otherwise all of them stay, and a person is asked.

`-1` and `_v2` are copy marks only if the name without them exists too, or if the LMS numbers
uploads and no download holds two such files: kadai1-1.py and kadai1-2.py are two exercises.
Replaced files are kept as earlier versions; nothing is deleted.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime

from msgspec import Struct

from grader.intake.choosing import choose_source
from grader.intake.collecting.snapshots import SnapshotFile, dates_attempts, is_later, trust
from grader.intake.names import is_clutter, matching, split_copy_mark, stem_and_suffix
from grader.intake.reports import choose_report
from grader.model.collection import Piece, Received

Key = tuple[str, ...]  # components of a path, without copy marks
# These are as often numbers of exercises or designs as copy marks: kadai1-2.py, resnet_v2.py.
_DOUBTFUL = re.compile(r"-\d{1,2}|[\s_\-]+v(?:er)?\.?\d{1,3}")
_ZIP = ".zip"
_SEPARATORS = " _-"


class Versions(Struct, frozen=True, kw_only=True):
    """One student's files, separated into those that count and earlier ones."""

    counted: tuple[Piece, ...]
    earlier: tuple[Piece, ...] = ()  # replaced by files in `counted`
    # groups of equally good versions within `counted`
    undecided: tuple[tuple[Piece, ...], ...] = ()
    received: Received | None = None
    attempt: int = 0


def which_count(
    files: Sequence[SnapshotFile], student: str, source: str, numbering: str
) -> Versions:
    """Separate files that count from earlier ones. `source` is the requested name.

    `numbering` is the LMS's prefix of the number of a repeated upload; "" if it numbers none.
    """
    attempt, replaced = newest_attempts(files)
    counted = {file.content: file for file in attempt.files}
    earlier = list(replaced)
    undecided = []
    names = name_all(attempt.files, student, numbering)
    wanted = _graded_names([file.piece.file for file in attempt.files], student, source)
    for group in groups_of_copies(attempt.files, names):
        if wanted.isdisjoint(file.piece.file for file in group):
            continue
        newest = newest_copy(group, names)
        if not newest:
            undecided.append(tuple(file.piece for file in group))
            continue
        older = [file for file in group if file.piece.member.sha256 != newest]
        earlier += [counted.pop(file.content) for file in older]
    return Versions(
        counted=tuple(counted[content].piece for content in sorted(counted)),
        earlier=tuple(file.piece for file in sorted(earlier, key=lambda file: file.content)),
        undecided=tuple(undecided),
        received=attempt.received,
        attempt=attempt.number,
    )


def _graded_names(names: Sequence[str], student: str, source: str) -> set[str]:
    """Return the names that grading would consider."""
    listed = sorted({name for name in names if not any(map(is_clutter, name.split("/")))})
    return {*choose_source(listed, source, student), *choose_report(listed, source, student)}


class SubmissionNames(Struct, frozen=True, kw_only=True):
    """Facts about all names of a submission, needed to interpret one of them."""

    present: frozenset[Key]  # every folder and file, unmodified
    numbered: Counter[tuple[int, Key]]  # per snapshot, number of files that differ only in "-1"
    numbering: str  # prefix of the LMS's upload numbers: "-", "+", "" = it does not number
    student: str

    def base(self, file: SnapshotFile) -> Key:
        """Return the path without copy marks; files of equal base may be versions."""
        path = _path(file, self.student)
        *folders, name, suffix = path
        bases = [self._part(path[:at], part, ()) for at, part in enumerate(folders)]
        return (*filter(None, bases), self._part(tuple(folders), name, (suffix,)), suffix)

    def _part(self, above: Key, part: str, suffix: Key) -> str:
        first = bool(suffix)  # only the LMS numbers files, and its number comes last
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
        """Return whether the number is the LMS's: no download holds two such files."""
        if self.numbering != "-" or not mark[1:].isdigit():
            return False
        return all(many == 1 for (_, key), many in self.numbered.items() if key == without)


def name_all(files: Sequence[SnapshotFile], student: str, numbering: str) -> SubmissionNames:
    """Collect the facts about all names of a submission."""
    paths = [_path(file, student) for file in files]
    folders = {path[:depth] for path in paths for depth in range(1, len(path) - 1)}
    numbered: Counter[tuple[int, Key]] = Counter()
    for file, (*above, name, suffix) in zip(files, paths, strict=True):
        shorter, mark = split_copy_mark(name)
        if mark and _DOUBTFUL.fullmatch(mark):
            numbered[file.snapshot, (*above, shorter, suffix)] += 1
    return SubmissionNames(
        present=frozenset({*paths, *folders}),
        numbered=numbered,
        numbering=numbering,
        student=student,
    )


def groups_of_copies(
    files: Sequence[SnapshotFile], names: SubmissionNames
) -> Iterable[tuple[SnapshotFile, ...]]:
    """Yield groups of files with the same base and different bytes."""
    groups: dict[Key, list[SnapshotFile]] = defaultdict(list)
    for file in files:
        groups[names.base(file)].append(file)
    for group in groups.values():
        if len({file.piece.member.sha256 for file in group}) > 1:
            yield tuple(group)


def newest_copy(group: Sequence[SnapshotFile], names: SubmissionNames) -> str:
    """Return the digest of the version that counts; "" if undetermined."""
    numbers = {file.content: _number(file, names) for file in group}
    if names.numbering and None not in numbers.values():
        highest = max(number for number in numbers.values() if number is not None)
        digests = {sha for (_, sha), number in numbers.items() if number == highest}
        return digests.pop() if len(digests) == 1 else ""
    return _latest(group)


def _number(file: SnapshotFile, names: SubmissionNames) -> int | None:
    """Return the LMS's number of an upload: 0 without one; None for another kind of copy mark."""
    stem = _path(file, names.student)[-2]
    if stem == names.base(file)[-2]:
        return 0
    shorter, mark = split_copy_mark(stem)
    ours = shorter == names.base(file)[-2] and mark[:1] == names.numbering and mark[1:].isdigit()
    return int(mark[1:]) if ours else None


def _latest(group: Sequence[SnapshotFile]) -> str:
    """Return the digest of the latest file; "" if a time is missing or too close."""
    times: dict[str, list[Received]] = defaultdict(list)
    for file in group:
        if file.piece.received is None:
            return ""
        times[file.piece.member.sha256].append(file.piece.received)
    latest = {sha: best for sha, known in times.items() if (best := best_time(known))}
    first = max(latest, key=lambda sha: latest[sha].at)
    others = (latest[sha] for sha in latest if sha != first)
    return first if all(is_later(latest[first], other) for other in others) else ""


def _path(file: SnapshotFile, student: str) -> Key:
    """Return the folded path, with the student's id in front so that a copy mark is at the end."""
    *folders, _ = file.piece.file.split("/")
    folded = [matching(folder).removesuffix(_ZIP) for folder in folders]
    stem, suffix = stem_and_suffix(file.piece.file)
    bare = stem.replace(matching(student), "").strip(_SEPARATORS) if student else stem
    return (*folded, f"{matching(student)}_{bare}" if bare not in {"", stem} else stem, suffix)


class Attempt(Struct, frozen=True, kw_only=True):
    """Files that were submitted together."""

    number: int  # the LMS's number; 0 = none
    received: Received | None
    files: tuple[SnapshotFile, ...]

    @property
    def stored(self) -> Received | None:
        """Return when the last of its files arrived, by the files' own times."""
        times = (file.piece.received for file in self.files)
        return best_time(received for received in times if not dates_attempts(received))

    @property
    def contents(self) -> frozenset[tuple[str, str]]:
        """The names of the files with their digests."""
        return frozenset(file.content for file in self.files)


def newest_attempts(files: Sequence[SnapshotFile]) -> tuple[Attempt, tuple[SnapshotFile, ...]]:
    """Return the files that count, as one attempt, and the replaced files.

    Attempts whose order is unknown count together.
    """
    attempts = _merged(_attempts(sorted(files, key=_order)))
    newest = [
        attempt for attempt in attempts if not any(_newer(other, attempt) for other in attempts)
    ]
    counted = newest or attempts
    kept = _union(counted)
    replaced = (file for attempt in attempts if attempt not in counted for file in attempt.files)
    return kept, tuple(_unique(replaced, kept.contents))


def came_later(files: Sequence[SnapshotFile], others: Sequence[SnapshotFile]) -> bool:
    """Return whether the newest of these files was submitted after the newest of the others."""
    return _newer(newest_attempts(files)[0], newest_attempts(others)[0])


def best_time(times: Iterable[Received | None]) -> Received | None:
    """Return the time of the most trusted source; among equals the latest."""
    known = [received for received in times if received is not None]
    return max(known, key=lambda received: (trust(received), received.at), default=None)


def _order(file: SnapshotFile) -> tuple[tuple[str, str], int, int, str]:
    """Return a sort key that makes results independent of the order of downloads."""
    received = file.piece.received
    return file.content, file.snapshot, file.piece.attempt, str(received and received.at)


def _attempts(files: Sequence[SnapshotFile]) -> list[Attempt]:
    groups: dict[tuple[int, int, datetime | None], list[SnapshotFile]] = defaultdict(list)
    for file in files:
        received = file.piece.received
        at = received.at if received and dates_attempts(received) else None
        groups[file.snapshot, file.piece.attempt, at].append(file)
    return [
        Attempt(
            number=number,
            received=best_time(
                time for file in group for time in (file.piece.received, file.sheet_time)
            ),
            files=tuple(group),
        )
        for (_, number, _), group in groups.items()
    ]


def _merged(attempts: list[Attempt]) -> list[Attempt]:
    """Merge attempts that were seen twice; the better time is kept."""
    merged: list[Attempt] = []
    for attempt in sorted(attempts, key=lambda attempt: -trust(attempt.received)):
        at = next((i for i, known in enumerate(merged) if _is_same(known, attempt)), None)
        if at is None:
            merged.append(attempt)
        else:
            merged[at] = _union([merged[at], attempt])
    return merged


def _is_same(attempt: Attempt, other: Attempt) -> bool:
    if attempt.number and other.number and attempt.number != other.number:
        return False
    if trust(attempt.received) == trust(other.received) and attempt.received != other.received:
        return False
    return attempt.contents <= other.contents or other.contents <= attempt.contents


def _newer(attempt: Attempt, other: Attempt) -> bool:
    if attempt.number and other.number and attempt.number != other.number:
        return attempt.number > other.number
    alike = trust(attempt.received) == trust(other.received)
    times = (attempt.received, other.received) if alike else (attempt.stored, other.stored)
    mine, others = times if None not in times else (attempt.received, other.received)
    return mine is not None and others is not None and is_later(mine, others)


def _union(attempts: Sequence[Attempt]) -> Attempt:
    files = (file for attempt in attempts for file in attempt.files)
    return Attempt(
        number=max((attempt.number for attempt in attempts), default=0),
        received=best_time(attempt.received for attempt in attempts),
        files=tuple(_unique(files, frozenset())),
    )


def _unique(
    files: Iterable[SnapshotFile], there: frozenset[tuple[str, str]]
) -> Iterable[SnapshotFile]:
    """Remove duplicate files; of several, the one with the most trusted time stays."""
    best: dict[tuple[str, str], SnapshotFile] = {}
    for file in files:
        known = best.get(file.content)
        if known is None or trust(file.piece.received) > trust(known.piece.received):
            best[file.content] = file
    return (best[content] for content in sorted(best) if content not in there)

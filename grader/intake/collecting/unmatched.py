"""Files that fit no layout: each is asked about by itself, for each may be another person's. Pure.

The label is the file's name, or that of the outermost folder that does not hold everything. The
same file under the same name keeps its label; another file under it gets one of its own.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec import Struct
from msgspec.structs import replace

from grader.intake.collecting.gathering import Gathered, OpenedDownload
from grader.intake.collecting.previous import Previous, PreviousGroup
from grader.intake.collecting.snapshots import SnapshotFile
from grader.intake.joining import free_label, safe
from grader.model.collection import Identity, Member, Person, Piece, Unassigned
from grader.people import variant_forms

UNEXPLAINED = "unexplained"  # the reason

_MANY = 10  # names directly in a folder: more than one person hands in


class _Part(Struct, frozen=True, kw_only=True):
    """What lies below one name of a download."""

    name: str
    files: tuple[SnapshotFile, ...]

    @property
    def digests(self) -> frozenset[str]:
        return frozenset(file.piece.member.sha256 for file in self.files)


def unmatched_files(gathered: Gathered, previous: Previous) -> Mapping[str, list[SnapshotFile]]:
    """Label what fits no layout; what was asked about before keeps its label."""
    labels: dict[str, list[str]] = defaultdict(list)  # by digest
    for label, group in previous.waiting.items():
        for digest in group.digests if is_unexplained(group) else ():
            labels[digest].append(label)
    for label, files in previous.assigned_files.items():
        for digest in files.digests:
            labels[digest].append(label)
    by_label: dict[str, list[SnapshotFile]] = {}
    taken = {*previous.waiting, *previous.assigned}
    for number, opened in enumerate(gathered.downloads):
        for part in _parts(opened, number):
            label = _known_label(part, labels) or free_label(safe(part.name), taken)
            by_label.setdefault(label, []).extend(part.files)
            taken.add(label)
            for digest in part.digests:
                labels[digest].append(label)
    return by_label


def is_unexplained(group: PreviousGroup) -> bool:
    """Whether these files fitted no layout."""
    return isinstance(group.record, Unassigned) and group.record.reason == UNEXPLAINED


def is_explained_now(group: PreviousGroup, names: Mapping[str, AbstractSet[str]]) -> bool:
    """Whether a layout fits all of these files by now; `names` are those of now by digest."""
    return bool(group.files) and all(
        any(f"/{name}".endswith(f"/{file}") for name in names.get(digest, ()))
        for file, digest in group.contents
    )


def without_heaps(gathered: Gathered, people: Sequence[Person]) -> None:
    """Takes one folder that nobody on the roster is called, with many files, for no person's."""
    known = {form for person in people for form in variant_forms(person.name)}
    for number, opened in enumerate(gathered.downloads):
        callers = {piece.who for piece in opened.pieces}
        who = next(iter(callers), Identity())
        below = {piece.file.partition("/")[0] for piece in opened.pieces}
        heap = len(callers) == 1 and who == Identity(name=who.name) and len(below) > _MANY
        if heap and known and who.name and known.isdisjoint(variant_forms(who.name)):
            unexplained = (*(piece.member for piece in opened.pieces), *opened.unexplained)
            gathered.downloads[number] = replace(opened, pieces=(), unexplained=unexplained)


def _known_label(part: _Part, labels: Mapping[str, Sequence[str]]) -> str:
    """Finds the label under which all of these files were seen, by this name; "" for none."""
    wanted = safe(part.name)
    labels_seen = [set(labels.get(digest, ())) for digest in part.digests]
    return next(
        (label for label in sorted(set.intersection(*labels_seen)) if _is_numbered(label, wanted)),
        "",
    )


def _is_numbered(label: str, wanted: str) -> bool:
    """Says whether a label is the wanted one, with a number at most."""
    return label == wanted or (
        label.startswith(f"{wanted}_") and label.removeprefix(f"{wanted}_").isdigit()
    )


def _parts(opened: OpenedDownload, number: int) -> Iterator[_Part]:
    """Splits what fits no layout below the folder that holds everything."""
    if not opened.unexplained:
        return
    inside = _wrapper([*(member.member for member in opened.pieces), *opened.unexplained])
    parts: dict[str, list[SnapshotFile]] = defaultdict(list)
    for member in opened.unexplained:
        file = member.name[len(inside) :]
        piece = Piece(member=member, who=Identity(), file=file)
        parts[file.partition("/")[0]].append(SnapshotFile(piece=piece, snapshot=number))
    for name in sorted(parts):
        yield _Part(name=name, files=tuple(parts[name]))


def _wrapper(members: Sequence[Member]) -> str:
    """Finds the folders that hold everything, with "/" behind."""
    inside = ""
    names = [member.name for member in members]
    while True:
        first, slash, _ = names[0][len(inside) :].partition("/")
        if not slash or not all(name.startswith(f"{inside}{first}/") for name in names):
            return inside
        inside += f"{first}/"

"""Files that fit no layout. A person assigns each separately, since owners may differ. Pure.

The label is the name of the file, or of the outermost folder that does not hold everything. A file
with the same name and content keeps its label; other content gets a label of its own.
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

UNEXPLAINED = "unexplained"  # as Unassigned.reason

_MAX_OWN_NAMES = 10  # maximum number of names directly in one person's folder


class _Part(Struct, frozen=True, kw_only=True):
    """The files below one outermost name of a download."""

    name: str
    files: tuple[SnapshotFile, ...]

    @property
    def digests(self) -> frozenset[str]:
        return frozenset(file.piece.member.sha256 for file in self.files)


def unmatched_files(gathered: Gathered, previous: Previous) -> Mapping[str, list[SnapshotFile]]:
    """Label files that fit no layout; those seen before keep their label."""
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
    """Return whether these files fitted no layout."""
    return isinstance(group.record, Unassigned) and group.record.reason == UNEXPLAINED


def is_explained_now(group: PreviousGroup, names: Mapping[str, AbstractSet[str]]) -> bool:
    """Return whether a layout fits all of these files now; `names` are the new names by digest."""
    return bool(group.files) and all(
        any(f"/{name}".endswith(f"/{file}") for name in names.get(digest, ()))
        for file, digest in group.contents
    )


def without_heaps(gathered: Gathered, people: Sequence[Person]) -> None:
    """Treat a single large folder not named after a person on the roster as unassigned files."""
    known = {form for person in people for form in variant_forms(person.name)}
    for number, opened in enumerate(gathered.downloads):
        callers = {piece.who for piece in opened.pieces}
        who = next(iter(callers), Identity())
        below = {piece.file.partition("/")[0] for piece in opened.pieces}
        heap = len(callers) == 1 and who == Identity(name=who.name) and len(below) > _MAX_OWN_NAMES
        if heap and known and who.name and known.isdisjoint(variant_forms(who.name)):
            unexplained = (*(piece.member for piece in opened.pieces), *opened.unexplained)
            gathered.downloads[number] = replace(opened, pieces=(), unexplained=unexplained)


def _known_label(part: _Part, labels: Mapping[str, Sequence[str]]) -> str:
    """Return the label under which all of these files were seen with this name; "" for none."""
    wanted = safe(part.name)
    labels_seen = [set(labels.get(digest, ())) for digest in part.digests]
    return next(
        (label for label in sorted(set.intersection(*labels_seen)) if _is_numbered(label, wanted)),
        "",
    )


def _is_numbered(label: str, wanted: str) -> bool:
    """Return whether a label is the wanted one, possibly numbered."""
    return label == wanted or (
        label.startswith(f"{wanted}_") and label.removeprefix(f"{wanted}_").isdigit()
    )


def _parts(opened: OpenedDownload, number: int) -> Iterator[_Part]:
    """Split files that fit no layout by their name below the folder that holds everything."""
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
    """Return the path of the folders that hold everything, with a trailing "/"."""
    inside = ""
    names = [member.name for member in members]
    while True:
        first, slash, _ = names[0][len(inside) :].partition("/")
        if not slash or not all(name.startswith(f"{inside}{first}/") for name in names):
            return inside
        inside += f"{first}/"

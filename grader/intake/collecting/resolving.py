"""Find the student of every file, new or collected before. Pure.

A person's decision (--assign) takes precedence, then what ids, sheets and the roster prove, then
earlier results, then an id in the file names or the LMS's own name. Nothing is guessed.

Files collected earlier move together. New files of the same student replace them, and a roster,
table or --assign can move them to another owner. Two people's work is never merged.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import get_close_matches

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.collecting.previous import Previous, PreviousGroup
from grader.intake.collecting.snapshots import SnapshotFile, is_lost
from grader.intake.collecting.unmatched import UNEXPLAINED, is_explained_now, is_unexplained
from grader.intake.collecting.versions import came_later
from grader.intake.joining import Joined, Pending, join, label_of, proposals_for
from grader.model.collection import AssignedFiles, Identity, Person, Piece
from grader.model.errors import IntakeError, Message
from grader.people import find_id, id_key, meant, name_forms

_NEAREST = 3


class Everybody(Struct, frozen=True, kw_only=True):
    """Students to whom a label may be assigned."""

    listed: frozenset[str]  # on the given roster
    people: Mapping[str, Person]  # from rosters and sheets
    others: frozenset[str]  # students known only by the LMS's own name
    pattern: str  # form of a student id

    def student(self, label: str, text: str) -> str:
        """Return the student that a text identifies; "" for none. Raises IntakeError."""
        if not text.strip() or text in self.others:
            return text.strip()
        students = sorted({*self.people, *self.listed})
        student_id = find_id(text, self.pattern) or ""
        if student := meant(text, students) or meant(student_id, students):
            return student
        known = {id_key(student_key): student_key for student_key in students}
        near = get_close_matches(id_key(text), known, n=_NEAREST, cutoff=0.6)
        nearest = ", ".join(known[student_key] for student_key in near) or "-"
        if not student_id:
            raise IntakeError(
                "--assign {label}={text}: {text} does not match the student IDs of this course "
                "(student_id in course.toml); similar: {names}",
                label=label,
                text=text,
                names=nearest,
            )
        if self.listed:
            raise IntakeError(
                "--assign {label}={text}: {text} is not on the roster; similar: {names}. To add "
                "it, edit the roster file",
                label=label,
                text=text,
                names=nearest,
            )
        return student_id


class Resolved(Struct, kw_only=True):
    """Files assigned to students so far, and those still unassigned."""

    joined: Joined
    students: dict[str, list[SnapshotFile]] = field(default_factory=lambda: defaultdict(list))
    waiting: dict[str, list[SnapshotFile]] = field(default_factory=lambda: defaultdict(list))
    """Unassigned files, by label."""
    pending: dict[str, Pending] = field(default_factory=dict)  # by label
    replaced: set[str] = field(default_factory=set)
    """Students whose new files replace earlier ones of the same person."""
    assigned: dict[str, str] = field(default_factory=dict)  # label -> student, assigned by a person
    assigned_files: dict[str, AssignedFiles] = field(default_factory=dict)  # by label
    warnings: list[Message] = field(default_factory=list)


class IdentitySources(Struct, kw_only=True):
    """What is known about people besides their files."""

    roster: Sequence[Person]
    sheets: Sequence[Person]
    pattern: str  # form of a student id
    assign: Mapping[str, str] = field(default_factory=dict)  # label -> student; "" revokes


def resolve(
    new_files: Sequence[SnapshotFile],
    unmatched: Mapping[str, Sequence[SnapshotFile]],
    previous: Previous,
    known: IdentitySources,
) -> Resolved:
    """Assign all files to their owners; `unmatched`, by label, fit no layout.

    Raises IntakeError for an unknown label, or a student it may not be assigned to.
    """
    old = [*previous.students.values(), *previous.waiting.values()]
    joinable = [file for group in old if not is_unexplained(group) for file in group.files]
    sheets = [*known.sheets, *previous.people()]
    pieces = [file.piece for file in (*new_files, *joinable)]
    joined = join(pieces, known.roster, sheets, known.pattern)
    everybody = _everybody(joined, known, previous)
    said = {label: everybody.student(label, text) for label, text in known.assign.items()}
    new_words = {
        label: student
        for label, student in said.items()
        if not student or previous.assigned.get(label) != student
    }
    resolved = Resolved(
        joined=joined,
        assigned={
            label: student for label, student in previous.assigned.items() if label not in new_words
        },
        assigned_files=dict(previous.assigned_files),
        warnings=list(_unknown_class(joined, known, previous)),
    )
    resolving = _Resolving(
        resolved=resolved,
        previous=previous,
        everybody=everybody,
        unmatched=unmatched,
        new_words=new_words,
        ids={person.student for person in (*known.roster, *sheets)} - {""},
        proved=_by_piece(joined.students),
        pending={piece: pending for pending in joined.unassigned for piece in pending.pieces},
        callers={file.piece.who for file in new_files} - {Identity()},
        labels=_labels(previous),
    )
    for file in new_files:
        resolving.sort(file)
    resolving.sort_unmatched()
    names: dict[str, set[str]] = defaultdict(set)
    for file in new_files:
        names[file.piece.member.sha256].add(file.piece.member.name)
    for group in old:
        if not resolving.is_given_again(group, names):
            resolving.sort_previous(group)
    resolving.contradictions()
    resolving.assign()
    resolving.replace()
    _propose(resolved, unmatched, known.roster, sheets, known.pattern)
    return resolved


def _unknown_class(joined: Joined, known: IdentitySources, previous: Previous) -> Iterator[Message]:
    """Warn if names are missing, and say what cannot be known without them."""
    if joined.blind:
        label = min(joined.students)
        yield Message(
            "the downloads and tables contain no names (blind marking); you can grade by "
            "participant number, such as {label}. For student IDs, also specify the grading "
            "worksheet downloaded after revealing the identities; a roster alone is not "
            "enough",
            {"label": label},
        )
    if not (known.roster or known.sheets or previous.collection.names):
        yield Message(
            "there is neither a roster nor a table from the LMS, so it is unknown who did "
            "not submit. Students whose LMS name contains no student ID are listed under "
            "that name. Specify a roster with --roster"
        )


def _everybody(joined: Joined, known: IdentitySources, previous: Previous) -> Everybody:
    return Everybody(
        listed=frozenset(person.student for person in known.roster if person.student),
        people={
            **{person.student: person for person in known.roster if person.student},
            **joined.people,
        },
        others=frozenset({*joined.students, *previous.students} - {*joined.people}),
        pattern=known.pattern,
    )


def _propose(
    resolved: Resolved,
    unmatched: Mapping[str, Sequence[SnapshotFile]],
    roster: Sequence[Person],
    sheets: Sequence[Person],
    pattern: str,
) -> None:
    groups = {
        label: [file.piece for file in own]
        for label, own in resolved.waiting.items()
        if own and (label in unmatched or label not in resolved.pending)
    }
    proposals = proposals_for(groups, roster, sheets, pattern) if groups else {}
    for label, own in groups.items():
        resolved.pending[label] = Pending(
            label=label,
            who=own[0].who,
            pieces=tuple(own),
            proposals=proposals[label],
            reason=UNEXPLAINED,
        )


def _by_piece(students: Mapping[str, Sequence[Piece]]) -> Mapping[Piece, Sequence[str]]:
    owners: dict[Piece, list[str]] = defaultdict(list)
    for student, pieces in students.items():
        for piece in dict.fromkeys(pieces):
            owners[piece].append(student)
    return owners


def _labels(previous: Previous) -> Mapping[Identity, str]:
    labels = {group.who: label for label, group in previous.waiting.items()}
    for label in previous.assigned:
        if label in previous.assigned_files:
            labels[previous.assigned_files[label].who] = label
    return {who: label for who, label in labels.items() if who != Identity()}


class _Resolving(Struct, kw_only=True):
    """State while files are assigned."""

    resolved: Resolved
    previous: Previous
    everybody: Everybody
    unmatched: Mapping[str, Sequence[SnapshotFile]]  # new files of no layout, by label
    new_words: Mapping[str, str]  # from --assign in this run: label -> student; "" revokes
    ids: set[str]  # from roster and sheets
    proved: Mapping[Piece, Sequence[str]]
    pending: Mapping[Piece, Pending]
    callers: set[Identity]  # identities of the new files
    # labels under which identities were unassigned, or assigned, before
    labels: Mapping[Identity, str]
    kept: dict[str, PreviousGroup] = field(default_factory=dict)
    """By student: earlier files for which no other owner was found."""
    contradicted: dict[str, tuple[Identity, str]] = field(default_factory=dict)
    """By label: the identity, and the student that a table or the roster proves."""

    def sort(self, file: SnapshotFile) -> None:
        """Assign a new file to its students, or leave it to a person."""
        pending = self.pending.get(file.piece)
        label = self._label(file.piece.who, pending)
        owners = () if label in self.new_words else self._owners(file.piece, label, pending)
        if not owners:
            self._wait(file, label, pending)
        for owner in owners:
            self.resolved.students[owner].append(file)

    def sort_unmatched(self) -> None:
        """Assign files of no layout as a person decided before; the rest stays unassigned."""
        for label, own in self.unmatched.items():
            student = self.resolved.assigned.get(label, "")
            groups = self.resolved.students if student else self.resolved.waiting
            groups[student or label] += own

    def is_given_again(self, group: PreviousGroup, names: Mapping[str, AbstractSet[str]]) -> bool:
        """Return whether this run has these files, or newer ones of the same submitter.

        `names` maps digests to the names of files that fit a layout.
        """
        if group.who != Identity():
            return group.who in self.callers
        if group.key in self.previous.waiting:
            return group.key in self.unmatched or is_explained_now(group, names)
        labels = (
            label for label, student in self.previous.assigned.items() if student == group.key
        )
        now = {file.content for label in labels for file in self.unmatched.get(label, ())}
        return bool(group.files) and group.contents <= now

    def sort_previous(self, group: PreviousGroup) -> None:
        """Keep earlier files with their owner, unless another one is assigned or proved."""
        label, owners = self._owners_of_group(group)
        if owners == [group.key]:
            self.kept[group.key] = group
            return
        for file in group.files:
            if not owners:
                self._wait(file, label, self.pending.get(file.piece))
            for owner in owners:
                self.resolved.students[owner].append(file)

    def contradictions(self) -> None:
        """Warn where a table or the roster contradicts an earlier --assign.

        The assignment stands unless it would put two people's work into one folder.
        """
        resolved = self.resolved
        for label, (who, sure) in sorted(self.contradicted.items()):
            by_person = resolved.assigned[label]
            params = {"label": label, "text": by_person, "student": sure}
            there = resolved.students[by_person]
            own = [file for file in there if file.piece.who == who]
            if self._callers_of(by_person) <= {who}:
                resolved.warnings.append(
                    Message(
                        "--assign {label}={text}: according to a table or the roster it belongs to "
                        "{student}. Your assignment is kept; if it is wrong, use --assign "
                        "'{label}={student}'",
                        params,
                    )
                )
                continue
            resolved.students[by_person] = [file for file in there if file.piece.who != who]
            resolved.students[sure] += own
            del resolved.assigned[label]
            resolved.warnings.append(
                Message(
                    "--assign {label}={text}: according to a table or the roster it belongs to "
                    "{student}, and {text} already has a submission. To avoid a mix-up, it was "
                    "assigned to {student}",
                    params,
                )
            )

    def assign(self) -> None:
        """Carry out this run's --assign. Raises IntakeError."""
        resolved = self.resolved
        for label, student in self.new_words.items():
            self._give(label, student)
        for label in self.new_words:
            before = self.previous.assigned.get(label, "")
            kept = self.kept.get(before)
            if kept and before not in resolved.students and kept.digests & self._digests(label):
                raise IntakeError(
                    "--assign {label}: the folder of {student} also has files of another download; "
                    "specify all downloads of {student}",
                    label=label,
                    student=before,
                )
        for label, student in resolved.assigned.items():
            files = resolved.assigned_files.get(label)
            if files is not None and files.who != Identity():
                own = (file for file in resolved.students.get(student, ()) if file.snapshot >= 0)
                digests = {file.piece.member.sha256 for file in own if file.piece.who == files.who}
                resolved.assigned_files[label] = AssignedFiles(
                    who=files.who, digests=tuple(sorted({*files.digests, *digests}))
                )
        for label in set(resolved.assigned_files) - set(resolved.assigned):
            del resolved.assigned_files[label]

    def replace(self) -> None:
        """Replace a student's earlier files with new ones.

        The new files are added instead if the LMS dates them earlier, or if they were only assigned
        to the student.
        """
        students = self.resolved.students
        for student in [student for student, own in students.items() if not own]:
            del students[student]
        for student, group in self.previous.students.items():
            new = students.get(student, [])
            real = [file for file in new if not is_lost(file)]
            again = new and group.who in self._callers_of(student) | {Identity()}
            if not (student in self.kept or again):
                continue
            added = student in self.kept and student in self.resolved.assigned.values()
            if not real or added or (group.files and came_later(group.files, real)):
                students[student] = [*group.files, *new]
            else:
                students[student] = [*self._strays_of(group), *new]
                self.resolved.replaced.add(student)

    def _strays_of(self, group: PreviousGroup) -> Iterator[SnapshotFile]:
        """Yield files of no layout that were assigned to the student and are not given again."""
        digests = {
            digest
            for label, student in self.resolved.assigned.items()
            if student == group.key and label not in self.unmatched
            for files in [self.resolved.assigned_files.get(label)]
            if files and files.who == Identity()
            for digest in files.digests
        }
        for file in group.files:
            if file.piece.member.sha256 in digests:
                # the time belonged to the files they were put with
                yield replace(file, sheet_time=None)

    def _owners(self, piece: Piece, label: str, pending: Pending | None) -> list[str]:
        """Return the students of a new or unassigned piece; empty if it stays unassigned."""
        who = piece.who
        by_person, sure = self._said(who, label), self._sure(piece)
        if by_person:
            if sure and by_person not in sure:
                self.contradicted[label] = (who, sure[0])
            return [by_person]
        before = [
            student
            for student in self.previous.students_of(who)
            if not (pending and self._is_unproved(who, student, pending))
        ]
        return list(sure or before or self.proved.get(piece, ()))

    def _owners_of_group(self, group: PreviousGroup) -> tuple[str, list[str]]:
        """Return the label and students of earlier files; no students if they become unassigned."""
        student, piece = group.key, group.files[0].piece if group.files else None
        if piece is None:
            return "", [student]
        pending = self.pending.get(piece)
        if student in self.previous.waiting:
            label = student
            return label, [] if label in self.new_words else self._owners(piece, label, pending)
        for label in self.new_words:
            assigned = self.previous.assigned.get(label) == student
            if assigned and group.digests <= self._digests(label):
                return label, []
        if student in self.resolved.assigned.values():
            return "", [student]
        if pending and self._is_unproved(piece.who, student, pending):
            return "", []
        sure = self._sure(piece)
        return "", [student] if student in sure or not sure else sure

    def _give(self, label: str, student: str) -> None:
        """Assign unassigned files, or those filed under the LMS's own name, to a student."""
        resolved, kept = self.resolved, self.kept
        given = label in resolved.students or (label in kept and kept[label].files)
        if label not in resolved.waiting and not (student and given):
            raise self._unknown_label(label)
        if not student or label == student:
            return
        own = resolved.waiting.pop(label, []) or resolved.students.pop(label, [])
        own = own or kept.pop(label).files
        who = own[0].piece.who
        self._check(label, student, who)
        resolved.assigned[label] = student
        digests = {file.piece.member.sha256 for file in own}
        resolved.assigned_files[label] = AssignedFiles(who=who, digests=tuple(sorted(digests)))
        resolved.students[student] += own

    def _check(self, label: str, student: str, who: Identity) -> None:
        """Refuse to merge two people's work. Raises IntakeError."""
        params = {"label": label, "text": student}
        if student not in self.everybody.people and student not in self.everybody.others:
            self.resolved.warnings.append(
                Message(
                    "--assign {label}={text}: {text} is neither on the roster nor in a table of "
                    "the LMS; check the ID",
                    params,
                )
            )
        if student not in self.resolved.students and student not in self.kept:
            return
        others = self._callers_of(student) - {who}
        if who != Identity() and any(self._is_other(student, who, other) for other in others):
            raise IntakeError(
                "--assign {label}={text}: {text} already has a submission, and submissions of "
                "different students are never merged; if the existing one is wrong, undo it "
                "first with --assign 'LABEL='",
                **params,
            )
        if others or who == Identity():
            self.resolved.warnings.append(
                Message(
                    "--assign {label}={text}: {text} already had a submission; the two were merged",
                    params,
                )
            )

    def _callers_of(self, student: str) -> set[Identity]:
        """Return the identities that submitted this student's files."""
        callers = {file.piece.who for file in self.resolved.students.get(student, ())}
        if student in self.kept:
            callers.add(self.kept[student].who)
        return callers - {Identity()}

    def _is_other(self, student: str, who: Identity, other: Identity) -> bool:
        """Return whether the LMS distinguishes two identities that do not share a name."""
        people = self.everybody.people
        forms = name_forms(people[student].name) if student in people else frozenset()
        if not forms & name_forms(who.name):
            return True
        namesakes = [person for person in people.values() if forms & name_forms(person.name)]
        numbers = [(who.participant, other.participant), (who.user, other.user)]
        return len(namesakes) > 1 and any(a and b and a != b for a, b in numbers)

    def _is_unproved(self, who: Identity, student: str, pending: Pending) -> bool:
        """Return whether only a claimed id or the LMS's name identified the student."""
        named_by_lms = student not in self.ids and who != Identity() and student == label_of(who)
        return pending.reason == "claimed" or named_by_lms

    def _label(self, who: Identity, pending: Pending | None) -> str:
        """Return the label of an identity; the one used before is kept."""
        return self.labels.get(who, "") or (pending.label if pending else "")

    def _said(self, who: Identity, label: str) -> str:
        """Return the student to whom a person assigned this identity before; "" for none."""
        files = self.previous.assigned_files.get(label)
        same = files.who == who if files else bool(who.participant or who.user)
        return self.resolved.assigned.get(label, "") if same else ""

    def _digests(self, label: str) -> set[str]:
        """Return the digests of the files assigned under a label."""
        files = self.previous.assigned_files.get(label)
        return set(files.digests) if files else set()

    def _sure(self, piece: Piece) -> list[str]:
        students = self.proved.get(piece, ())
        return [
            student for student in students if student in self.ids or student == piece.who.student
        ]

    def _wait(self, file: SnapshotFile, label: str, pending: Pending | None) -> None:
        label = label or self._label(file.piece.who, pending) or UNEXPLAINED
        self.resolved.waiting[label].append(file)
        if pending is not None:
            self.resolved.pending.setdefault(label, pending)

    def _unknown_label(self, label: str) -> IntakeError:
        names = ", ".join(sorted(self.resolved.waiting)) or "-"
        given = ", ".join(
            f"{text}={self.previous.assigned[text]}" for text in sorted(self.previous.assigned)
        )
        return IntakeError(
            "--assign {label}: there is no unassigned submission with this name. Unassigned: "
            "{names}. Already assigned: {given}",
            label=label,
            names=names,
            given=given or "-",
        )

"""Says whose everything is: what was given now, and what was collected before. Pure.

A person's word comes first, then what ids, sheets and the roster prove, then what was known until
now; then an id in the file names or the LMS's own name. Nothing that was known is taken back
without proof or a person's word, and nothing is guessed.

What was assigned with --assign is remembered by its label, with who the LMS says it is and with the
digests of its files; so it is found again in the folder of the student whom it was given to by
mistake. Two people's work is not put together: who has a submission gets no other person's.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct, field
from msgspec.structs import replace

from grader.intake.collecting.remembering import Memory
from grader.intake.collecting.snapshots import SnapshotFile
from grader.intake.collecting.unmatched import UNEXPLAINED
from grader.intake.joining import Joined, Pending, join, label_of, proposals_for
from grader.model.collection import AssignedFiles, Identity, Person, Piece
from grader.model.errors import IntakeError, Message
from grader.people import find_id, id_key, meant, name_forms

_NEAREST = 3


class Everybody(Struct, frozen=True, kw_only=True):
    """Whom a label may be given to."""

    listed: frozenset[str]  # on the roster that was given
    people: Mapping[str, Person]  # of rosters and sheets
    others: frozenset[str]  # who handed in under the LMS's own names
    pattern: str  # how a student id looks

    def student(self, label: str, text: str) -> str:
        """Finds the student that a text means; "" for nobody. Raises IntakeError."""
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


class Assignments(Struct, kw_only=True):
    """What persons said, until now and now."""

    assigned: dict[str, str]  # label -> student, as it is from now on
    files: dict[str, AssignedFiles]  # by label
    new: dict[str, str] = field(default_factory=dict)  # said now for the first time
    changed: dict[str, str] = field(default_factory=dict)  # said otherwise before; "" = nobody's
    _moved: dict[tuple[str, str], str] = field(default_factory=dict)  # (student, digest) -> label
    _callers: dict[Identity, str] = field(default_factory=dict)  # -> label

    def label_of(self, file: SnapshotFile, student: str = "") -> str:
        """Finds the changed label that a file is under; `student` has it until now."""
        if student:
            return self._moved.get((student, file.piece.member.sha256), "")
        return self._callers.get(file.piece.who, "")

    def change(self, label: str, student: str) -> None:
        """Takes back what was said, or says it otherwise."""
        before = self.assigned.pop(label)
        if before == student:
            self.assigned[label] = student
            return
        self.changed[label] = student
        if student:
            self.assigned[label] = student
        files = self.files.get(label, AssignedFiles(who=Identity(), digests=()))
        self._moved |= {(before, digest): label for digest in files.digests}
        if files.who != Identity():
            self._callers[files.who] = label

    def who(self, label: str) -> Identity:
        """Says who the LMS calls what is under a label."""
        return self.files[label].who if label in self.files else Identity()


def listen(memory: Memory, assign: Mapping[str, str], everybody: Everybody) -> Assignments:
    """Sorts what is said now into new words and changed ones. Raises IntakeError."""
    assignments = Assignments(assigned=dict(memory.assigned), files=dict(memory.assigned_files))
    for label, text in assign.items():
        student = everybody.student(label, text)
        if label in memory.assigned:
            assignments.change(label, student)
        else:
            assignments.new[label] = student
    return assignments


class Assigning(Struct, kw_only=True):
    """Everything sorted but for what a person says now."""

    assignments: Assignments
    everybody: Everybody
    students: dict[str, list[SnapshotFile]]
    waiting: dict[str, list[SnapshotFile]]  # by label
    warnings: list[Message] = field(default_factory=list)

    def carry_out(self) -> None:
        """Gives what waits to whom a person says. Raises IntakeError."""
        for label, student in self.assignments.changed.items():
            if student and label in self.assignments.files:
                who, digests = self.assignments.who(label), self.assignments.files[label].digests
                there = self.students.get(student, ())
                others = [file for file in there if file.piece.member.sha256 not in digests]
                self._check(label, student, who, others)
        for label, student in self.assignments.new.items():
            self._give(label, student)
        self._write_down()

    def _give(self, label: str, student: str) -> None:
        if label not in self.waiting and (label not in self.students or not student):
            raise self._nobody(label)
        if not student or label == student:
            return
        own = (self.waiting if label in self.waiting else self.students).pop(label)
        who = own[0].piece.who
        self._check(label, student, who, self.students.get(student, ()))
        self.assignments.assigned[label] = student
        self.assignments.files[label] = AssignedFiles(who=who, digests=tuple(sorted(_digests(own))))
        self.students[student] += own

    def _check(
        self, label: str, student: str, who: Identity, there: Sequence[SnapshotFile]
    ) -> None:
        """Refuses to put two people's work together. Raises IntakeError."""
        if student not in self.everybody.people and student not in self.everybody.others:
            self.warnings.append(
                Message(
                    "--assign {label}={text}: {text} is neither on the roster nor in a table of "
                    "the LMS; check the ID",
                    {"label": label, "text": student},
                )
            )
        if not there:
            return
        others = {file.piece.who for file in there} - {who, Identity()}
        if who != Identity() and any(self._is_other(student, who, other) for other in others):
            raise IntakeError(
                "--assign {label}={text}: {text} already has a submission, and submissions of "
                "different students are never merged; if the existing one is wrong, undo it "
                "first with --assign 'LABEL='",
                label=label,
                text=student,
            )
        if others or who == Identity():
            self.warnings.append(
                Message(
                    "--assign {label}={text}: {text} already had a submission; the two were merged",
                    {"label": label, "text": student},
                )
            )

    def _is_other(self, student: str, who: Identity, other: Identity) -> bool:
        """Says whether the LMS tells two callers apart, and the name does not make up for it."""
        people = self.everybody.people
        forms = name_forms(people[student].name) if student in people else frozenset()
        if not forms & name_forms(who.name):
            return True
        namesakes = [person for person in people.values() if forms & name_forms(person.name)]
        numbers = [(who.participant, other.participant), (who.user, other.user)]
        return len(namesakes) > 1 and any(a and b and a != b for a, b in numbers)

    def _write_down(self) -> None:
        """Adds what came now to what was assigned before."""
        for label, student in self.assignments.assigned.items():
            known = self.assignments.files.get(label)
            if known is None or known.who == Identity():
                continue
            own = (file for file in self.students.get(student, ()) if file.snapshot >= 0)
            digests = {
                *known.digests,
                *_digests(file for file in own if file.piece.who == known.who),
            }
            self.assignments.files[label] = AssignedFiles(
                who=known.who, digests=tuple(sorted(digests))
            )
        for label in set(self.assignments.files) - set(self.assignments.assigned):
            del self.assignments.files[label]

    def _nobody(self, label: str) -> IntakeError:
        names = ", ".join(sorted(self.waiting)) or "-"
        given = [
            f"{assigned_label}={student}"
            for assigned_label, student in sorted(self.assignments.assigned.items())
        ]
        return IntakeError(
            "--assign {label}: there is no unassigned submission with this name. Unassigned: "
            "{names}. Already assigned: {given}",
            label=label,
            names=names,
            given=", ".join(given) or "-",
        )


def _digests(files: Sequence[SnapshotFile] | Iterator[SnapshotFile]) -> set[str]:
    return {file.piece.member.sha256 for file in files}


class Resolved(Struct, kw_only=True):
    """Whose everything is."""

    joined: Joined
    students: dict[str, list[SnapshotFile]] = field(default_factory=lambda: defaultdict(list))
    waiting: dict[str, list[SnapshotFile]] = field(
        default_factory=lambda: defaultdict(list)
    )  # by label
    pending: dict[str, Pending] = field(default_factory=dict)  # by label
    assigned: Mapping[str, str] = field(default_factory=dict)  # label -> student, by a person
    assigned_files: Mapping[str, AssignedFiles] = field(default_factory=dict)  # by label
    warnings: Sequence[Message] = ()  # about what a person said


class IdentitySources(Struct, kw_only=True):
    """What is known of people apart from what they handed in."""

    roster: Sequence[Person]
    sheets: Sequence[Person]
    pattern: str  # how a student id looks
    assign: Mapping[str, str] = field(default_factory=dict)  # label -> student; "" = nobody's


def resolve(
    new_files: Sequence[SnapshotFile],
    unmatched: Mapping[str, Sequence[SnapshotFile]],
    memory: Memory,
    known: IdentitySources,
) -> Resolved:
    """Sorts all files by whose they are; `unmatched`, by label, are nobody's by any layout.

    Raises IntakeError for a label that nobody has, and for whom it may not be given to.
    """
    lost = {group.label for group in memory.unassigned.values() if group.reason == UNEXPLAINED}
    before = [(file, student) for student, own in memory.files.items() for file in own]
    waiting = [
        (file, key) for key, own in memory.waiting.items() if key not in lost for file in own
    ]
    everything = [*new_files, *(file for file, _ in before), *(file for file, _ in waiting)]
    sheets = [*known.sheets, *memory.people()]
    joined = join([file.piece for file in everything], known.roster, sheets, known.pattern)
    everybody = _everybody(joined, known, memory)
    assignments = listen(memory, known.assign, everybody)
    resolving = _Resolving(
        resolved=Resolved(joined=joined),
        memory=memory,
        ids={person.student for person in (*known.roster, *sheets)} - {""},
        proved=_by_piece(joined.students),
        pending={piece: pending for pending in joined.unassigned for piece in pending.pieces},
        assignments=assignments,
    )
    resolving.sort_all(before, waiting, new_files)
    resolving.leave(unmatched)
    contradictions = list(resolving.contradictions())
    resolved = resolving.resolved
    _propose(resolved, unmatched, known.roster, sheets, known.pattern)
    from_assigning = _carried_out(assignments, everybody, resolved)
    resolved.warnings = [*_unknown_class(joined, known, memory), *contradictions, *from_assigning]
    return resolved


def _carried_out(
    assignments: Assignments, everybody: Everybody, resolved: Resolved
) -> Sequence[Message]:
    """Does what a person said about labels; returns what there is to say to it."""
    assigning = Assigning(
        assignments=assignments,
        everybody=everybody,
        students=resolved.students,
        waiting=resolved.waiting,
    )
    assigning.carry_out()
    resolved.assigned, resolved.assigned_files = assignments.assigned, assignments.files
    return assigning.warnings


def _unknown_class(joined: Joined, known: IdentitySources, memory: Memory) -> Iterator[Message]:
    """Says what cannot be known of the class without somebody's names."""
    if joined.blind:
        label = min(joined.students)
        yield Message(
            "the downloads and tables contain no names (blind marking); you can grade by "
            "participant number, such as {label}. For student IDs, also specify the grading "
            "worksheet downloaded after revealing the identities; a roster alone is not "
            "enough",
            {"label": label},
        )
    if not (known.roster or known.sheets or memory.names):
        yield Message(
            "there is neither a roster nor a table from the LMS, so it is unknown who did "
            "not submit. Students whose LMS name contains no student ID are listed under "
            "that name. Specify a roster with --roster"
        )


def _everybody(joined: Joined, known: IdentitySources, memory: Memory) -> Everybody:
    return Everybody(
        listed=frozenset(person.student for person in known.roster if person.student),
        people={
            **{person.student: person for person in known.roster if person.student},
            **joined.people,
        },
        others=frozenset({*joined.students, *memory.students} - {*joined.people}),
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


class _Resolving(Struct, kw_only=True):
    """What is known while files are sorted."""

    resolved: Resolved
    memory: Memory
    ids: set[str]  # of roster and sheets
    proved: Mapping[Piece, Sequence[str]]
    pending: Mapping[Piece, Pending]
    assignments: Assignments
    contradicted: dict[Identity, tuple[str, str]] = field(default_factory=dict)

    def sort_all(
        self,
        before: Sequence[tuple[SnapshotFile, str]],
        waiting: Sequence[tuple[SnapshotFile, str]],
        new_files: Sequence[SnapshotFile],
    ) -> None:
        """Sorts what students had, what waits by its label, and what came now."""
        for file, student in before:
            self.keep(file, student)
        for file, label in waiting:
            self.sort(file, label)
        for file in new_files:
            self.sort(file, "")

    def keep(self, file: SnapshotFile, student: str) -> None:
        """Leaves a file with its student, unless it is said or proved to be somebody else's."""
        if label := self.assignments.label_of(file, student):
            self._move(file, label)
            return
        by_person = student in self.memory.assigned.values()
        pending = self.pending.get(file.piece)
        if pending and not by_person and self._is_unproved(file.piece.who, student, pending):
            self._wait(file, "", pending)
            return
        sure = [] if by_person else self._sure(file.piece)
        for owner in [student] if student in sure or not sure else sure:
            self.resolved.students[owner].append(file)

    def _is_unproved(self, who: Identity, student: str, pending: Pending) -> bool:
        """Says whether only a name made the student; what a person edited stays there all the same.

        Somebody else's id in a chosen name counted while there was no roster.
        """
        if student in self.memory.edited:
            return False
        return pending.reason == "claimed" or self._is_named_by_lms(who, student)

    def sort(self, file: SnapshotFile, label: str) -> None:
        """Gives a file to its students, or to those who wait; `label` is what it waits under."""
        if changed := self.assignments.label_of(file):
            self._move(file, changed)
            return
        pending = self.pending.get(file.piece)
        who = file.piece.who
        by_person = self.memory.named_by_person(who, label or (pending.label if pending else ""))
        sure, before = self._sure(file.piece), self.memory.students_of(who)
        if by_person and sure and by_person not in sure:
            self.contradicted[who] = (by_person, sure[0])
        if pending:
            before = [student for student in before if not self._is_unproved(who, student, pending)]
        owners = [by_person] if by_person else sure or before
        for owner in owners or self.proved.get(file.piece, ()):
            self.resolved.students[owner].append(file)
        if not owners and file.piece not in self.proved:
            self._wait(file, label, pending)

    def _is_named_by_lms(self, who: Identity, student: str) -> bool:
        """Says whether a student stood there under the LMS's own name, while no roster knew."""
        return student not in self.ids and who != Identity() and student == label_of(who)

    def contradictions(self) -> Iterator[Message]:
        """Tells where what the LMS says by now is not what a person said.

        The word stands, unless two people's work would lie in one folder by it.
        """
        for label, files in sorted(self.assignments.files.items()):
            if files.who not in self.contradicted:
                continue
            by_person, sure = self.contradicted[files.who]
            there = self.resolved.students[by_person]
            own = [file for file in there if file.piece.who == files.who]
            if all(file.piece.who in (files.who, Identity()) for file in there):
                yield Message(
                    "--assign {label}={text}: according to a table or the roster it belongs to "
                    "{student}. Your assignment is kept; if it is wrong, use --assign "
                    "'{label}={student}'",
                    {"label": label, "text": by_person, "student": sure},
                )
                continue
            self.resolved.students[by_person] = [
                file for file in there if file.piece.who != files.who
            ]
            self.resolved.students[sure] += own
            del self.assignments.assigned[label], self.assignments.files[label]
            yield Message(
                "--assign {label}={text}: according to a table or the roster it belongs to "
                "{student}, and {text} already has a submission. To avoid a mix-up, it was "
                "assigned to {student}",
                {"label": label, "text": by_person, "student": sure},
            )

    def leave(self, unmatched: Mapping[str, Sequence[SnapshotFile]]) -> None:
        """Gives what fits no layout to whom a person gave it before; the rest waits."""
        for label, own in unmatched.items():
            student = self.assignments.assigned.get(label, "")
            groups = self.resolved.students if student else self.resolved.waiting
            groups[student or label] += own

    def _move(self, file: SnapshotFile, label: str) -> None:
        """Follows a person who says otherwise than before; "" takes back."""
        who = self.assignments.who(label)
        moved = replace(file, piece=replace(file.piece, who=who))
        student = self.assignments.changed[label]
        if student:
            self.resolved.students[student].append(moved)
        else:
            self._wait(moved, label, self.pending.get(file.piece))

    def _sure(self, piece: Piece) -> Sequence[str]:
        students = self.proved.get(piece, ())
        return [
            student for student in students if student in self.ids or student == piece.who.student
        ]

    def _wait(self, file: SnapshotFile, label: str, pending: Pending | None) -> None:
        """Keeps the label of a caller who waited before."""
        before = self.memory.unassigned.values()
        who = file.piece.who
        same = (old.label for old in before if old.who == who and who != Identity())
        label = label or next(same, "") or (pending.label if pending else UNEXPLAINED)
        self.resolved.waiting[label].append(file)
        if pending is not None:
            self.resolved.pending.setdefault(label, pending)


def _by_piece(students: Mapping[str, Sequence[Piece]]) -> Mapping[Piece, Sequence[str]]:
    owners: dict[Piece, list[str]] = defaultdict(list)
    for student, pieces in students.items():
        for piece in dict.fromkeys(pieces):
            owners[piece].append(student)
    return owners

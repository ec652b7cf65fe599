"""What a person says with --assign: checked, carried out, changed, and taken back.

What was assigned is remembered by its label, with who the LMS says it is and with the digests of
its files; so it is found again in the folder of the student whom it was given to by mistake. Two
people's work is not put together: who has a submission gets no other person's.
"""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from msgspec import Struct, field

from grader.intake.collecting.filed import SnapshotFile
from grader.intake.collecting.remembering import Memory
from grader.model.collection import AssignedFiles, Identity, Person
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
        said = find_id(text, self.pattern) or ""
        if found := meant(text, students) or meant(said, students):
            return found
        known = {id_key(one): one for one in students}
        near = get_close_matches(id_key(text), known, n=_NEAREST, cutoff=0.6)
        nearest = ", ".join(known[one] for one in near) or "-"
        if not said:
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
        return said


class Assignments(Struct, kw_only=True):
    """What persons said, until now and now."""

    assigned: dict[str, str]  # label -> student, as it is from now on
    files: dict[str, AssignedFiles]  # by label
    new: dict[str, str] = field(default_factory=dict)  # said now for the first time
    changed: dict[str, str] = field(default_factory=dict)  # said otherwise before; "" = nobody's
    _moved: dict[tuple[str, str], str] = field(default_factory=dict)  # (student, digest) -> label
    _callers: dict[Identity, str] = field(default_factory=dict)  # -> label

    def label_of(self, one: SnapshotFile, student: str = "") -> str:
        """Finds the changed label that a file is under; `student` has it until now."""
        if student:
            return self._moved.get((student, one.piece.member.sha256), "")
        return self._callers.get(one.piece.who, "")

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
    words = Assignments(assigned=dict(memory.assigned), files=dict(memory.assigned_files))
    for label, text in assign.items():
        student = everybody.student(label, text)
        if label in memory.assigned:
            words.change(label, student)
        else:
            words.new[label] = student
    return words


class Assigning(Struct, kw_only=True):
    """Everything sorted but for what a person says now."""

    words: Assignments
    everybody: Everybody
    students: dict[str, list[SnapshotFile]]
    waiting: dict[str, list[SnapshotFile]]  # by label
    warnings: list[Message] = field(default_factory=list)

    def carry_out(self) -> None:
        """Gives what waits to whom a person says. Raises IntakeError."""
        for label, student in self.words.changed.items():
            if student and label in self.words.files:
                who, digests = self.words.who(label), self.words.files[label].digests
                there = self.students.get(student, ())
                others = [one for one in there if one.piece.member.sha256 not in digests]
                self._check(label, student, who, others)
        for label, student in self.words.new.items():
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
        self.words.assigned[label] = student
        self.words.files[label] = AssignedFiles(who=who, digests=tuple(sorted(_digests(own))))
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
        others = {one.piece.who for one in there} - {who, Identity()}
        if who != Identity() and any(self._is_other(student, who, one) for one in others):
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
        namesakes = [one for one in people.values() if forms & name_forms(one.name)]
        numbers = [(who.participant, other.participant), (who.user, other.user)]
        return len(namesakes) > 1 and any(a and b and a != b for a, b in numbers)

    def _write_down(self) -> None:
        """Adds what came now to what was assigned before."""
        for label, student in self.words.assigned.items():
            known = self.words.files.get(label)
            if known is None or known.who == Identity():
                continue
            own = (one for one in self.students.get(student, ()) if one.snapshot >= 0)
            digests = {*known.digests, *_digests(one for one in own if one.piece.who == known.who)}
            self.words.files[label] = AssignedFiles(who=known.who, digests=tuple(sorted(digests)))
        for label in set(self.words.files) - set(self.words.assigned):
            del self.words.files[label]

    def _nobody(self, label: str) -> IntakeError:
        names = ", ".join(sorted(self.waiting)) or "-"
        given = [f"{one}={student}" for one, student in sorted(self.words.assigned.items())]
        return IntakeError(
            "--assign {label}: there is no unassigned submission with this name. Unassigned: "
            "{names}. Already assigned: {given}",
            label=label,
            names=names,
            given=", ".join(given) or "-",
        )


def _digests(files: Sequence[SnapshotFile] | Iterator[SnapshotFile]) -> set[str]:
    return {one.piece.member.sha256 for one in files}

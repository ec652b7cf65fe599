"""Let `grader check` find an unpacked kit in place of a course."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from grader.kit.answers import references_of
from grader.kit.contents import Kit, find_kit, read_kit
from grader.model.course import Assignment
from grader.model.errors import IntakeError, Message
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.observing import Setup

ABSENT = Message("in the folder of a kit, grader-kit.msgpack is missing: unpack the kit again")


class KitPlace(Struct, frozen=True):
    """A kit, as a place with one assignment."""

    kit: Kit
    note = "pack.checked"

    def assignments(self) -> Sequence[Assignment]:
        """Return the kit's only assignment."""
        return (self.kit.loaded,)

    def assignment(self, name: str) -> Assignment:
        """Return the kit's assignment; raise IntakeError for any other name."""
        if name != self.kit.loaded.id:
            raise IntakeError(
                "this folder's kit is of {id}, not of {name}; unpack the other kit into a folder "
                "of its own",
                id=self.kit.loaded.id,
                name=name,
            )
        return self.kit.loaded

    def assignment_of(self, path: Path) -> Assignment | None:
        """Return the kit's assignment for any name with a suffix, which means a file to check."""
        return self.kit.loaded if path.suffix and path.name != self.kit.loaded.id else None

    def references(self, assignment: Assignment) -> Mapping[str, Reference]:
        """Return references that look up the kit's answers."""
        del assignment
        return references_of(self.kit)

    def setup(
        self, assignment: Assignment, machine: Mapping[str, str], here: Capabilities
    ) -> Setup:
        """Build the set-up of an observation from the kit."""
        return Setup(
            assignment=assignment,
            references=references_of(self.kit),
            reference_digests={exercise.operation: "" for exercise in assignment.exercises},
            machine=machine,
            secret=b"",
            capabilities=here,
            fixed_seed=self.kit.seed,
        )


class _Kits:
    """Finds and opens kits."""

    absent = ABSENT

    def find(self, start: Path) -> Path | None:
        """Return the nearest kit in a folder or above; None if a course is nearer."""
        return find_kit(start)

    def open(self, path: Path) -> KitPlace:
        """Read a kit's data file; raise CourseError for any problem."""
        return KitPlace(read_kit(path))


KITS = _Kits()

"""An unpacked kit as a place in which `grader check` finds what was asked for."""

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
    """One kit: a place with one assignment."""

    kit: Kit
    note = "pack.checked"

    def assignments(self) -> Sequence[Assignment]:
        """List the kit's only assignment."""
        return (self.kit.loaded,)

    def assignment(self, name: str) -> Assignment:
        """Return the kit's assignment; another one is in another kit."""
        if name != self.kit.loaded.id:
            raise IntakeError(
                "this folder's kit is of {id}, not of {name}; unpack the other kit into a folder "
                "of its own",
                id=self.kit.loaded.id,
                name=name,
            )
        return self.kit.loaded

    def assignment_of(self, path: Path) -> Assignment | None:
        """Take every name with a suffix for a file: there is one assignment that it may be for."""
        return self.kit.loaded if path.suffix and path.name != self.kit.loaded.id else None

    def references(self, assignment: Assignment) -> Mapping[str, Reference]:
        """Look the answers of the kit up."""
        del assignment
        return references_of(self.kit)

    def setup(
        self, assignment: Assignment, machine: Mapping[str, str], here: Capabilities
    ) -> Setup:
        """Make of the kit what an observation depends on."""
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
    """Finds kits by their data file."""

    absent = ABSENT

    def find(self, start: Path) -> Path | None:
        """Find the nearest kit in a folder or above; none beyond a course."""
        return find_kit(start)

    def open(self, path: Path) -> KitPlace:
        """Read a kit's data file; CourseError says what is wrong with it."""
        return KitPlace(read_kit(path))


KITS = _Kits()

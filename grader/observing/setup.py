"""What an observation depends on besides the submission, and the tools for making it."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import fields, replace

from grader.kinds import SourceReader
from grader.model.course import Assignment, DeviceKind, Exercise, Limits, Scope
from grader.model.machine import Capabilities
from grader.model.reference import Reference
from grader.model.running import SandboxDoor
from grader.model.submission import Submission
from grader.store import evidence_key, exercise_keys, files_key, identity_of, seed_of

SCRIPT = "program"  # the exercise that represents all exercises of a script
LIMITS = tuple(limit.name for limit in fields(Limits))


class Setup(Struct, frozen=True, kw_only=True):
    """Everything that an observation depends on besides the submission; shared by a whole class."""

    assignment: Assignment
    references: Mapping[str, Reference]  # by exercise id
    reference_digests: Mapping[str, str]  # by operation: sha256 of the file's bytes, hex
    machine: Mapping[str, str]  # the sandbox's own description; the same in every run
    secret: bytes  # the course's own
    capabilities: Capabilities  # what this machine offers to exercises
    own_program: bool = False  # checked by its own author, not graded in a class
    fixed_seed: bytes = b""  # seed of the only inputs with answers, for references that look up

    def seed_of(self, submission: Submission, exercise: Exercise) -> bytes:
        """Return the seed of this submission's inputs; a fixed seed is the same for everyone."""
        return self.fixed_seed or seed_of(self.secret, submission, exercise)


def no_doubt(exercise: Exercise, reference: Reference, sandbox: SandboxDoor) -> str:
    """Return "" without running a right program: this machine is not doubted."""
    del exercise, reference, sandbox
    return ""


SelfCheck = Callable[[Exercise, Reference, SandboxDoor], str]
"""Returns what is wrong if a right program of ours fails here; else ""."""


class Tools(Struct, frozen=True, kw_only=True):
    """What observing needs. Each worker opens its own tools."""

    reader: SourceReader
    sandbox: SandboxDoor
    self_check: SelfCheck = no_doubt


def key_of(submission: Submission, setup: Setup) -> str:
    """Return the key of all that the evidence depends on except the machine."""
    return evidence_key(keys_of(submission, setup), files_key(submission, setup.assignment))


def keys_of(submission: Submission, setup: Setup) -> Mapping[str, str]:
    """Return keys of all that each observation depends on except the machine, by exercise id."""
    return exercise_keys(identity_of(submission), setup.assignment, setup.reference_digests)


def allowing_all(exercises: Sequence[Exercise]) -> Exercise:
    """Return an exercise that allows everything that any of these allows."""
    limits = [exercise.limits for exercise in exercises]
    gpu = any(exercise.device is DeviceKind.GPU for exercise in exercises)
    allowed = {name for exercise in exercises for name in exercise.allowed_imports}
    return replace(
        exercises[0],
        id=SCRIPT,
        allowed_imports=tuple(sorted(allowed)),
        device=DeviceKind.GPU if gpu else DeviceKind.CPU,
        scope=Scope.FILE,
        limits=Limits(**{name: max(getattr(each, name) for each in limits) for name in LIMITS}),
    )

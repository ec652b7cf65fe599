"""The errors grader raises on purpose.

GraderError
├── CourseError         the instructor's files: every problem at once
├── IntakeError         the folder to grade cannot be used at all
├── StoreError          a results folder that cannot be read or written
└── SandboxUnavailable  no rung of the ladder that this job may use works here
    └── Killed          … or it did, until somebody else ended the process

A student's mistake is never an exception on the host: it is a fact in the evidence.
"""


class GraderError(Exception):
    """Something grader can explain in one sentence; `exit_code` is the process's answer."""

    exit_code = 2


class CourseError(GraderError):
    """The course's own files are wrong; `problems` are lines `file: key: what is wrong`."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        """Keep every problem, so that the instructor mends them in one go."""
        super().__init__("\n".join(problems))
        self.problems = problems


class IntakeError(GraderError):
    """What the user pointed at is not a folder of submissions or a readable file."""


class StoreError(GraderError):
    """The results folder holds something this version cannot read or may not write."""


class SandboxUnavailable(GraderError):
    """No safe sandbox here, and the user did not ask to do without one."""

    exit_code = 3


class Killed(SandboxUnavailable):
    """A process of ours, or a child, was ended by what is neither it nor we: the machine's doing.

    It says nothing about the program or report at hand, which is tried again.
    """

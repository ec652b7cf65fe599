"""The errors grader raises on purpose.

GraderError
├── CourseError         the instructor's files: every problem at once
├── IntakeError         the folder to grade cannot be used at all
├── StoreError          a results folder that cannot be read or written
│   └── Busy            … because another grader is writing there now
└── SandboxUnavailable  no level of the ladder that this job may use works here
    └── Killed          … or it did, until somebody else ended the process

A student's mistake is never an exception on the host: it is a fact in the evidence.

    raise IntakeError("{path} is a link; name the folder itself", path=path)

The English text with its placeholders is the code of the message: `[messages]` of the room's
ja.toml gives the Japanese one for it.
"""

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

from msgspec import Struct, field


class Message(Struct, frozen=True):
    """A sentence for people, not yet in a language. `str` gives the English one."""

    template: str  # English; {name} stands for a parameter
    params: Mapping[str, object] = field(default_factory=dict)  # a Message among them is worded too
    where: "Message | str" = ""  # what stands before the sentence: "course.toml: line 12: rubric"

    def __hash__(self) -> int:
        """Hash the template and the hashable parameters, so that messages can be in a set."""
        plain = (item for item in self.params.items() if isinstance(item[1], HASHED))
        return hash((self.template, self.where, frozenset(plain)))

    def __str__(self) -> str:
        """Return the message in English."""
        text = self.template.format(**self.params) if self.params else self.template
        return f"{self.where}: {text}" if self.where else text


HASHED = (str, int, float, Message)  # parameters of which some have thousands of messages


def pack(message: Message) -> dict[str, Any]:
    """Make plain data of a message, to be written as JSON."""
    params = {name: _packed(value) for name, value in message.params.items()}
    return {"template": message.template, "params": params, "where": _packed(message.where)}


def _packed(value: object) -> object:
    if isinstance(value, Message):
        return pack(value)
    return value if isinstance(value, str | int | float) else str(value)


def unpack(data: Mapping[str, Any]) -> Message:
    """Read what `pack` made."""
    params = {name: _unpacked(value) for name, value in data["params"].items()}
    return Message(data["template"], params, _unpacked(data["where"]))


def _unpacked(value: Any) -> Any:
    return unpack(value) if isinstance(value, dict) else value


class GraderError(Exception):
    """Something grader can explain in one sentence; `exit_code` is the process's answer."""

    exit_code = 2

    def __init__(self, template: str, /, **params: object) -> None:
        """Store the message to be worded later; without parameters the template is the sentence."""
        super().__init__(template, params)
        self.messages: tuple[Message, ...] = (Message(template, params),)

    @classmethod
    def of(cls, messages: Iterable[Message]) -> Self:
        """Build an error with several messages."""
        error = cls.__new__(cls)
        Exception.__init__(error)
        error.messages = tuple(messages)
        return error

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[tuple[Message, ...]]]:
        """Pickle the error with its messages."""
        return type(self).of, (self.messages,)

    def __str__(self) -> str:
        """Return all messages in English, one per line."""
        return "\n".join(map(str, self.messages))


class CourseError(GraderError):
    """The course's own files are wrong; `problems` are lines `file: key: what is wrong`."""

    def __init__(self, problems: Sequence[Message | str]) -> None:
        """Store all problems, so that an instructor can correct them in one go."""
        super().__init__("")
        self.messages = tuple(
            problem if isinstance(problem, Message) else Message(problem) for problem in problems
        )

    @property
    def problems(self) -> tuple[str, ...]:
        """The problems in English."""
        return tuple(map(str, self.messages))


class IntakeError(GraderError):
    """What the user pointed at is not a folder of submissions or a readable file."""


class StoreError(GraderError):
    """The results folder holds something this version cannot read or may not write."""


class Busy(StoreError):
    """Another grader holds the results folder: later it may be free."""


class SandboxUnavailable(GraderError):
    """No safe sandbox here, and the user did not ask to do without one."""

    exit_code = 3


class Killed(SandboxUnavailable):
    """A process of ours, or a child, was ended by what is neither it nor we: the machine's doing.

    It says nothing about the program or report at hand, which is tried again.
    """


T = TypeVar("T")
KILLED = f"{Killed.__module__}.{Killed.__qualname__}: "  # how a traceback's last line names it


class Fault(Struct, frozen=True, kw_only=True):
    """An exception of ours, where it can be read later."""

    summary: str  # "ZeroDivisionError: division by zero"
    traceback: str

    @property
    def killed(self) -> bool:
        """Whether the machine, or a person, ended one of our processes or a child."""
        return self.summary.startswith(KILLED)


class shield:  # noqa: N801  read as a word: with shield() as fault
    """Catches what the block raises, and is true if it raised something.

    The one boundary at which an exception of ours becomes a Fault. What was to be assigned in the
    block is not there then.

        with shield() as fault:
            findings = [*check(evidence)]
        if fault:
            findings = broken(fault.caught.summary)
    """

    def __init__(self) -> None:
        """Start with nothing caught."""
        self._caught: Fault | None = None

    def __enter__(self) -> Self:
        """Return the object that can be asked after the block."""
        return self

    def __exit__(self, kind: object, error: BaseException | None, where: object) -> bool:
        """Catch an Exception; requests to end the process propagate."""
        del kind, where
        if not isinstance(error, Exception):
            return False
        summary = "".join(traceback.format_exception_only(error)).strip()
        self._caught = Fault(
            summary=summary.splitlines()[-1], traceback="".join(traceback.format_exception(error))
        )
        return True

    def __bool__(self) -> bool:
        """Return whether something was raised."""
        return self._caught is not None

    @property
    def caught(self) -> Fault:
        """What was raised; only where something was."""
        assert self._caught is not None, "nothing was raised"
        return self._caught


def shielded(work: Callable[[], T]) -> T | Fault:
    """Return what `work` returns, or the Fault when it raises: for work that is handed on."""
    with shield() as fault:
        return work()
    return fault.caught

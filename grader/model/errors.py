"""The errors that grader raises on purpose.

GraderError
├── CourseError         the instructor's files: every problem at once
├── IntakeError         the folder to grade cannot be used at all
├── StoreError          a results folder that cannot be read or written
│   └── Busy            … because another grader is writing there now
└── SandboxUnavailable  no isolation level that this job may use works here
    └── Killed          … or it did, until a process was killed from outside

A student's mistake is never an exception on the host: it is a fact in the evidence.

    raise IntakeError("{path} is a link; name the folder itself", path=path)

The English text with its placeholders is the key of the message: `[messages]` in the package's
ja.toml has its Japanese.
"""

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self, TypeVar

from msgspec import Struct, field


class Message(Struct, frozen=True):
    """A message for people in no particular language. `str` returns the English text."""

    template: str  # English; {name} stands for a parameter
    params: Mapping[str, object] = field(default_factory=dict)  # a Message is translated, too
    where: "Message | str" = ""  # prefix of the sentence: "course.toml: line 12: rubric"

    def __hash__(self) -> int:
        """Hash the template and the hashable parameters, so that messages can be in a set."""
        plain = (item for item in self.params.items() if isinstance(item[1], HASHED))
        return hash((self.template, self.where, frozenset(plain)))

    def __str__(self) -> str:
        """Return the message in English."""
        text = self.template.format(**self.params) if self.params else self.template
        return f"{self.where}: {text}" if self.where else text


HASHED = (str, int, float, Message)  # parameters in which similar messages may differ


def pack(message: Message) -> dict[str, Any]:
    """Convert a message to plain data for JSON."""
    params = {name: _packed(value) for name, value in message.params.items()}
    return {"template": message.template, "params": params, "where": _packed(message.where)}


def _packed(value: object) -> object:
    if isinstance(value, Message):
        return pack(value)
    return value if isinstance(value, str | int | float) else str(value)


def unpack(data: Mapping[str, Any]) -> Message:
    """Decode the result of `pack`."""
    params = {name: _unpacked(value) for name, value in data["params"].items()}
    return Message(data["template"], params, _unpacked(data["where"]))


def _unpacked(value: Any) -> Any:
    return unpack(value) if isinstance(value, dict) else value


class GraderError(Exception):
    """A problem that one sentence explains; `exit_code` is that of the process."""

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
    """The course's own files are wrong; `problems` are lines `file: key: reason`."""

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
    """The user's path is neither a folder of submissions nor a readable file."""


class StoreError(GraderError):
    """The results folder contains something that this version cannot read or may not write."""


class Busy(StoreError):
    """Another grader holds the results folder; it may be free later."""


class SandboxUnavailable(GraderError):
    """No safe sandbox works here, and the user has not agreed to work without one."""

    exit_code = 3


class Killed(SandboxUnavailable):
    """A process of ours, or a child, was killed from outside, for example by the machine.

    This says nothing about the program or report, which is tried again.
    """


T = TypeVar("T")
KILLED = f"{Killed.__module__}.{Killed.__qualname__}: "  # prefix of a traceback's last line


class Fault(Struct, frozen=True, kw_only=True):
    """An exception of ours, to be read later."""

    summary: str  # "ZeroDivisionError: division by zero"
    traceback: str

    @property
    def killed(self) -> bool:
        """Whether the machine, or a person, ended one of our processes or a child."""
        return self.summary.startswith(KILLED)


class shield:  # noqa: N801  reads like a word: with shield() as fault
    """Catches what the block raises, and is true if it raised something.

    The only boundary at which an exception of ours becomes a Fault. Names assigned in the block may
    then be unbound.

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
        """The fault; only if something was raised."""
        assert self._caught is not None, "nothing was raised"
        return self._caught


def shielded(work: Callable[[], T]) -> T | Fault:
    """Return the result of `work`, or the Fault if it raises: for functions passed elsewhere."""
    with shield() as fault:
        return work()
    return fault.caught

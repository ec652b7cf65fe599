"""What zygotes and cold children are told before a byte of a student's is there.

Over a zygote's own socket, and on a cold child's command line. For type checkers only: nothing of
it is imported while anything runs.
"""

from typing import Any, Literal, TypedDict


class LimitsRecord(TypedDict):
    """Of a child's limits those that it sets itself; the others are in there, too."""

    cpu_seconds: float
    memory_mib: int
    disk_mib: int
    threads: int


class StartConfig(TypedDict):
    """What is imported for a child, and what it may find."""

    draws: bool  # the real matplotlib is there
    font: str
    libraries: list[str]  # folders to look for them in
    preload: list[str]
    machine_code: bool
    importable: list[str]
    hidden: list[str]  # folders that a child does not see
    work: str  # its folder
    tools: str  # what programs there are: see seccomp.py


class ZygoteConfig(StartConfig):
    """What a zygote is, and how its children shut themselves in."""

    seccomp: bool
    readable: list[str]
    own_uid: int
    devices: list[str]
    groups: list[int]
    writable: list[str]
    count_processes: bool


class ColdConfig(StartConfig):
    """What a cold child is."""

    limits: LimitsRecord
    device: bool
    contained: bool
    after_fork: list[str]


class PortionRecord(TypedDict):
    """What a child gets of its zygote's libraries."""

    readable: list[str]
    absent: list[str]  # modules of the others


class ForkRequest(TypedDict):
    """Fork a child; a socket and a pipe come along."""

    folder: str
    limits: LimitsRecord
    canary: dict[str, Any] | None  # it runs the attacks on this
    portion: PortionRecord | None
    after_fork: list[str]


class ZygoteReady(TypedDict):
    """A zygote has imported everything."""

    ready: Literal[True]
    abi: int  # of Landlock
    failed: list[str]  # what could not be imported


class ZygoteFailed(TypedDict):
    """A zygote ends."""

    ready: Literal[False]
    error: str


class Forked(TypedDict):
    """A child is there; its process descriptor comes along."""

    forked: int


class ForkEnd(TypedDict):
    """How a child ended, as wait4 tells."""

    status: int
    cpu_seconds: float
    peak_mib: float

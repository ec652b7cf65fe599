"""Settings for zygotes and cold children, sent before any student's byte.

Sent over a zygote's own socket, or on a cold child's command line. For type checkers only: nothing
here is imported at run time.
"""

from typing import Any, Literal, TypedDict


class LimitsRecord(TypedDict):
    """The limits of a child that it sets itself; the record holds others too."""

    cpu_seconds: float
    memory_mib: int
    disk_mib: int
    threads: int


class StartConfig(TypedDict):
    """What is imported for a child, and what it can find."""

    draws: bool  # the real matplotlib is used
    font: str
    libraries: list[str]  # folders to find them in
    preload: list[str]
    machine_code: bool
    importable: list[str]
    hidden: list[str]  # folders hidden from a child
    work: str  # its folder
    tools: str  # kind of programs it may start: see seccomp.py


class ZygoteConfig(StartConfig):
    """Settings of a zygote, and of its children's confinement."""

    seccomp: bool
    readable: list[str]
    own_uid: int
    devices: list[str]
    groups: list[int]
    writable: list[str]
    count_processes: bool


class ColdConfig(StartConfig):
    """Settings of a cold child."""

    limits: LimitsRecord
    device: bool
    contained: bool
    after_fork: list[str]


class PortionRecord(TypedDict):
    """A child's portion of its zygote's libraries."""

    readable: list[str]
    absent: list[str]  # modules of the others


class ForkRequest(TypedDict):
    """Fork a child; a socket and a pipe are attached."""

    folder: str
    limits: LimitsRecord
    canary: dict[str, Any] | None  # target of the attacks
    portion: PortionRecord | None
    after_fork: list[str]


class ZygoteReady(TypedDict):
    """A zygote has imported everything."""

    ready: Literal[True]
    abi: int  # of Landlock
    failed: list[str]  # modules that could not be imported


class ZygoteFailed(TypedDict):
    """A zygote has failed and ends."""

    ready: Literal[False]
    error: str


class Forked(TypedDict):
    """A child exists; its process descriptor is attached."""

    forked: int


class ForkEnd(TypedDict):
    """How a child ended, from wait4."""

    status: int
    cpu_seconds: float
    peak_mib: float

"""The isolation levels, best first."""

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct


class IsolationLevel(StrEnum):
    """One level; docs/en/sandbox.md defines what each promises."""

    A_PLUS = "A+"  # A, as root: own uid, own tmpfs and a cgroup for each child
    A = "A"  # bubblewrap, Landlock, seccomp, rlimits
    B = "B"  # Landlock, seccomp, rlimits; no namespaces
    C = "C"  # bubblewrap and seccomp around a cold interpreter; no Landlock
    D = "D"  # rlimits and time-outs only: against accidents, not against intent

    @classmethod
    def of(cls, machine: Mapping[str, str]) -> "IsolationLevel | None":
        """Return the level named in a machine description of evidence; None if there is none."""
        return next((level for level in cls if level.value == machine.get("rung")), None)


SAFE = (IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B, IsolationLevel.C)


class SandboxConfig(Struct, frozen=True, kw_only=True):
    """The mechanisms of a level."""

    level: IsolationLevel
    warm: bool  # a zygote forks the children
    namespaces: bool
    landlock: bool
    seccomp: bool
    as_root: bool  # own uid, private tmpfs, cgroup


CONFIGS = {
    IsolationLevel.A_PLUS: SandboxConfig(
        level=IsolationLevel.A_PLUS,
        warm=True,
        namespaces=True,
        landlock=True,
        seccomp=True,
        as_root=True,
    ),
    IsolationLevel.A: SandboxConfig(
        level=IsolationLevel.A,
        warm=True,
        namespaces=True,
        landlock=True,
        seccomp=True,
        as_root=False,
    ),
    IsolationLevel.B: SandboxConfig(
        level=IsolationLevel.B,
        warm=True,
        namespaces=False,
        landlock=True,
        seccomp=True,
        as_root=False,
    ),
    IsolationLevel.C: SandboxConfig(
        level=IsolationLevel.C,
        warm=False,
        namespaces=True,
        landlock=False,
        seccomp=True,
        as_root=False,
    ),
    IsolationLevel.D: SandboxConfig(
        level=IsolationLevel.D,
        warm=False,
        namespaces=False,
        landlock=False,
        seccomp=False,
        as_root=False,
    ),
}

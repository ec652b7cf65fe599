"""The isolation levels: how well this machine can shut a program in, best first."""

from dataclasses import dataclass
from enum import StrEnum


class Rung(StrEnum):
    """One level; docs/sandbox.md says what each promises."""

    A_PLUS = "A+"  # A, as root: own uid, own tmpfs and a cgroup for each child
    A = "A"  # bubblewrap, Landlock, seccomp, rlimits
    B = "B"  # Landlock, seccomp, rlimits; no namespaces
    C = "C"  # bubblewrap and seccomp around a cold interpreter; no Landlock
    D = "D"  # rlimits and time-outs only: against accidents, not against intent


SAFE = (Rung.A_PLUS, Rung.A, Rung.B, Rung.C)


@dataclass(frozen=True, slots=True, kw_only=True)
class SandboxConfig:
    """What a level consists of."""

    level: Rung
    warm: bool  # a zygote forks the children
    namespaces: bool
    landlock: bool
    seccomp: bool
    as_root: bool  # own uid, private tmpfs, cgroup


CONFIGS = {
    Rung.A_PLUS: SandboxConfig(
        level=Rung.A_PLUS, warm=True, namespaces=True, landlock=True, seccomp=True, as_root=True
    ),
    Rung.A: SandboxConfig(
        level=Rung.A, warm=True, namespaces=True, landlock=True, seccomp=True, as_root=False
    ),
    Rung.B: SandboxConfig(
        level=Rung.B, warm=True, namespaces=False, landlock=True, seccomp=True, as_root=False
    ),
    Rung.C: SandboxConfig(
        level=Rung.C, warm=False, namespaces=True, landlock=False, seccomp=True, as_root=False
    ),
    Rung.D: SandboxConfig(
        level=Rung.D, warm=False, namespaces=False, landlock=False, seccomp=False, as_root=False
    ),
}

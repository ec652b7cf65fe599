"""Confinement that a forked child applies to itself before it receives any student data."""

import contextlib
import os
import signal
import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from . import landlock, seccomp
from .landlock import OpenedPlaces
from .libc import LibC
from .limiting import limit
from .seccomp import CallFilter

if TYPE_CHECKING:
    from .start_protocol import LimitsRecord

CHANNEL = 3  # the child's only descriptor besides 0, 1 and 2
CLONE_NEWNS = 0x00020000
MS_RDONLY, MS_NOSUID, MS_NODEV = 1, 2, 4
MS_REC_PRIVATE = 0x4000 | (1 << 18)
PR_SET_PDEATHSIG, PR_SET_DUMPABLE = 1, 4
CAPABILITY_VERSION_3 = 0x20080522  # linux/capability.h: three sets of two words each


@dataclass(frozen=True, slots=True, kw_only=True)
class Confinement:
    """What a child applies to itself on this machine, as the host's probes decided."""

    work: str  # the writable folder, "" if there is none
    own_uid: int  # 0 = keep the user
    landlock: int  # descriptor of the rule set, -1 = none yet
    places: OpenedPlaces | None  # for a rule set of the child's own, created once its folder exists
    seccomp: CallFilter | None
    count_processes: bool  # whether RLIMIT_NPROC counts only this child's user or namespace
    devices: tuple[str, ...] = ()  # of one GPU
    groups: tuple[int, ...] = ()  # that may open the devices
    hidden: tuple[str, ...] = ()  # folders that only the zygote needs
    writable: tuple[str, ...] = ()  # folders for children without one of their own
    office: bool = False  # its folder is LibreOffice's
    folder: str = ""  # a writable folder of this child's own, if none is mounted for it


def confine(libc: LibC, plan: Confinement, limits: "LimitsRecord", channel: int, out: int) -> None:
    """Apply everything in the plan. Any failure ends the child."""
    if plan.work:
        mount_work(libc, plan.work, plan.own_uid or os.getuid(), limits["disk_mib"])
        hide_libraries(libc, plan.hidden)
    if plan.own_uid:
        os.setgroups(plan.groups)
        os.setresgid(plan.own_uid, plan.own_uid, plan.own_uid)
        os.setresuid(plan.own_uid, plan.own_uid, plan.own_uid)
    os.setsid()
    libc.call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    rules = plan.landlock
    if plan.places is not None:
        rules = plan.places.ruleset(libc, plan.work or plan.folder)
    rules = _arrange_descriptors(rules, channel, out)
    with contextlib.suppress(OSError):
        os.chdir(plan.work or "/")
    limit(limits, count_processes=plan.count_processes, device=bool(plan.devices))
    drop_capabilities(libc)
    libc.call("prctl", PR_SET_DUMPABLE, 0, 0, 0, 0)
    libc.call("prctl", seccomp.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if rules >= 0:
        landlock.apply(libc, rules)
        os.close(rules)
    if plan.seccomp is not None:
        plan.seccomp.apply(libc, os.getpid())


def mount_work(libc: LibC, work: str, owner: int, disk_mib: int) -> None:
    """Mount an empty private folder, limited in bytes and in files."""
    options = f"size={disk_mib}m,nr_inodes=4096,mode=0700,uid={owner}".encode()
    libc.call("unshare", CLONE_NEWNS)
    libc.call("mount", b"none", b"/", None, MS_REC_PRIVATE, None)
    libc.call("mount", b"tmpfs", work.encode(), b"tmpfs", MS_NOSUID | MS_NODEV, options)


def hide_processes(libc: LibC) -> None:
    """Cover /proc, after mount_work: without Landlock it exposes other memory and sysctls."""
    libc.call("mount", b"none", b"/proc", b"tmpfs", MS_RDONLY, b"size=4k")


def hide_libraries(libc: LibC, folders: Iterable[str]) -> None:
    """Cover folders, after mount_work; libraries already loaded stay loaded."""
    for folder in folders:
        libc.call("mount", b"none", folder.encode(), b"tmpfs", MS_RDONLY, b"size=4k")


def drop_capabilities(libc: LibC) -> None:
    """Drop all capabilities of a child that keeps root as its user."""
    header = struct.pack("<Ii", CAPABILITY_VERSION_3, 0)
    libc.call("capset", header, bytes(24))


def _arrange_descriptors(rules: int, channel: int, out: int) -> int:
    """Set 0 = /dev/null, 1 and 2 = output pipe, 3 = channel, 4 = rule set; close the rest."""
    null = os.open(os.devnull, os.O_RDONLY)
    # Move them up first, so that no dup2 below overwrites a source.
    high = max(CHANNEL + 2, null, out, channel, rules) + 1
    moved = [os.dup2(source, high + place) for place, source in enumerate([null, out, channel])]
    rules = os.dup2(rules, high + 3) if rules >= 0 else -1
    for target, source in ((0, moved[0]), (1, moved[1]), (2, moved[1]), (CHANNEL, moved[2])):
        os.dup2(source, target)
    if rules >= 0:
        rules = os.dup2(rules, CHANNEL + 1)
    os.closerange(CHANNEL + 2 if rules >= 0 else CHANNEL + 1, 4096)
    return rules


def volunteer() -> None:
    """Make this process the first that the kernel kills when memory runs out."""
    with contextlib.suppress(OSError):
        score = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        os.write(score, b"1000")
        os.close(score)

"""The zygote's own work: importing, and forking children that confine themselves.

It serves one child at a time, so that its cgroup is that child's.
"""

import array
import gc
import json
import os
import signal
import sys
from _socket import CMSG_SPACE, SCM_RIGHTS, SOL_SOCKET, SocketType  # socket.py is large
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from typing import TYPE_CHECKING, Any

from . import drawing, landlock, recorder, seccomp
from .confine import CHANNEL, PR_SET_PDEATHSIG, Confinement, confine, volunteer
from .frames import DescriptorWire
from .libc import LibC
from .preloading import preload, preload_machine_code
from .unlearning import Wall

if TYPE_CHECKING:
    from .start_protocol import (
        Forked,
        ForkEnd,
        ForkRequest,
        ZygoteConfig,
        ZygoteFailed,
        ZygoteReady,
    )

PACKET = 1 << 20
RULES: dict[tuple[str, ...], int] = {}  # descriptors of rule sets, by readable paths
# opened paths, for children with rule sets of their own
PLACES: dict[tuple[str, ...], landlock.OpenedPlaces] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """What a child is to do."""

    wire: DescriptorWire
    after_fork: list[str]
    device: bool
    absent: list[str]  # modules of the zygote that are withheld from this child


def next_job() -> tuple[Job, Wall] | None:
    """Serve the host on the descriptor named on the command line until it hangs up: then None.

    A job is returned only in a confined child, with the wall that is still to be shut.
    """
    control = SocketType(fileno=int(sys.argv[1]))
    libc = LibC()
    libc.call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)  # end with the host
    config: ZygoteConfig = json.loads(control.recv(PACKET))
    gc.disable()  # collecting takes a third of the import time and frees nothing
    try:
        plan, failed = _prepared(libc, config)
    except Exception as error:  # noqa: BLE001 - the host has to know that it was no accident
        broken: ZygoteFailed = {"ready": False, "error": repr(error)}
        _reply(control, broken)
        return None
    wall = Wall(config["importable"], machine_code=config["machine_code"])
    wall.unlearn()  # once here, not in every child; only `libc` keeps a reference
    gc.freeze()
    gc.enable()
    ready: ZygoteReady = {"ready": True, "abi": landlock.abi(libc), "failed": failed}
    _reply(control, ready, os.getpid())
    while request := control.recvmsg(PACKET, CMSG_SPACE(8)):
        if not request[0]:
            break
        job = _serve(control, libc, plan, request)
        if job is not None:
            return job, wall
    return None


def _prepared(libc: LibC, config: "ZygoteConfig") -> tuple[Confinement, list[str]]:
    """Import what children share; return their confinement and the modules that failed."""
    sys.path += config["libraries"]
    # Cache all folder listings now: a child cannot, since Landlock hides their entries.
    PathFinder.find_spec("nowhere to be found")
    if config["draws"] and drawing.load(config["font"]):
        recorder.install(recorder.LETTERS, drawing.font_file(config["font"]))
    else:
        recorder.install()
    failed = preload(config["preload"])
    if not config["machine_code"]:
        preload_machine_code(config["importable"], filtered=config["seccomp"])
    plan = Confinement(
        work=config["work"],
        own_uid=config["own_uid"],
        landlock=-1,
        places=None,
        seccomp=_filter(config) if config["seccomp"] else None,
        count_processes=config["count_processes"],
        devices=tuple(config["devices"]),
        groups=tuple(config["groups"]),
        hidden=tuple(config["hidden"]),
        writable=tuple(config["writable"]),
        office=config["tools"] == "office",
    )
    return _narrowed(libc, plan, tuple(config["readable"])), failed


def _filter(config: "ZygoteConfig") -> seccomp.CallFilter:
    return seccomp.CallFilter(
        device=bool(config["devices"]),
        tools=config["tools"],
        machine_code=config["machine_code"],
    )


def _narrowed(libc: LibC, plan: Confinement, readable: tuple[str, ...]) -> Confinement:
    """Restrict a plan to these readable paths.

    Unless each child has its own mount, one rule set is shared by all children with the same paths.
    """
    if not readable:
        return replace(plan, landlock=-1, places=None)
    if plan.work or plan.devices:
        if readable not in PLACES:
            PLACES[readable] = landlock.open_places(
                libc, readable, [os.devnull], plan.devices, office=plan.office
            )
        return replace(plan, places=PLACES[readable])
    if readable not in RULES:
        writable = [os.devnull, *plan.writable]
        places = landlock.open_places(libc, readable, writable, plan.devices)
        RULES[readable] = places.ruleset(libc)
        places.close()
    return replace(plan, landlock=RULES[readable])


def _serve(
    control: SocketType, libc: LibC, plan: Confinement, request: tuple[Any, ...]
) -> Job | None:
    job: ForkRequest = json.loads(request[0])
    descriptors = array.array("i")
    for _level, _kind, data in request[1]:
        descriptors.frombytes(data[: len(data) - len(data) % descriptors.itemsize])
    channel, out = descriptors
    if job["portion"]:
        plan = _narrowed(libc, plan, tuple(job["portion"]["readable"]))
    pid = os.fork()
    if pid == 0:
        control.detach()
        return _be_child(libc, plan, job, channel, out)
    os.close(channel)
    os.close(out)
    forked: Forked = {"forked": pid}
    _reply(control, forked, pid)
    _, status, usage = os.wait4(pid, 0)
    end: ForkEnd = {
        "status": status,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "peak_mib": usage.ru_maxrss / 1024,
    }
    _reply(control, end)
    return None


def _be_child(libc: LibC, plan: Confinement, job: "ForkRequest", channel: int, out: int) -> Job:
    """Confine this process."""
    plan = replace(plan, folder=job["folder"])
    if plan.folder:  # replaces the host's placeholder for an unknown folder
        os.environ.update({name: plan.folder for name, at in os.environ.items() if at == "/"})
    try:
        volunteer()
        confine(libc, plan, job["limits"], channel, out)
    except BaseException as error:  # noqa: BLE001 - whatever it is, the child must not go on
        os.write(out, f"confine: {error!r}".encode())
        os._exit(71)
    wire = DescriptorWire(CHANNEL, CHANNEL)
    if job["canary"]:
        from . import canaries

        try:
            canaries.serve(wire, job["canary"], libc)
        finally:
            os._exit(0)
    libc.forget()
    return Job(
        wire=wire,
        after_fork=job["after_fork"],
        device=bool(plan.devices),
        absent=job["portion"]["absent"] if job["portion"] else [],
    )


def _reply(control: SocketType, message: Mapping[str, object], pid: int = 0) -> None:
    """Send a packet, with a descriptor for the process `pid` if given."""
    data = json.dumps(message).encode()
    if not pid:
        control.send(data)
        return
    handle = os.pidfd_open(pid)
    control.sendmsg([data], [(SOL_SOCKET, SCM_RIGHTS, array.array("i", [handle]).tobytes())])
    os.close(handle)

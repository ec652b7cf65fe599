"""Finds the best rung that really holds here, by attacking each in a throw-away child."""

import socket
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from grader.model.course import Backend, Exercise, Limits
from grader.model.errors import SandboxUnavailable
from grader.model.run import RunStatus
from grader.sandbox.children import Failure
from grader.sandbox.libraries import Libraries
from grader.sandbox.rungs import FENCES, SAFE, Rung
from grader.sandbox.sandbox import Sandbox

CANARY_SECONDS = 20.0
# What a rung without Landlock does not claim, because its mount view makes it harmless there.
NOT_CLAIMED = {Rung.C: frozenset({"trace-parent"})}
SECRET = b"canary"


@dataclass(frozen=True, slots=True, kw_only=True)
class Probe:
    """What trying one rung showed."""

    rung: Rung
    holds: bool
    reason: str = ""  # why it does not hold
    stopped: Mapping[str, bool] = field(default_factory=dict)  # attack -> was it stopped


@cache
def probe(rung: Rung) -> Probe:
    """Tries one rung, once per process."""
    fence = FENCES[rung]
    if rung is Rung.D:
        return Probe(rung=rung, holds=True)
    if sys.platform != "linux":
        return Probe(rung=rung, holds=False, reason="needs Linux")
    if fence.as_root and not _is_root():
        return Probe(rung=rung, holds=False, reason="needs root")
    return _attack(rung)


def probe_all() -> tuple[Probe, ...]:
    """Tries every rung, best first."""
    return tuple(probe(rung) for rung in Rung)


def choose_rung(*, unsafe: bool = False, own_code: bool = False) -> Probe:
    """Finds the best rung that holds; the last one only for one's own code or when asked for."""
    for rung in SAFE:
        if probe(rung).holds:
            return probe(rung)
    if unsafe or own_code:
        return probe(Rung.D)
    reasons = "; ".join(f"{rung}: {probe(rung).reason}" for rung in SAFE)
    raise SandboxUnavailable(
        "no safe sandbox works on this machine, so other people's programs are not run "
        f"({reasons}). See docs/sandbox.md, or give --unsafe-no-sandbox to run them unprotected."
    )


def _is_root() -> bool:
    import os

    return os.getuid() == 0


def _attack(rung: Rung) -> Probe:
    """Runs the canaries on one rung, against a real file and a real port of this machine."""
    with tempfile.TemporaryDirectory() as folder, socket.create_server(("127.0.0.1", 0)) as server:
        file = Path(folder, "canary")
        file.write_bytes(SECRET)
        target = {"file": str(file), "port": server.getsockname()[1]}
        try:
            stopped = _stopped(rung, target)
        except (SandboxUnavailable, OSError) as error:
            return Probe(rung=rung, holds=False, reason=str(error))
        intact = file.exists() and file.stat().st_mode & 0o400 and file.read_bytes() == SECRET
    failed = [name for name, held in stopped.items() if not held]
    failed = [name for name in failed if name not in NOT_CLAIMED.get(rung, frozenset())]
    holds = not failed and bool(intact)
    reason = "" if holds else "not stopped: " + ", ".join(failed or ["a change to a file"])
    return Probe(rung=rung, holds=holds, reason=reason, stopped=stopped)


def _stopped(rung: Rung, target: Mapping[str, object]) -> Mapping[str, bool]:
    sandbox = Sandbox(rung, slot=999)
    if not FENCES[rung].warm:
        return _stopped_cold(sandbox)
    zygote = sandbox.start_zygote(Libraries(machine_code=False), Limits())
    try:
        child = zygote.fork(canary=target)
        try:
            ready = child.exchange(None, b"", CANARY_SECONDS, 0)
            answer = child.exchange({"op": "attack", "nonce": ""}, b"", CANARY_SECONDS, 0)
        finally:
            child.end(0)
        if isinstance(ready, Failure) or isinstance(answer, Failure):
            raise SandboxUnavailable(f"the canaries did not report: {child.output[-300:]}")
        stopped: Mapping[str, bool] = answer[0]["stopped"]
        return stopped
    finally:
        zygote.close()


def _stopped_cold(sandbox: Sandbox) -> Mapping[str, bool]:
    """Proves that a cold container starts and that it can neither fork nor see our files."""
    allowed = ("mmap", "os", "socket")
    exercise = Exercise(
        id="canary", operation="", backend=Backend.PYTHON, entry="", allowed_imports=allowed
    )
    lines = {
        "fork": "import os\nif os.fork() == 0:\n    os._exit(0)\n",
        "open-socket": "import socket\nsocket.socket()\n",
        "read-file": f"open({str(Path(__file__))!r})\n",
        "machine-code": "import mmap\nmmap.mmap(-1, 1, flags=2 | 32, prot=1 | 2 | 4)\n",
    }
    stopped = {}
    for name, source in lines.items():
        program = sandbox.open_program("canary.py", {"canary.py": source}, exercise)
        session = program.start()
        load = program.whole_load or session.load
        session.close()
        stopped[name] = load.status is RunStatus.RUNTIME_ERROR
    return stopped

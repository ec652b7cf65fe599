"""Find the best isolation level that holds on this machine, by attacking each of them.

The limit on open files is checked first: if it is too low, children fail as if no level held. The
attack takes longer than checking a small program. A class is graded on a level attacked just now; a
user's own files may be checked on a level that held earlier since boot, remembered until anything
changes on which it depends.
"""

import errno
import hashlib
import json
import platform
import re
import socket
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from grader import __version__
from grader.files import write_file
from grader.guest.protocol import Operation, Request, StoppedReply
from grader.model.course import Backend, Exercise, Limits
from grader.model.errors import SandboxUnavailable
from grader.model.machine import Capabilities, Interpreter
from grader.model.run import RunStatus
from grader.sandbox.children import Failure, read_as
from grader.sandbox.levels import CONFIGS, SAFE, IsolationLevel
from grader.sandbox.mounts import NOT_HERE, find_bubblewrap
from grader.sandbox.sandbox import Sandbox
from grader.sandbox.scratch import own_folder
from grader.sandbox.view import Libraries, guests
from grader.sandbox.zygote import Zygote

# descriptors for ourselves and a child that sets up its own sandbox; for each further job
NEEDED, PER_JOB = 96, 16
ENOUGH = 4096


def ensure_descriptors(jobs: int = 1) -> None:
    """Raise our own limit as far as the machine allows; SandboxUnavailable if that is too low.

    Without enough descriptors, children fail in ways that look like a machine without a sandbox.
    """
    try:
        import resource
    except ImportError:  # the platform has no such limits
        return
    needed = NEEDED + PER_JOB * jobs
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= max(needed, ENOUGH):
        return
    wanted = max(needed, ENOUGH) if hard == unlimited else min(hard, max(needed, ENOUGH))
    if wanted > soft:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (ValueError, OSError):  # a system may impose a lower limit of its own
            wanted = soft
    if max(wanted, soft) < needed:
        raise SandboxUnavailable(
            "only {limit} files can be open at once here (ulimit -n), but {needed} are "
            "required; raise the limit (ulimit -n {enough}), or use a smaller --jobs",
            limit=max(wanted, soft),
            needed=needed,
            enough=ENOUGH,
        )


CANARY_SECONDS = 20.0
ATTACKER = 999  # slot number of its sandbox, used by no worker
# Attacks that a level without Landlock does not claim to stop: its mount view makes them harmless.
NOT_CLAIMED = {IsolationLevel.C: frozenset({"trace-parent"})}
SECRET = b"canary"
MAX_TRIES, PAUSE_SECONDS = 4, 0.25  # for a level that could be neither proved nor disproved
# Errors by which the kernel lacks or forbids a mechanism; repeating the attempt is pointless.
REFUSALS = frozenset(
    {
        *(errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EINVAL, errno.ENODEV, errno.EROFS),
        *(errno.EOPNOTSUPP, errno.ENOTSUP),
    }
)
ERRNO = re.compile(r"\[Errno (\d+)\]|Error\((\d+),")


class Probe(Struct, frozen=True, kw_only=True):
    """The result of trying one level."""

    level: IsolationLevel
    holds: bool
    reason: str = ""  # why it does not hold or could not be tried
    settled: bool = True  # False: inconclusive, because the attacks could not be carried out
    stopped: Mapping[str, bool] = field(default_factory=dict)  # attack -> whether it was stopped


@cache
def probe(level: IsolationLevel, interpreter: Interpreter | None = None) -> Probe:
    """Try one level, once per process; retry if the attacks themselves failed.

    With `interpreter`, the attacks run under that one.
    """
    config = CONFIGS[level]
    if level is IsolationLevel.D:
        return Probe(level=level, holds=True)
    if sys.platform != "linux":
        return Probe(level=level, holds=False, reason="needs Linux")
    if config.as_root and not _is_root():
        return Probe(level=level, holds=False, reason="needs root")
    try:
        ensure_descriptors()
    except SandboxUnavailable as error:
        return Probe(level=level, holds=False, reason=str(error), settled=False)
    result = _attack(level, interpreter)
    for _ in range(MAX_TRIES - 1):
        if result.settled:
            break
        time.sleep(PAUSE_SECONDS)
        result = _attack(level, interpreter)
    return result


_begun: dict[IsolationLevel, Zygote] = {}


@contextmanager
def attack_begun() -> Iterator[None]:
    """Start the process that attacks the best level; it gets ready while the caller goes on.

    Failure to start is ignored, since `probe` then starts another. A process not used inside the
    block is ended.
    """
    level = next(level for level in SAFE if not CONFIGS[level].as_root or _is_root())
    try:
        with suppress(SandboxUnavailable, OSError):
            if sys.platform == "linux" and _can_start(level):
                _begun[level] = _attacker(Sandbox(level, slot=ATTACKER))
        yield
    finally:
        while _begun:
            _begun.popitem()[1].close()


def _attacker(sandbox: Sandbox, interpreter: Interpreter | None = None) -> Zygote:
    return sandbox.start_zygote(Libraries(machine_code=False, interpreter=interpreter), Limits())


def ensure_walls(level: IsolationLevel, interpreters: Iterable[Interpreter]) -> None:
    """Attack a level under other Pythons too; SandboxUnavailable if it does not hold."""
    for interpreter in interpreters:
        tried = probe(level, interpreter)
        if not tried.holds:
            raise SandboxUnavailable(
                "isolation level {level} does not hold under {python} ({reason}), so no program is "
                "run with it; remove it from PATH, or leave its version out of assignment.toml",
                level=level,
                python=interpreter.path,
                reason=tried.reason,
            )


def probe_all() -> tuple[Probe, ...]:
    """Try every level, best first."""
    return tuple(probe(level) for level in IsolationLevel)


def choose_level(
    *,
    unsafe: bool = False,
    own_code: bool = False,
    accepted: IsolationLevel | None = None,
    jobs: int = 1,
    memory: Path | None = None,
) -> Probe:
    """Return the best level that holds; level D only for own code or on request.

    Own code may also run on a level that held earlier; `memory` is the folder of such records. An
    inconclusive better level is an error, unless the user accepts the level that holds. Raises
    SandboxUnavailable also if `jobs` need more open files than allowed.
    """
    ensure_descriptors(jobs)
    remembered = recall_level(memory) if own_code and memory else None
    if remembered is not None and _can_start(remembered):
        return Probe(level=remembered, holds=True)
    better: list[Probe] = []
    for level in SAFE:
        if probe(level).holds:
            _refuse_doubts(better, level, own_code=own_code, accepted=accepted)
            if memory and all(tried.settled for tried in better):
                remember_level(memory, level)
            return probe(level)
        better.append(probe(level))
    if unsafe or own_code:
        return probe(IsolationLevel.D)
    raise SandboxUnavailable(
        "no safe sandbox is available on this computer, so programs of other people are "
        "not run ({reasons}). See docs/en/sandbox.md, or use --unsafe-no-sandbox to run "
        "them without isolation.",
        reasons=_reasons(better),
    )


def _reasons(probes: Iterable[Probe]) -> str:
    return "; ".join(f"{tried.level}: {tried.reason}" for tried in probes)


def _refuse_doubts(
    better: Iterable[Probe],
    level: IsolationLevel,
    *,
    own_code: bool,
    accepted: IsolationLevel | None,
) -> None:
    """Refuse a lower level unless all better ones are known not to hold."""
    doubts = [tried for tried in better if not tried.settled]
    if doubts and not own_code and not accepts(accepted, level):
        raise SandboxUnavailable(
            "it could not be determined whether isolation level {level} is available here "
            "({reasons}). Grading does not fall back to level {lower} automatically; run the "
            "command again, or use --accept-level {lower} if that is enough",
            level=doubts[0].level,
            reasons=_reasons(doubts),
            lower=level,
        )


def accepts(accepted: IsolationLevel | None, level: IsolationLevel) -> bool:
    """Return whether accepting one level includes another: itself and all above it."""
    return accepted is not None and not is_lower(level, accepted)


def is_lower(level: IsolationLevel, other: IsolationLevel) -> bool:
    """Return whether a level promises less than another."""
    order = list(IsolationLevel)
    return order.index(level) > order.index(other)


def _can_start(level: IsolationLevel) -> bool:
    """Return whether the container of a level still starts; a setting may have forbidden it."""
    config = CONFIGS[level]
    return not config.namespaces or bool(find_bubblewrap(as_root=config.as_root))


def _is_root() -> bool:
    import os

    return hasattr(os, "getuid") and os.getuid() == 0


def _attack(level: IsolationLevel, interpreter: Interpreter | None = None) -> Probe:
    """Run the attacks on one level, against a real file and a real port of this machine."""
    config = CONFIGS[level]
    try:
        if config.namespaces and not find_bubblewrap(as_root=config.as_root):
            return Probe(level=level, holds=False, reason=NOT_HERE)
        stopped, intact = _attacked(level, interpreter)
    except (SandboxUnavailable, OSError) as error:
        return Probe(level=level, holds=False, reason=str(error), settled=_is_refusal(str(error)))
    failed = [name for name, held in stopped.items() if not held]
    failed = [name for name in failed if name not in NOT_CLAIMED.get(level, frozenset())]
    holds = not failed and intact
    reason = "" if holds else "not stopped: " + ", ".join(failed or ["a change to a file"])
    return Probe(level=level, holds=holds, reason=reason, stopped=stopped)


def _is_refusal(reason: str) -> bool:
    """Return whether the kernel refused, judging by our own messages outside or inside."""
    numbers = [int(shown or inside) for shown, inside in ERRNO.findall(reason)]
    return bool(numbers) and REFUSALS.issuperset(numbers)


def _attacked(
    level: IsolationLevel, interpreter: Interpreter | None
) -> tuple[Mapping[str, bool], bool]:
    """Return which attacks were stopped, and whether the file under attack is intact."""
    with (
        tempfile.TemporaryDirectory(dir=own_folder(), ignore_cleanup_errors=True) as folder,
        socket.create_server(("127.0.0.1", 0)) as server,
    ):
        file = Path(folder, "canary")
        file.write_bytes(SECRET)
        target = {"file": str(file), "port": server.getsockname()[1]}
        stopped = _stopped(level, target, interpreter)
        intact = file.exists() and file.stat().st_mode & 0o400 and file.read_bytes() == SECRET
        return stopped, bool(intact)


def _stopped(
    level: IsolationLevel, target: dict[str, Any], interpreter: Interpreter | None
) -> Mapping[str, bool]:
    capabilities = Capabilities(pythons=(interpreter,) if interpreter else ())
    sandbox = Sandbox(level, slot=ATTACKER, capabilities=capabilities)
    if not CONFIGS[level].warm:
        return _stopped_cold(sandbox, interpreter)
    begun = _begun.pop(level, None) if interpreter is None else None
    zygote = begun or _attacker(sandbox, interpreter)
    try:
        child = zygote.fork(canary=target)
        try:
            ready = child.exchange(None, b"", CANARY_SECONDS, 0)
            begin: Request = {"op": Operation.GO, "nonce": ""}  # any request starts the attacks
            answer = child.exchange(begin, b"", CANARY_SECONDS, 0)
        finally:
            child.end(0)
        if isinstance(ready, Failure) or isinstance(answer, Failure):
            raise SandboxUnavailable(
                "the programs that test the isolation did not reply: {output}",
                output=child.printed.tail[-300:],
            )
        return read_as(StoppedReply, answer[0], "attacks that are not told")["stopped"]
    finally:
        zygote.close()


def _stopped_cold(sandbox: Sandbox, interpreter: Interpreter | None) -> Mapping[str, bool]:
    """Prove that a cold container starts and can neither fork nor see our files."""
    allowed = ("mmap", "os", "socket")
    exercise = Exercise(
        id="canary",
        operation="",
        backend=Backend.PYTHON,
        entry="",
        allowed_imports=allowed,
        python=interpreter.version if interpreter else "",
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
        if load.status not in {RunStatus.OK, RunStatus.RUNTIME_ERROR}:
            raise SandboxUnavailable(
                "the isolation test {name} ended with {status}: {detail}",
                name=name,
                status=load.status,
                detail=load.detail,
            )
        stopped[name] = load.status is RunStatus.RUNTIME_ERROR
    return stopped


BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
STATUS_FIELDS = (
    "CapEff",
    "CapBnd",
    "NoNewPrivs",
    "Seccomp",
)  # what the kernel permits this process
NAMESPACES = ("mnt", "user", "cgroup")  # differ between containers


def recall_level(memory: Path) -> IsolationLevel | None:
    """Return the level that held under the same conditions, if recorded."""
    if sys.platform != "linux":  # there is only one level
        return None
    try:
        return IsolationLevel((memory / conditions()).read_text("utf-8"))
    except (OSError, ValueError):
        return None


def remember_level(memory: Path, level: IsolationLevel) -> None:
    """Record a level; if writing fails, it is probed again next time."""
    with suppress(OSError):
        memory.mkdir(parents=True, exist_ok=True)
        write_file(memory / conditions(), level.encode())


def conditions() -> str:
    """Hash what a remembered level depends on. Raises OSError if unavailable."""
    status = Path("/proc/self/status").read_text("utf-8").splitlines()
    folders = (*guests(), Path(__file__).parent)
    walls = sorted(path for folder in folders for path in folder.glob("*.py"))
    facts = [
        *(__version__, sys.version, sys.executable, platform.release(), platform.version()),
        BOOT_ID.read_text("ascii"),
        *(line for line in status if line.startswith((*STATUS_FIELDS, "Uid", "Gid"))),
        *(str(Path("/proc/self/ns", space).readlink()) for space in NAMESPACES),
        *((path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in walls),
    ]
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()

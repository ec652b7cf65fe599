"""What must not change while attacks run: files, a neighbour, and sockets that nobody calls."""

import contextlib
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import grader
from grader.sandbox.children import with_descendants

ROOT = Path(__file__).resolve().parent.parent.parent
COURSE = ("assignments", "reference", "course.toml")
NEIGHBOUR = """\
import os, time  # grader's neighbour
parent = os.getppid()
while os.getppid() == parent:
    time.sleep(1)
"""
State = tuple[int, int, int, int, bytes]


class Arena:
    """A course with submissions and results, a sleeping neighbour, open doors."""

    def __init__(self, folder: Path) -> None:
        """Builds it in an empty folder."""
        self.folder = folder
        self._others = set(with_descendants(os.getpid()))  # what other tests left running
        self._fill()
        # It holds nothing of ours open and ends with us: our output ends when we do.
        self.neighbour = subprocess.Popen(
            [sys.executable, "-c", NEIGHBOUR],
            env={"SECRET": "of the neighbour"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._open_doors()
        self._before = self._files()

    def _fill(self) -> None:
        for name in COURSE:
            source = ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copy2
            copy(source, self.folder / name)
        for name in ("submissions/24A1999/kadai1.py", "results/grades.csv", "home/secret"):
            (self.folder / name).parent.mkdir(parents=True)
            (self.folder / name).write_text(f"grader: SECRET in {name}\n")
        (self.folder / "empty").mkdir()

    def _open_doors(self) -> None:
        self._doors = {
            "tcp": socket.create_server(("127.0.0.1", 0)),
            "udp": socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
            "unix": socket.socket(socket.AF_UNIX),
            "abstract": socket.socket(socket.AF_UNIX),
        }
        self._doors["udp"].bind(("127.0.0.1", 0))
        self._unix = os.path.relpath(self.folder / "door")
        self._doors["unix"].bind(self._unix)
        self._abstract = f"\0hostile-{os.getpid()}-{self.folder.name}"
        self._doors["abstract"].bind(self._abstract)
        for name in ("unix", "abstract"):
            self._doors[name].listen()

    def constants(self) -> dict[str, object]:
        """Tells the attacks where everything is: the walls hold, not the silence."""
        return {
            "FOLDER": str(self.folder),
            "OTHERS": str(self.folder / "submissions/24A1999/kadai1.py"),
            "GRADES": str(self.folder / "results/grades.csv"),
            "REFERENCE": str(self.folder / "reference/matmul.py"),
            "HOME_FILE": str(self.folder / "home/secret"),
            "PACKAGE": str(Path(grader.__file__).parent),
            "PARENT": os.getpid(),
            "SIBLING": self.neighbour.pid,
            "TCP": self._doors["tcp"].getsockname()[1],
            "UDP": self._doors["udp"].getsockname()[1],
            "UNIX": str(self.folder / "door"),
            "ABSTRACT": self._abstract,
        }

    def damage(self) -> list[str]:
        """Says what is no longer as it was."""
        after = self._files()
        names = self._before.keys() | after.keys()
        found = [name for name in sorted(names) if self._before.get(name) != after.get(name)]
        if self.neighbour.poll() is not None:
            found.append("the neighbour is dead")
        called, _, _ = select.select(list(self._doors.values()), [], [], 0)
        return found + [f"somebody called at {name}" for name in self._names(called)]

    def _names(self, called: list[socket.socket]) -> list[str]:
        return [name for name, door in self._doors.items() if door in called]

    def _files(self) -> dict[str, State]:
        paths = [self.folder, *self.folder.rglob("*"), Path("/tmp/evil"), Path("/etc/evil")]
        return {str(path): _state(path) for path in paths if os.path.lexists(path)}

    def processes(self) -> set[int]:
        """Finds what runs below us, but for the neighbour; the dead do not count."""
        below = set(with_descendants(os.getpid())) - self._others - {self.neighbour.pid}
        return {pid for pid in below if _runs(pid)}

    def leave_out_others(self) -> None:
        """Takes what runs before a bout for other tests', such as helpers of multiprocessing."""
        self._others |= self.processes()

    def bury(self) -> None:
        """Takes note of the orphans that have died, as their new parent has to."""
        for pid in list(with_descendants(os.getpid())):
            if not _runs(pid):
                with contextlib.suppress(ChildProcessError):
                    os.waitpid(pid, os.WNOHANG)

    def close(self) -> None:
        """Ends the neighbour and closes the doors."""
        for door in self._doors.values():
            door.close()
        self.neighbour.send_signal(signal.SIGKILL)
        self.neighbour.wait()


def _state(path: Path) -> State:
    seen = path.lstat()
    content = path.read_bytes() if path.is_file() else b""
    return seen.st_mode, seen.st_uid, seen.st_nlink, seen.st_mtime_ns, content


def _runs(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"

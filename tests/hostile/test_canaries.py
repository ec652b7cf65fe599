"""A canary that cannot succeed proves nothing: each must get through where no wall is."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from grader.guest.canaries import ATTACKS
from grader.model.machine import Interpreter
from grader.sandbox import IsolationLevel, ladder, probe
from tests.tree import ROOT

NAMES = sorted(ATTACKS)
NO_USER_NAMESPACES = "this machine lets nobody make user namespaces"
PROGRAM = """
import json, sys
from grader.guest.canaries import ATTACKS
from grader.guest.libc import LibC
name, target = sys.argv[1], json.loads(sys.argv[2]) | {"libc": LibC()}
if name == "execute":
    print("through", flush=True)
ATTACKS[name](target)
print("stopped" if name == "execute" else "through")
"""
pytestmark = [
    pytest.mark.hostile,
    pytest.mark.skipif(sys.platform != "linux", reason="the walls are those of Linux"),
]


@pytest.mark.parametrize("name", NAMES)
def test_every_canary_gets_through_where_no_wall_is(name: str, tmp_path: Path) -> None:
    """In a process that nothing confines, the attack succeeds."""
    if name == "new-namespace" and not may_make_namespaces():
        pytest.skip(NO_USER_NAMESPACES)
    if name == "trace-parent" and os.getuid() != 0:
        pytest.skip("needs root where a process may be traced only by those above it")
    file = tmp_path / "canary"
    file.write_bytes(b"canary")
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = json.dumps({"file": str(file), "port": server.getsockname()[1]})
        command = [sys.executable, "-c", PROGRAM, name, target]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.stdout == "through\n", run.stderr


def may_make_namespaces() -> bool:
    """Asks the system's own tool."""
    tool = ["unshare", "--user", "true"]
    return subprocess.run(tool, capture_output=True, check=False).returncode == 0


def test_a_canary_leaves_its_mark(tmp_path: Path) -> None:
    """What a canary says it did to a file is really done."""
    file = tmp_path / "canary"
    file.write_bytes(b"canary")
    target = {"file": str(file)}
    ATTACKS["write-file"](target)
    ATTACKS["truncate-file"](target)
    assert (tmp_path / "canary.new").exists()
    assert file.read_bytes() == b""
    ATTACKS["chmod-file"](target)
    assert file.stat().st_mode & 0o777 == 0


@pytest.mark.parametrize(
    "level", [IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B], ids=str
)
def test_a_rung_that_holds_has_stopped_them_all(level: IsolationLevel) -> None:
    """No canary is left out, and no level is claimed while one gets through."""
    found = probe(level)
    if not found.holds:
        pytest.skip(found.reason)
    assert sorted(found.stopped) == NAMES
    assert all(found.stopped.values())


def test_a_changed_file_alone_denies_a_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even when every canary says it was stopped: the host looks at the file itself."""

    def lie(
        _: IsolationLevel, target: dict[str, object], interpreter: Interpreter | None
    ) -> dict[str, bool]:
        del interpreter
        Path(str(target["file"])).write_bytes(b"")
        return dict.fromkeys(NAMES, True)

    monkeypatch.setattr(ladder, "_stopped", lie)
    assert not ladder._attack(IsolationLevel.B).holds

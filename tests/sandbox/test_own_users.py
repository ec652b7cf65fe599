"""As root, the children of each zygote are a user that nobody else's children are."""

import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from grader.sandbox import IsolationLevel, Sandbox, zygote
from grader.sandbox.zygote import FIRST_UID, UIDS, reserve_uid
from tests.sandbox.places import RIGHT, skip_unless_holds, started
from tests.tree import ROOT

pytestmark = pytest.mark.root
LAST_PID = Path("/proc/sys/kernel/ns_last_pid")
GRADERS, APART = 6, 125  # 16 slots each: pids that far apart once had the same thousand numbers
START = 31_250
TRIES = 20
GRADER = """
import os, sys
from grader.sandbox import IsolationLevel, Sandbox, zygote
from tests.killing import newest_leaf
from tests.sandbox.places import RIGHT, started

with Sandbox(IsolationLevel(sys.argv[1])) as place, started(place, RIGHT):
    with open(f"/proc/{newest_leaf(os.getpid())}/status") as status:
        print(next(line for line in status if line.startswith("Uid:")).split()[1], flush=True)
    sys.stdin.read()
"""


def grader_with_pid(pid: int, level: IsolationLevel) -> subprocess.Popen[str]:
    """Starts a grader that has a child running, under the process number that is asked for."""
    for _ in range(TRIES):
        LAST_PID.write_text(str(pid - 1))
        process = subprocess.Popen(
            [sys.executable, "-c", GRADER, level.value],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        if process.pid == pid:
            return process
        process.kill()
        process.communicate()
    pytest.skip(f"the number {pid} cannot be had")


@pytest.mark.skipif(not os.access(LAST_PID, os.W_OK), reason="cannot choose process numbers")
def test_graders_whose_numbers_look_alike_have_different_users() -> None:
    """All alive at once: none of their children shares a user with another's."""
    skip_unless_holds(IsolationLevel.A_PLUS)
    with ExitStack() as stack:
        graders = []
        for index in range(GRADERS):
            graders.append(grader_with_pid(START + index * APART, IsolationLevel.A_PLUS))
            stack.callback(graders[-1].communicate)
        users = [int(grader.stdout.readline()) for grader in graders if grader.stdout]
    assert len(set(users)) == GRADERS
    assert all(FIRST_UID <= user < FIRST_UID + UIDS for user in users)


def test_a_user_is_free_again_when_its_zygote_has_ended() -> None:
    """Also where the zygote outlives what the host knows of it: the kernel keeps the account."""
    skip_unless_holds(IsolationLevel.A_PLUS)
    with Sandbox(IsolationLevel.A_PLUS) as place, started(place, RIGHT):
        (warm,) = place._zygotes.values()
        own = warm._own_uid
        assert warm._uid_holder is not None
        warm._uid_holder.close()
        other, holder = reserve_uid(own - FIRST_UID)
        holder.close()
        assert other != own
    freed, holder = reserve_uid(own - FIRST_UID)
    holder.close()
    assert freed == own


def test_when_all_users_are_taken_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one of them is shared."""
    monkeypatch.setattr(zygote, "FIRST_UID", 60_000)
    monkeypatch.setattr(zygote, "UIDS", 3)
    with ExitStack() as stack:
        users = []
        for _ in range(3):
            user, holder = reserve_uid(7)
            stack.enter_context(holder)
            users.append(user)
        with pytest.raises(OSError, match="are taken"):
            reserve_uid(7)
    assert sorted(users) == [60_000, 60_001, 60_002]

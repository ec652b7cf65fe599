"""A worker's sandbox: used again and again, and never stained by a program."""

import os
import signal
import subprocess

from grader.sandbox import IsolationLevel, Sandbox
from grader.sandbox.view import Libraries
from grader.sandbox.zygote import ProcessGroup
from tests.sandbox.places import LIMITS, RIGHT, exercise, skip_unless_holds, started
from tests.sandbox.products import multiplies


def test_files_of_one_program_are_gone_for_the_next(sandbox: Sandbox) -> None:
    """What a program leaves in its work folder does not reach the next one."""
    writes = "open('left.txt', 'w').write('secret')\n" + RIGHT
    reads = "text = open('left.txt').read()\n" + RIGHT
    with started(sandbox, writes):
        pass
    with started(sandbox, reads) as (program, _):
        whole = program.whole_load
    assert whole is not None
    assert whole.traceback is not None
    assert whole.traceback.type == "FileNotFoundError"


def test_a_zygote_that_died_is_replaced() -> None:
    """The next job finds a new zygote, not an error."""
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B) as place:
        with started(place, RIGHT):
            (zygote,) = place._zygotes.values()
        os.kill(zygote._process.pid, signal.SIGKILL)
        zygote._process.wait()
        with started(place, RIGHT) as (_, session):
            assert multiplies(session)
        assert [*place._zygotes.values()] != [zygote]


def test_what_was_begun_is_what_children_come_from() -> None:
    """It is begun once; one that is killed before it is ready is replaced, and nobody notices."""
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B) as place:
        for _ in range(2):
            place.begin(exercise())
        (begun,) = place._zygotes.values()
        with started(place, RIGHT) as (_, session):
            assert multiplies(session)
        assert [*place._zygotes.values()] == [begun]
    with Sandbox(IsolationLevel.B) as place:
        place.begin(exercise())
        (begun,) = place._zygotes.values()
        begun.kill()
        with started(place, RIGHT) as (_, session):
            assert multiplies(session)
        assert [*place._zygotes.values()] != [begun]


def test_a_group_is_killed_and_never_its_numbers_next_owner() -> None:
    """All that it leads ends; when it was waited for, or let go of, nobody else is meant."""
    with subprocess.Popen(
        ["/bin/sh", "-c", "echo $$; sleep 100 & sleep 100"],
        start_new_session=True,
        stdout=subprocess.PIPE,
    ) as leader:
        processes = ProcessGroup(leader)
        assert leader.stdout is not None
        assert int(leader.stdout.readline()) == leader.pid
        processes.kill()
        assert leader.wait() == -signal.SIGKILL
        assert leader.stdout.read() == b""  # whoever held it is gone, too
        processes.kill()
        processes.close()
        processes.kill()
        processes.close()


def test_closing_ends_what_is_not_yet_ready() -> None:
    """It is not waited for."""
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B) as place:
        place.begin(exercise())
        (begun,) = place._zygotes.values()
    assert begun._process.returncode == -signal.SIGKILL
    assert not place._zygotes


def test_closing_ends_every_process() -> None:
    """After `close` the zygote is gone."""
    skip_unless_holds(IsolationLevel.B)
    place = Sandbox(IsolationLevel.B)
    zygote = place.start_zygote(Libraries(), LIMITS)
    zygote.close()
    assert zygote._process.returncode is not None
    place.close()


def test_facts_are_the_same_every_time(sandbox: Sandbox) -> None:
    """Isolation level, Python and system; nothing that differs between two runs."""
    assert sandbox.facts() == sandbox.facts()
    assert set(sandbox.facts()) == {"rung", "python", "platform"}

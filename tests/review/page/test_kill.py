"""SIGKILL while people mark: what the page acknowledged is there, once, and the store opens."""

import random
import sys
import threading
import time
from http.client import HTTPException

import pytest

from grader.gradebook.desk import Desk
from grader.store import Store
from tests.review.page.served import Client, page_process, stored

KILLS, MORE_KILLS = 3, 12
AT_ONCE = 3


def mark(client: Client, handles: list[str], acknowledged: list[str]) -> None:
    """Decides about some students again and again, until nobody answers any more."""
    basis = dict.fromkeys(handles, "")
    number = 0
    while True:
        for handle in handles:
            number += 1
            reason = f"{handle} {number} {random.random()}"
            wish = {"student": handle, "points": number % 3, "reason": reason}
            try:
                basis[handle] = basis[handle] or client.award(handle)["basis"]
                answer = client.decide({**wish, "basis": basis[handle]})
            except (OSError, HTTPException, ValueError):
                return
            if answer.status == 200:
                acknowledged.append(reason)
            basis[handle] = answer.json["students"][handle]["awards"]["discussion"]["basis"]


@pytest.mark.kill
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize(
    "kills", [KILLS, pytest.param(MORE_KILLS, marks=pytest.mark.repetition("3 kills"))], ids=str
)
def test_killed_page_keeps_every_decision_that_it_acknowledged(desk: Desk, kills: int) -> None:
    """None is lost or doubled, and who marked goes on where they were."""
    chance = random.Random()
    acknowledged: list[str] = []
    for _ in range(kills):
        with page_process(desk) as page:
            handles = page.client.handles()
            shares = [handles[share::AT_ONCE] for share in range(AT_ONCE)]
            marking = [
                threading.Thread(target=mark, args=(page.client, share, acknowledged))
                for share in shares
            ]
            for thread in marking:
                thread.start()
            time.sleep(chance.uniform(0.05, 2.0))
            page.process.kill()
            for thread in marking:
                thread.join()
        reasons = [row[2] for row in stored(desk.out)]
        assert len(set(reasons)) == len(reasons)
        assert set(acknowledged) <= set(reasons)
        assert len(set(reasons) - set(acknowledged)) <= kills * AT_ONCE  # answers cut off
    with Store(desk.out, "kadai1", create=False) as store:
        assert len(store.decisions()) == len(reasons)
        assert store.unreadable == ()
    assert acknowledged

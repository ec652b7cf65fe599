"""Several pages and commands on one results folder, and stores that go away beneath a page."""

import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.model.errors import GraderError, StoreError
from grader.model.gradebook import Phrase
from grader.review.page import LiveGradebook, open_server
from grader.store import Store, one_grader_only, open_store
from tests.review.page.served import (
    SECRET,
    Client,
    good_evidence,
    page_process,
    review,
    stored,
)

PHRASE = Phrase(
    name="p", criterion="discussion", text={"ja": "x", "en": "x"}, by="TA1", at=datetime.now(UTC)
)


def grader(desk: Desk, *words: str) -> "subprocess.CompletedProcess[str]":
    """Gives another command on the same results folder, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *words, "--course", str(desk.course.root)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_two_pages_see_each_other_and_commands_run_beside_them(desk: Desk) -> None:
    """Two processes on one folder: points, comments, conflicts; export and regrade meanwhile."""
    with page_process(desk) as first, page_process(desk) as second:
        one, two, *_ = first.client.handles()
        assert second.client.handles() == first.client.handles()
        assert first.client.decide({"student": one, "points": 1, "reason": "A"}).status == 200
        assert second.client.award(one)["reason"] == "A"  # at the next look
        refused = second.client.decide({"student": one, "points": 2}, by="TA2")
        assert refused.status == 409
        assert refused.json["conflicts"][0]["theirs"]["by"] == "TA1"
        comment = {"by": "TA2", "student": two, "text": "よい"}
        assert second.client.post("/comment", comment).status == 200
        assert first.client.state()["students"][two]["comment"] == "よい"

        table = desk.out.parent / "table.csv"
        said = grader(desk, "export", "kadai1", "--results", str(desk.out), "-o", str(table))
        assert said.returncode in (0, 1), said.stderr
        said = grader(desk, "regrade", "kadai1", "-o", str(desk.out))
        assert said.returncode in (0, 3), said.stderr
        assert "another grader" not in said.stderr
        assert first.client.award(one)["reason"] == "A"
        basis = second.client.award(one)["basis"]
        assert (
            second.client.decide({"student": one, "points": None, "basis": basis}, by="TA2").status
            == 200
        )
        assert first.client.award(one)["points"] is None
    assert len(stored(desk.out)) == 2


def test_while_another_grader_writes_the_page_reads_and_asks_to_try_again(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A decision is answered with 503 and a sentence, never dropped; later it is stored."""
    monkeypatch.setattr("grader.review.page.live.PATIENCE", 0.3)
    one = client.handles()[0]
    with one_grader_only(desk.out):
        assert client.get("/state").status == 200
        busy = client.decide({"student": one, "points": 1})
        assert busy.status == 503
        assert "another grader is writing" in busy.json["error"]["en"]
        assert "書き込" in busy.json["error"]["ja"]
        assert client.get("/state").status == 200
    assert stored(desk.out) == []
    assert client.decide({"student": one, "points": 1}).status == 200


def test_a_decision_upon_changed_evidence_says_so(desk: Desk) -> None:
    """As soon as the program was observed again; not before, and not after a new decision."""
    student = "24A1201"
    with page_process(desk) as page:
        client = page.client
        one = next(
            handle
            for handle in client.handles()
            if f'data-student="{handle}"'
            in client.get("/").text.partition(f">{student}<")[0][-400:]
        )
        assert client.decide({"student": one, "points": 1}).status == 200
        assert not client.award(one)["stale"]
        with open_store(desk.out, "kadai1") as store:
            sheet = store.sheet(student)
            assert sheet is not None
            changed = replace(good_evidence(student), key="sha256:new")
            store.save(changed, sheet, reusable=True)
        stale = client.award(one)
        assert stale["stale"]
        assert client.decide({"student": one, "points": 2, "basis": stale["basis"]}).status == 200
        assert not client.award(one)["stale"]


def test_clocks_that_were_set_back_lose_no_decision(client: Client, desk: Desk) -> None:
    """The latest decision counts, though an earlier one claims a later time."""
    one = client.handles()[0]
    assert client.decide({"student": one, "points": 1}).status == 200
    with closing(sqlite3.connect(desk.out / "grader.sqlite")) as connection, connection:
        (time_of,) = connection.execute("SELECT decided_at FROM decided").fetchone()
    assert time_of < "2100"
    with Store(desk.out, "kadai1", create=False) as store:
        (decision,) = store.decisions()
        ahead = decision.at.replace(year=2100)
        store.decide(replace(decision, points=0.5, at=ahead))
    basis = client.award(one)["basis"]
    assert basis.startswith("2100")
    assert client.decide({"student": one, "points": 2, "basis": basis}).status == 200
    assert client.award(one)["points"] == 2


def gone(out: Path) -> None:
    """Somebody removes the results."""
    shutil.rmtree(out)


def moved(out: Path) -> None:
    """Somebody moves them away."""
    out.rename(out.with_name("elsewhere"))


def emptied(out: Path) -> None:
    """A sync program replaces the store by an empty file."""
    (out / "empty").touch()
    (out / "empty").replace(out / "grader.sqlite")


def spoilt(out: Path) -> None:
    """Another file takes its name."""
    (out / "x").write_bytes(b"no database" * 1000)
    (out / "x").replace(out / "grader.sqlite")


def without_journal(out: Path) -> None:
    """Only the file itself is moved."""
    (out / "grader.sqlite").rename(out.with_name("elsewhere"))


def test_commands_wait_for_the_one_that_is_writing(desk: Desk) -> None:
    """Who only lists does not even wait; who writes has their turn when the other one leaves."""
    with one_grader_only(desk.out):
        listed = grader(desk, "review", "kadai1", "-o", str(desk.out), "--list")
        assert listed.returncode == 0, listed.stderr
        holding = threading.Timer(1.0, lambda: None)
        writing = review(desk, "--confirm", "all", "--by", "TA1")
        holding.start()
        holding.join()
        assert writing.poll() is None
    _, complaint = writing.communicate(timeout=60)
    assert "another grader" not in complaint
    with Store(desk.out, "kadai1") as store:
        assert store.confirmations() or writing.returncode == 1


def test_a_page_that_ends_copies_when_it_is_its_turn(desk: Desk) -> None:
    """Two that end together would clear away each other's half-written copy."""
    live = LiveGradebook(desk, SECRET)
    student = next(iter(live.state().handles))
    live.comment(student, "x", "TA1", "")
    with Store(desk.out, "kadai1") as other:
        other.decide_all(phrases=[PHRASE], back_up=False)
    copies = len(list((desk.out / "backups").iterdir()))
    with one_grader_only(desk.out):
        ending = threading.Thread(target=live.close)
        ending.start()
        ending.join(0.5)
        assert ending.is_alive()
        assert len(list((desk.out / "backups").iterdir())) == copies
    ending.join(60)
    assert len(list((desk.out / "backups").iterdir())) == copies + 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent there")
def test_a_copy_that_fails_in_the_end_keeps_no_sheet_from_being_made(desk: Desk) -> None:
    """What was decided stands on the sheet, and the sentence about the copy comes last."""
    with page_process(desk) as page:
        one = page.client.handles()[0]
        assert page.client.decide({"student": one, "points": 1, "reason": "sheet"}).status == 200
        shutil.rmtree(desk.out / "backups")
        (desk.out / "backups").symlink_to(desk.out.parent)
        page.process.send_signal(signal.SIGINT)
        _, complaint = page.process.communicate(timeout=60)
    assert "backups is a link" in complaint
    assert page.process.returncode == 2
    assert any("sheet" in path.read_text() for path in (desk.out / "sheets").glob("*.json"))


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C cannot be sent there")
def test_only_who_was_decided_gets_a_new_sheet_in_the_end(desk: Desk) -> None:
    """And whose sheet is gone; a class of a thousand does not wait for a thousand drawings."""

    def end(*decisions: Mapping[str, object]) -> None:
        with page_process(desk) as page:
            for decision in decisions:
                student = page.client.handles()[0]
                assert page.client.decide({"student": student, **decision}).status == 200
            page.process.send_signal(signal.SIGINT)
            page.process.communicate(timeout=60)

    end()
    before = {path: path.stat().st_mtime_ns for path in (desk.out / "sheets").glob("*.html")}
    end({"points": 1, "reason": "new reason"})
    written = [path for path, then in before.items() if path.stat().st_mtime_ns != then]
    assert ["new reason" in path.read_text() for path in written] == [True]
    gone = next(path for path in before if path not in written)
    gone.unlink()
    end()
    assert gone.exists()


@pytest.mark.parametrize("happens", [gone, moved, emptied, spoilt, without_journal])
def test_a_store_that_goes_away_is_never_written_to(
    desk: Desk, happens: Callable[[Path], None]
) -> None:
    """A sentence says what is wrong; when it is back, all is there that was acknowledged."""
    with open_server(desk, SECRET) as server:
        client = Client(server.address)
        one, two = client.handles()[:2]
        assert client.decide({"student": one, "points": 1}).status == 200
        kept = desk.out.with_name("kept")
        shutil.copytree(desk.out, kept)
        happens(desk.out)
        for answer in (
            client.get("/state"),
            client.decide({"student": two, "points": 2}),
            client.post("/comment", {"by": "TA1", "student": two, "text": "x"}),
            client.post("/confirm", {"by": "TA1", "students": [two]}),
        ):
            assert answer.status == 503
            assert "grader.sqlite" in answer.json["error"]["en"]
        page = client.get("/", Accept="text/html,*/*")
        assert page.status == 503
        assert "grader.sqlite" in page.text
        assert page.headers["content-type"].startswith("text/plain")
        assert not (desk.out / ".lock").exists() or happens not in (gone, moved)
        shutil.rmtree(desk.out, ignore_errors=True)
        shutil.copytree(kept, desk.out)
        assert client.award(one)["points"] == 1
        assert client.decide({"student": two, "points": 2}).status == 200
    assert [row[1] for row in stored(desk.out)] == [1, 2]


def test_a_store_that_was_replaced_is_read_and_written_from_then_on(
    desk: Desk, made_class: Path
) -> None:
    """As after a class that was graded anew into the same folder."""
    with open_server(desk, SECRET) as server:
        client = Client(server.address)
        one = client.handles()[0]
        shutil.rmtree(desk.out)
        shutil.copytree(made_class / "out", desk.out)
        assert client.decide({"student": one, "points": 1}).status == 200
    assert len(stored(desk.out)) == 1


def test_a_damaged_decision_waits_for_a_person_again(client: Client, desk: Desk) -> None:
    """The page shows the others, and says in plain JSON that this one has no points."""
    one, two = client.handles()[:2]
    assert client.decide({"student": one, "points": 1}, {"student": two, "points": 2}).status == 200
    with closing(sqlite3.connect(desk.out / "grader.sqlite")) as connection:
        connection.execute("DROP TRIGGER decided_is_never_changed")
        connection.execute("UPDATE decided SET points = 1.5 WHERE points = 1")
        connection.execute("UPDATE course SET stamp = x'00'")
        connection.commit()
    assert "NaN" not in client.get("/state").text
    assert client.award(one)["points"] is None
    assert client.award(two)["points"] == 2
    answer = client.decide({"student": one, "points": 2})
    assert "NaN" not in answer.text
    assert answer.status == 409
    basis = answer.json["conflicts"][0]["theirs"]["basis"]
    assert client.decide({"student": one, "points": 2, "basis": basis}).status == 200
    assert client.award(one)["points"] == 2


def test_ctrl_c_ends_the_page_and_makes_the_sheets_anew(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while others hold connections open; and where no browser could be started before."""
    monkeypatch.setenv("BROWSER", str(desk.out / "no-browser"))
    with page_process(desk, ["--by", "TA1", "--browser"]) as page:
        client = page.client
        one = client.handles()[0]
        assert client.decide({"student": one, "points": 1.25}).status == 200
        held = [socket.create_connection((client.host, client.port)) for _ in range(20)]
        for number, connection in enumerate(held):
            connection.sendall(b"GET /state HTTP/1.1\r\n" if number % 2 else b"")
        page.process.send_signal(signal.SIGINT)
        said, wrong = page.process.communicate(timeout=600)
        for connection in held:
            connection.close()
        assert "Updating the score sheets" in said
        assert "Traceback" not in wrong
        assert page.process.returncode in (0, 3), wrong
    assert "1.25" in (desk.out / "grades.csv").read_text(encoding="utf-8-sig")


@pytest.mark.skipif(sys.platform == "win32", reason="its consoles send no signals")
def test_a_closed_terminal_makes_the_sheets_anew_as_well(desk: Desk) -> None:
    """Twice hung up on, and nobody there to read what is said."""
    with page_process(desk, ["--by", "TA1"]) as page:
        one = page.client.handles()[0]
        assert page.client.decide({"student": one, "points": 1.25}).status == 200
        assert page.process.stdout is not None
        page.process.stdout.close()
        page.process.stdout = None
        for _ in range(2):
            page.process.send_signal(signal.SIGHUP)
        page.process.wait(timeout=600)
    assert "1.25" in (desk.out / "grades.csv").read_text(encoding="utf-8-sig")


def test_ending_waits_for_no_connection(desk: Desk) -> None:
    """The server's threads are gone with the block, though nobody hung up."""
    with open_server(desk, SECRET) as server:
        client = Client(server.address)
        held = [socket.create_connection((client.host, client.port)) for _ in range(20)]
        for connection in held:
            connection.sendall(b"POST /decide HTTP/1.1\r\nContent-Length: 9\r\n\r\n{")
        assert client.get("/state").status == 200
    assert not server.thread.is_alive()
    for connection in held:
        connection.close()


def said_of(desk: Desk, *options: str) -> tuple[int, str]:
    """How `grader review` ends at once, and what it says of it."""
    process = review(desk, "--no-browser", *options)
    out, wrong = process.communicate(timeout=600)
    assert "Traceback" not in wrong
    assert out == ""
    return process.returncode, wrong


def test_odd_grounds_are_told_in_a_sentence(desk: Desk, made_class: Path) -> None:
    """No results, no results folder, a port that is taken, a host that is none."""
    nothing = replace(desk, out=desk.out.with_name("nothing"))
    missing = pytest.raises(StoreError, match="run `grader grade` first")
    with missing, open_server(nothing, SECRET):
        pass
    assert not nothing.out.exists()
    (nothing.out).mkdir()
    (nothing.out / "grader.sqlite").write_text("x" * 99)
    with pytest.raises(StoreError, match="is damaged"), open_server(nothing, SECRET):
        pass
    other = replace(desk, out=made_class / "course" / "assignments")
    missing = pytest.raises(StoreError, match="run `grader grade` first")
    with missing, open_server(other, SECRET):
        pass
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, said = said_of(desk, "--port", port)
        assert code == 2
        assert f"127.0.0.1:{port}: cannot listen on this address" in said
    for host in ("no such host", "192.0.2.1", "x" * 70):
        refused = pytest.raises(GraderError, match="cannot listen on this address")
        with refused, open_server(desk, SECRET, host=host):
            pass


def test_without_flask_the_page_says_what_to_install(desk: Desk) -> None:
    """Everything else of `grader review` works without it."""
    code = (
        "import sys; sys.modules['flask'] = None; from grader.__main__ import run; "
        "sys.exit(run(sys.argv[1:]))"
    )
    words = ["review", "kadai1", "--course", str(desk.course.root), "-o", str(desk.out)]
    command = [sys.executable, "-c", code, *words, "--lang", "en"]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 2
    assert "the review page requires flask" in said.stderr
    assert "pip install" in said.stderr
    listed = subprocess.run([*command, "--list"], capture_output=True, text=True, check=False)
    assert listed.returncode == 0, listed.stderr


@pytest.mark.skipif(not socket.has_ipv6, reason="there is no IPv6 here")
def test_ipv6_is_an_address_like_others(desk: Desk) -> None:
    """It stands in brackets in addresses, Host and Origin."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError as error:
        pytest.skip(f"there is no ::1 here: {error}")
    with open_server(desk, SECRET, host="::1") as server:
        assert server.address.startswith("http://[::1]:")
        client = Client(server.address)
        one = client.handles()[0]
        assert client.decide({"student": one, "points": 1}).status == 200
        assert client.get("/", Host=f"localhost:{client.port}").status == 200
        assert client.get("/", Host=f"[::2]:{client.port}").status == 403

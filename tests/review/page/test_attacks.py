"""The page before a hostile student: what they wrote stays text, and the server stays."""

import socket
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.review.page import open_server
from grader.scoring import score
from grader.store import Store
from tests.review.page.served import EVIL, SECRET, Answer, Client, good_evidence, stored
from tests.review.page.walked import pages_of

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Page, Request

PATHS = (
    *("..", "../..", "../../../../etc/passwd", "%2e%2e", "%2e%2e%2f%2e%2e%2fetc%2fpasswd"),
    *("..%2f..%2fcourse.toml", "..%5c..%5ccourse.toml", "%00", "book.js%00.png", "%c0%ae%c0%ae"),
    *("/etc/passwd", "//etc/passwd", "%2fetc%2fpasswd", "file:///etc/passwd", "C:\\x", "~root"),
    *("24A1201", "0" * 16, "x" * 5_000, "%ff", "\u202e", "<script>alert(1)</script>", "{{7*7}}"),
    *("-1", "99999999999999999999", "1e9", "0x1", "1;ls", "None", "__class__"),
)


def watch(page: "Page", origin: str) -> list[str]:
    """Notes whatever a page should never do: ask for words, run or fetch what is not ours."""
    seen: list[str] = []

    def dismiss(dialog: "Dialog") -> None:
        seen.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def note(message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning"):
            seen.append(f"{message.type} {message.text} {message.location}")

    def follow(request: "Request") -> None:
        if not request.url.startswith((f"{origin}/", "data:")):
            seen.append(f"request {request.url}")

    page.on("dialog", dismiss)
    page.on("pageerror", lambda error: seen.append(f"error {error}"))
    page.on("console", note)
    page.on("request", follow)
    return seen


def test_what_students_wrote_stays_text_on_every_page(
    client: Client, desk: Desk, visit: "Callable[..., BrowserContext]"
) -> None:
    """In ids, names, files, sentences, captions, findings, reasons, comments and TAs' names."""
    for handle in client.handles():
        decision = {"student": handle, "points": 1, "reason": EVIL.replace("\ud800", "")}
        assert client.decide(decision, by="<b onclick=alert(5)>TA</b>").status == 200
        comment = {"by": "TA1", "student": handle, "text": EVIL.replace("\ud800", "")}
        assert client.post("/comment", comment).status == 200
    page = visit().new_page()
    seen = watch(page, client.origin)
    page.goto(client.address)
    for path in pages_of(client, desk, 100):
        answer = page.goto(f"{client.origin}{path}")
        assert answer is not None
        assert answer.status == 200, path
        page.wait_for_selector("#by")
        foreign = page.evaluate(
            "[...document.querySelectorAll('*')].filter((one) =>"
            " [...one.attributes].some((a) => /^on|^style$/i.test(a.name)"
            " || (/href|src|action|data/i.test(a.name) && /^\\s*javascript:/i.test(a.value))))"
            ".map((one) => one.outerHTML.slice(0, 200))"
        )
        assert foreign == [], path
        assert page.locator("script:not([src]), base, object, embed, iframe").count() == 0
    page.goto(f"{client.origin}/")
    assert page.get_by_text("onmouseover='alert(4)").count()
    assert seen == []


def test_very_long_words_break_no_page(desk: Desk) -> None:
    """An id and sentences of a million letters: every page is served."""
    long = "長" * 500_000 + "x" * 500_000
    with Store(desk.out, "kadai1", create=False) as store:
        evidence = replace(good_evidence(long), files=(long,), main=long)
        store.save(evidence, score((), desk.assignment, long, ()), reusable=True)
    with open_server(desk, SECRET) as server:
        client = Client(server.address)
        last = client.handles()[-1]
        assert any(last in path for path in pages_of(client, desk, 100))
        assert client.decide({"student": last, "points": 1}).status == 200


def test_no_address_leads_out(looked_at: Client, desk: Desk) -> None:
    """Whatever stands in place of a handle, a file or a number: nothing of it is served."""
    bases = {path.rsplit("/", 1)[0] + "/" for path in pages_of(looked_at, desk)}
    for base in (*bases, "/static/", "/student/", "/criterion/", "//", "/./"):
        for odd in PATHS:
            path = base + quote(odd, safe="/%:~;")
            answer = looked_at.get(path)
            assert answer.status in (303, 308, 400, 404, 405, 422), (path, answer.status)
            assert b"root:" not in answer.body
            assert b"[[exercise]]" not in answer.body
            if "location" in answer.headers:
                assert answer.headers["location"].startswith(("/", looked_at.origin))


def send_raw(client: Client, text: bytes) -> tuple[int, bytes]:
    """Sends bytes and reads to the end: status, 0 for none, and body."""
    with socket.create_connection((client.host, client.port), timeout=300) as connection:
        connection.sendall(text)
        read = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _, body = read.partition(b"\r\n\r\n")
    return (int(head.split()[1]) if head else 0), body


@pytest.mark.parametrize(
    "count", [200, pytest.param(1_000, marks=pytest.mark.repetition("200 requests"))], ids=str
)
def test_many_requests_at_once_lose_nothing(client: Client, desk: Desk, count: int) -> None:
    """Reads and decisions mixed, begun together: what is acknowledged is stored once."""
    handles = client.handles()
    head = f"Host: {client.netloc}\r\nCookie: {client.cookie}\r\nConnection: close\r\n"
    together = threading.Barrier(min(count, 250))

    def ask(number: int) -> tuple[int, bytes]:
        if number < together.parties:
            together.wait(300)
        if number % 4 == 0:
            return send_raw(client, f"GET /state HTTP/1.1\r\n{head}\r\n".encode())
        body = (
            f'{{"by": "TA{number}", "decisions": [{{"student": "{handles[number % len(handles)]}",'
            f' "criterion": "discussion", "points": 1, "basis": "", "reason": "{number}"}}]}}'
        )
        post = (
            f"POST /decide HTTP/1.1\r\n{head}Origin: {client.origin}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )
        return send_raw(client, post.encode())

    with ThreadPoolExecutor(together.parties) as pool:
        answers = list(pool.map(ask, range(count)))
    counted = Counter(status for status, _ in answers)
    assert set(counted) == {200, 409}, counted
    acknowledged = {
        str(number) for number, (status, _) in enumerate(answers) if status == 200 and number % 4
    }
    reasons = [row[2] for row in stored(desk.out)]
    assert sorted(reasons) == sorted(acknowledged)
    assert len({row[0] for row in stored(desk.out)}) == len(reasons) == len(handles)
    assert client.get("/").status == 200


def test_half_requests_stop_nobody(client: Client) -> None:
    """200 that never end, in their heads and in their bodies; who marks goes on."""
    held = []
    for number in range(200):
        connection = socket.create_connection((client.host, client.port), timeout=60)
        begun = b"POST /decide HTTP/1.1\r\nContent-Length: 100\r\n\r\n{" if number % 2 else b"GET"
        connection.sendall(begun)
        held.append(connection)
    one = client.handles()[0]
    assert client.decide({"student": one, "points": 1}).status == 200
    assert client.award(one)["points"] == 1
    for connection in held:
        connection.close()


NOT_HTTP = {
    "nothing": b"\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(64) + b"\r\n\r\n",
    "a head without end": b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n",
    "a length that is none": b"POST /decide HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "two lengths": b"POST /decide HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
    "a length and chunks": b"POST /decide HTTP/1.1\r\nContent-Length: 1\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "an address that is no text": b"GET /\xff\xfe HTTP/1.0\r\n\r\n",
    "a foreign address": b"GET http://evil.example/ HTTP/1.0\r\n\r\n",
}


@pytest.mark.parametrize("kind", NOT_HTTP)
def test_what_is_no_request_is_refused(looked_at: Client, kind: str) -> None:
    """Broken lines, lengths and languages get an error, and nothing of the class."""
    with socket.create_connection((looked_at.host, looked_at.port), timeout=60) as connection:
        connection.sendall(NOT_HTTP[kind])
        read = b""
        with suppress(ConnectionResetError):
            with suppress(OSError):  # the page may have hung up by then
                connection.shutdown(socket.SHUT_WR)
            read = b"".join(iter(lambda: connection.recv(65_536), b""))
    assert not read or read.split()[1] in (b"400", b"403", b"413", b"431"), read
    assert b"24A12" not in read
    assert looked_at.get("/").status == 200


def test_answers_to_refused_requests_tell_nothing(looked_at: Client) -> None:
    """Neither ids nor paths of this machine."""

    def text(answer: Answer) -> str:
        return answer.text + str(answer.headers)

    for answer in (
        looked_at.get("/", Cookie=None),
        looked_at.get("/student/24A1201"),
        looked_at.post("/decide", b"{"),
        looked_at.post("/decide", {}, Origin=None),
    ):
        assert answer.status >= 400
        assert "24A12" not in text(answer)
        assert "/tmp" not in text(answer)

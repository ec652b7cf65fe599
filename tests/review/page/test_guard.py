"""The page answers one browser on this machine, and nobody else, at whatever address."""

import os
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from flask import Flask
from werkzeug.routing import Rule

from grader.gradebook.desk import Desk
from grader.review.page import (
    Guard,
    LiveGradebook,
    address_file,
    create_app,
    is_local,
    open_server,
)
from grader.review.page.guard import HEADERS, is_address_here
from grader.review.page.serving import CONNECTIONS
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.review.page.served import SECRET, Client
from tests.review.page.walked import bare_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

WORDS = Bilingual(load_wording("ja"), load_wording("en"))
CHANGES = {"/decide", "/comment", "/confirm"}


@pytest.fixture
def app(desk: Desk) -> Iterator[Flask]:
    """The page without a server, at port 4711."""
    live = LiveGradebook(desk, SECRET)
    try:
        guard = Guard(hosts=frozenset({"127.0.0.1:4711"}), port=4711, token="t")
        yield create_app(live, guard, WORDS)
    finally:
        live.close()


def addresses(app: Flask, student: str = "x") -> list[tuple[str, Rule]]:
    """Every address there is, with something in the place of its parameters."""
    known = {"filename": "book.js", "handle": student, "id": "discussion"}
    found = []
    for rule in app.url_map.iter_rules():
        with app.test_request_context(base_url="http://127.0.0.1:4711"):
            values = {name: known.get(name, "1") for name in rule.arguments}
            number = {name for name, kind in rule._converters.items() if "Integer" in str(kind)}
            values |= dict.fromkeys(number, "1")
            path = app.url_map.bind("127.0.0.1").build(
                rule.endpoint, {k: int(v) if k in number else v for k, v in values.items()}
            )
        found.append((path, rule))
    assert {"/", "/state", *CHANGES} <= {path for path, _ in found}
    return found


STRANGERS = {
    "a name that leads here (DNS rebinding)": {"Host": "evil.example:4711"},
    "a name that begins like ours": {"Host": "127.0.0.1:4711.evil.example"},
    "no port": {"Host": "127.0.0.1"},
    "another port": {"Host": "127.0.0.1:4712"},
    "another address of this machine": {"Host": "127.0.0.2:4711"},
    "no host": {"Host": ""},
    "no token": {"Cookie": ""},
    "a wrong token": {"Cookie": "grader-4711=u"},
    "a token of another server": {"Cookie": "grader-4712=t"},
    "a token that is no ASCII": {"Cookie": "grader-4711=\xe3\x81\x82"},
}


@pytest.mark.parametrize("stranger", STRANGERS)
def test_strangers_are_refused_everywhere(app: Flask, stranger: str) -> None:
    """Whatever the address and the method, and whether there is such an address or not."""
    browser = app.test_client(use_cookies=False)
    ours = {"Host": "127.0.0.1:4711", "Cookie": "grader-4711=t", "Origin": "http://127.0.0.1:4711"}
    paths = [path for path, _ in addresses(app)]
    for path in (*paths, "/nothing", "/student/1/../../x", "//evil.example/"):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE"):
            answer = browser.open(path, method=method, headers={**ours, **STRANGERS[stranger]})
            assert answer.status_code == 403, (method, path)
            assert "Set-Cookie" not in answer.headers


ORIGINS = {
    "none": None,
    "null, as of a sandboxed frame or a file": "null",
    "a foreign one": "http://evil.example",
    "a foreign one that begins like ours": "http://127.0.0.1:4711.evil.example",
    "another port of this machine": "http://127.0.0.1:4712",
    "ours without its port": "http://127.0.0.1",
    "ours, encrypted": "https://127.0.0.1:4711",
    "ours without a scheme": "127.0.0.1:4711",
    "ours twice": "http://http://127.0.0.1:4711",
}


@pytest.mark.parametrize("origin", ORIGINS)
def test_changes_come_from_our_own_page(app: Flask, origin: str) -> None:
    """No other origin may change anything, at any address that changes something."""
    browser = app.test_client(use_cookies=False)
    headers = {"Host": "127.0.0.1:4711", "Cookie": "grader-4711=t"}
    given = ORIGINS[origin]
    for path, rule in addresses(app):
        for method in (rule.methods or set()) - {"GET", "HEAD"}:
            more = {} if given is None else {"Origin": given}
            answer = browser.open(path, method=method, headers={**headers, **more}, json={})
            assert answer.status_code == 403, (method, path)


def test_every_answer_has_our_headers(app: Flask) -> None:
    """Pages, data, static files, refusals: no script but ours, nothing kept, nothing framed."""
    browser = app.test_client(use_cookies=False)
    ours = {"Host": "127.0.0.1:4711", "Cookie": "grader-4711=t", "Origin": "http://127.0.0.1:4711"}
    seen = set()
    for path in (*(path for path, _ in addresses(app)), "/nothing", "/?token=t", "/?token=u"):
        for method in ("GET", "POST"):
            for headers in (ours, {}):
                answer = browser.open(path, method=method, headers=headers, json={})
                seen.add(answer.status_code)
                assert {name: answer.headers.get(name) for name in HEADERS} == dict(HEADERS), path
                assert "'unsafe" not in answer.headers["Content-Security-Policy"]
                answer.close()
    assert {200, 400, 403, 404, 405} <= seen


def test_only_changes_are_made_by_post_and_only_as_json(app: Flask) -> None:
    """A form or plain text, which other sites can send without asking, changes nothing."""
    browser = app.test_client(use_cookies=False)
    ours = {"Host": "127.0.0.1:4711", "Cookie": "grader-4711=t", "Origin": "http://127.0.0.1:4711"}
    posts = {path for path, rule in addresses(app) if "POST" in (rule.methods or set())}
    assert posts >= CHANGES
    for path in posts:
        assert browser.get(path, headers=ours).status_code in (404, 405), path
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
            answer = browser.post(path, headers=ours, data=b"{}", content_type=kind)
            assert answer.status_code in (400, 415), (path, kind)


def test_looking_changes_nothing(client: Client, desk: Desk) -> None:
    """Every page that can be asked for is asked for, and the class is as it was."""
    before = client.state()
    handle = client.handles()[0]
    for path, rule in addresses(bare_app(desk), handle):
        if "GET" in (rule.methods or set()):
            client.get(path)
            client.get(f"{path}?points=1&by=TA&decision=1&confirm=all")
    after = client.state()
    assert (after["stamp"], after["students"]) == (before["stamp"], before["students"])


def test_token_is_only_in_the_first_address(looked_at: Client) -> None:
    """It becomes a cookie that scripts and other sites do not get, and stands in no page."""
    first = looked_at.get(f"/?token={looked_at.token}", Cookie=None)
    typed = looked_at.get(f"/?token={looked_at.token}", Cookie=None, Sec_Fetch_Site="none")
    assert (typed.status, typed.headers["location"]) == (303, "/")
    assert typed.headers["set-cookie"] == first.headers["set-cookie"]
    assert first.status == 200
    assert 'content="0; url=/"' in first.text
    elsewhere = looked_at.get(f"//evil.example/?token={looked_at.token}", Cookie=None)
    assert 'content="0; url=/evil.example/"' in elsewhere.text
    cookie = first.headers["set-cookie"]
    assert cookie.startswith(f"grader-{looked_at.port}={looked_at.token};")
    assert {"HttpOnly", "SameSite=Strict"} <= set(re.split("; *", cookie))
    assert "Domain" not in cookie
    for path in (
        "/",
        "/state",
        "/static/book.js",
        "/nothing",
        f"/student/{looked_at.handles()[0]}",
    ):
        answer = looked_at.get(path)
        assert looked_at.token not in answer.text + str(answer.headers), path


def test_browser_is_started_without_the_token(desk: Desk, chromium: "Browser") -> None:
    """It gets a file that its owner alone can read, and comes to the page from there."""
    with open_server(desk, SECRET) as server, address_file(desk.out, server.address) as path:
        assert Client(server.address).token not in str(path)
        assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600
        with chromium.new_context() as browser:
            page = browser.new_page()
            page.goto(path.as_uri())
            page.wait_for_url(f"{server.address.partition('?')[0]}")
            assert page.locator("h1").first.is_visible()
    assert not path.exists()


def test_silent_connections_do_not_keep_others_out(desk: Desk) -> None:
    """More of them than the page takes at once: they are closed again, and it answers."""
    with open_server(desk, SECRET) as server, ExitStack() as silent:
        client = Client(server.address)
        for _ in range(CONNECTIONS + 100):
            silent.enter_context(socket.create_connection((client.host, client.port)))
        assert client.get("/state").status == 200


@pytest.mark.parametrize("token", ["", "x", "\xe3\x81\x82", "%00", "%ff", "t" * 10_000])
def test_wrong_tokens_open_nothing(looked_at: Client, token: str) -> None:
    """Not in the address either, whatever they are made of."""
    path = f"/?token={token.encode().decode('latin-1') if token.isascii() else '%E3%81%82'}"
    assert looked_at.get(path, Cookie=None).status == 403


def test_cookies_of_several_servers_do_not_mix(looked_at: Client) -> None:
    """All servers of a host get all its cookies; ours is found among them by its name."""
    others = f"grader-1=x; grader={looked_at.token}; a=b"
    assert looked_at.get("/", Cookie=f"{others}; {looked_at.cookie}").status == 200
    assert looked_at.get("/", Cookie=others).status == 403


def test_two_hosts_or_origins_open_nothing(looked_at: Client) -> None:
    """A request that says two things at once is refused, or taken by its first word alone."""
    sent = (
        f"POST /decide HTTP/1.1\r\nHost: {looked_at.netloc}\r\nHost: evil.example\r\n"
        f"Origin: http://evil.example\r\nOrigin: {looked_at.origin}\r\n"
        f"Cookie: {looked_at.cookie}\r\nContent-Type: application/json\r\n"
        "Content-Length: 2\r\nConnection: close\r\n\r\n{}"
    )
    with socket.create_connection((looked_at.host, looked_at.port), timeout=20) as connection:
        connection.sendall(sent.encode())
        assert connection.recv(1000).split()[1] in (b"400", b"403")


@contextmanager
def foreign_site(page: str) -> Iterator[str]:
    """Another site in the same browser, on this machine, too."""

    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://localhost:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


PROBES = """
const body = JSON.stringify({by: "evil", decisions: [
  {student: "HANDLE", criterion: "discussion", points: 0, basis: "", reason: ""}]});
const tries = [];
const say = (name, got) => tries.push(`${name}: ${got}`);
for (const type of ["text/plain", "application/json"]) {
  for (const mode of ["no-cors", "cors"]) {
    const options = {method: "POST", mode, credentials: "include", body,
                     headers: {"Content-Type": type}};
    await fetch("ORIGIN/decide", options).then(
      (a) => say(type + mode, a.type === "opaque" ? "blind" : a.status), () => say("x", "blind"));
  }
}
for (const path of ["/", "/state", "/static/book.js"]) {
  for (const mode of ["no-cors", "cors"]) {
    await fetch("ORIGIN" + path, {mode, credentials: "include"}).then(
      async (a) => say(path, (await a.text()) || "blind"), () => say(path, "blind"));
  }
}
const load = (tag, attribute, path) => new Promise((done) => {
  const element = document.createElement(tag);
  element.onload = () => {
    let inside = null;
    try { inside = element.contentDocument?.body.innerHTML; } catch { }
    say(tag, inside || (tag === "iframe" ? "blind" : "loaded"));
    done();
  };
  element.onerror = () => { say(tag, "blind"); done(); };
  element[attribute] = "ORIGIN" + path;
  document.body.append(element);
  setTimeout(done, 15000);
});
await load("iframe", "src", "/");
await load("script", "src", "/static/book.js");
await load("img", "src", "/state");
return tries;
"""


def test_other_sites_in_the_same_browser_see_and_change_nothing(
    client: Client, visit: "Callable[..., BrowserContext]"
) -> None:
    """Not by forms, fetch, pictures, scripts or frames, with the cookie in the browser."""
    context = visit()
    page = context.new_page()
    page.goto(client.address)
    assert page.locator("#class").count() == 1
    before = client.state()
    target = f"http://localhost:{client.port}"  # the same site as the other one, to a browser
    script = PROBES.replace("HANDLE", client.handles()[0])
    with foreign_site(f"<form method=post enctype=text/plain action={client.origin}/decide>") as at:
        for origin in (client.origin, target):
            page.goto(at)
            tries = page.evaluate(f"async () => {{{script.replace('ORIGIN', origin)}}}")
            assert len(tries) == 13, tries
            assert all(told.endswith(": blind") for told in tries), tries
        page.goto(at)
        page.evaluate("document.forms[0].submit()")
        page.wait_for_url("**/decide")
        assert "Forbidden" in page.content()
    assert client.state()["students"] == before["students"]


def test_addresses_of_this_machine_are_known_from_others() -> None:
    """What can be bound here is ours; names, and everybody and nobody, are not addresses."""
    assert is_address_here("127.0.0.1")
    assert not is_address_here("192.0.2.1")
    assert not is_address_here("0.0.0.0")
    assert not is_address_here("224.0.0.1")
    assert not is_address_here("evil.example")
    assert not is_address_here("")
    assert not is_address_here("127.1")
    assert is_local("::1")
    assert is_local("LOCALHOST")
    assert not is_local("0.0.0.0")
    assert not is_local("evil.example")


def test_open_to_others_answers_to_the_names_and_addresses_of_this_machine(desk: Desk) -> None:
    """Whatever people type for it, and no name that only leads here."""
    with open_server(desk, SECRET, host="0.0.0.0") as server:
        address = server.address.replace(socket.gethostname().lower(), "127.0.0.1")
        address = address.replace(socket.gethostname(), "127.0.0.1")
        client = Client(address)
        own = socket.gethostname()
        for name in ("127.0.0.1", "127.0.0.2", "localhost", own, own.upper(), f"{own}.local"):
            answer = client.get("/", Host=f"{name}:{client.port}")
            assert answer.status == 200, name
        for name in ("evil.example", "0.0.0.0", "192.0.2.1", "[::", "", "127.0.0.1:80", "127.1"):
            assert client.get("/", Host=f"{name}:{client.port}").status == 403, name
        assert client.get("/", Host="127.0.0.1").status == 403


def test_port_80_is_not_written_by_browsers() -> None:
    """Host and Origin come without it, and are ours all the same."""
    app = Flask(__name__)
    Guard(hosts=frozenset({"127.0.0.1"}), port=80, token="t").watch(app)
    app.add_url_rule("/", "x", lambda: "x", methods=["POST"])
    browser = app.test_client(use_cookies=False)
    headers = {"Host": "127.0.0.1", "Cookie": "grader-80=t", "Origin": "http://127.0.0.1"}
    assert browser.post("/", headers=headers).status_code == 200
    assert browser.post("/", headers={**headers, "Host": "127.0.0.1:81"}).status_code == 403

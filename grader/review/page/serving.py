"""The server of the page: this machine only, unless another interface is asked for."""

import logging
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any

from markupsafe import escape
from msgspec import Struct
from waitress import wasyncore
from waitress.server import create_server

from grader.files import write_file
from grader.gradebook.desk import Desk
from grader.model.errors import GraderError, StoreError
from grader.review.page.app import create_app
from grader.review.page.guard import HTTP, ONWARD, Guard
from grader.review.page.live import LiveGradebook
from grader.wording import LANGUAGES, load_wording
from grader.wording.bilingual import Bilingual

LOCAL = "127.0.0.1"
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})  # noqa: S104  asked for with --host
THREADS = 8
CONNECTIONS = 1_200  # at once; those that come later wait
FILES = 200  # that may be open besides connections
MOST_BYTES = 2**24  # of a request; the app refuses smaller ones, in a sentence
FIRST_PORT, PORTS = 20_000, 12_000  # below those that systems give to outgoing connections
IDLE, LOOK = 10, 3  # seconds after which a silent connection is closed, and between two looks
LAST_ANSWERS = 1  # seconds for what is being answered when the page ends


class Server(Struct, frozen=True, kw_only=True):
    """A page that is being served."""

    address: str  # with the token, which authorises decisions
    thread: Thread

    def wait(self) -> None:
        """Serve until the server ends; KeyboardInterrupt goes through."""
        while self.thread.is_alive():
            self.thread.join(0.5)


def is_local(host: str) -> bool:
    """Return whether only programs on this machine reach a server at this address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


@contextmanager
def open_server(  # noqa: PLR0913  where it listens, and who hears of a backup that failed
    desk: Desk,
    secret: bytes,
    *,
    by: str = "",
    host: str = LOCAL,
    port: int = 0,
    uncopied: Callable[[StoreError], None] | None = None,
) -> Iterator[Server]:
    """Serve the page of `desk` in a thread until the block ends.

    Port 0 is the same one for the same results folder, where it is free: browsers keep what is not
    saved by host and port.

    `uncopied` is called where no backup could be made in the end: everything is stored even so.
    Raises StoreError when the results cannot be opened (or backed up, without `uncopied`),
    GraderError when the port is taken.
    """
    live = LiveGradebook(desk, secret)
    try:
        with _listening_alike(host, port, live.place) as listener:
            port = listener.getsockname()[1]
            named = socket.gethostname() if host in EVERYWHERE else host
            guard = Guard(
                hosts=frozenset(_with_port(name, port).lower() for name in _names(host)),
                port=port,
                open_to_others=not is_local(host),
            )
            words = Bilingual(*map(load_wording, LANGUAGES))
            address = f"http://{_with_port(named, port)}/?token={guard.token}"
            with _served(create_app(live, guard, words, by=by), listener, live) as thread:
                yield Server(address=address, thread=thread)
    finally:
        try:
            live.close()
        except StoreError as error:
            if uncopied is None:
                raise
            uncopied(error)


@contextmanager
def address_file(folder: Path, address: str) -> Iterator[Path]:
    """Put a file into `folder` that leads its owner's browser to `address`, while the block runs.

    Every user of the machine can read a browser's command line, which must not hold the token.
    The name begins with no dot, because browsers in a container do not open hidden files.
    Raises StoreError when it cannot be written.
    """
    path = folder / f"open-review-{secrets.token_hex(4)}.html"
    write_file(path, ONWARD.format(path=escape(address)).encode(), private=True)
    try:
        yield path
    finally:
        with suppress(OSError):
            path.unlink(missing_ok=True)


@contextmanager
def _served(app: Any, listener: socket.socket, live: LiveGradebook) -> Iterator[Thread]:
    # A full queue is no news for the person at the page, whose terminal this would go to.
    logging.getLogger("waitress").setLevel(logging.ERROR)
    connections: dict[int, Any] = {}
    server: Any = create_server(
        app,
        map=connections,
        sockets=[listener],
        threads=THREADS,
        connection_limit=_most_connections(),
        channel_timeout=IDLE,  # a browser opens another one, so idle ones are closed
        cleanup_interval=LOOK,
        max_request_body_size=MOST_BYTES,
        inbuf_overflow=MOST_BYTES,  # what is uploaded or shown never is in a file of ours
        outbuf_overflow=4 * MOST_BYTES,
        asyncore_use_poll=True,  # select() fails on the thousandth file
        ident="",
    )
    thread = Thread(target=server.run, name="page", daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        live.end()
        server.task_dispatcher.shutdown(timeout=LAST_ANSWERS)
        # The thread that polls ends when it has nothing to poll; what it polled, the trigger that
        # wakes it included, is closed after that: nothing may be closed under its feet, or ours.
        left: dict[int, Any] = {}

        def leave() -> None:
            left.update(connections)
            connections.clear()

        server.trigger.pull_trigger(leave)
        thread.join(LAST_ANSWERS)
        wasyncore.close_all(left, ignore_all=True)


def _most_connections() -> int:
    """Return a limit below this process's open files: a connection too many is retried forever."""
    try:
        import resource
    except ImportError:
        return CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + FILES
    if soft < wanted:
        soft = min(wanted, hard) if hard != resource.RLIM_INFINITY else wanted
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return min(CONNECTIONS, max(soft - FILES, 20))


def _names(host: str) -> set[str]:
    """List the names that people may write for this machine; its addresses the guard knows."""
    names = {LOCAL, "localhost", "::1"}
    if not is_local(host):
        own = socket.gethostname()
        names |= {own, f"{own}.local", socket.getfqdn()}
    return names if host in EVERYWHERE else names | {host}


def _with_port(host: str, port: int) -> str:
    """Write a host as browsers do."""
    name = f"[{host}]" if ":" in host else host
    return name if port == HTTP else f"{name}:{port}"


def _listening_alike(host: str, port: int, place: str) -> socket.socket:
    """Listen at `port`; without one at that of `place`, or at any free one if it is taken."""
    if port == 0:
        with suppress(GraderError):
            return _listening(host, FIRST_PORT + int(place, 16) % PORTS)
    return _listening(host, port)


def _listening(host: str, port: int) -> socket.socket:
    try:
        kinds = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family = min((each[0] for each in kinds), key=lambda each: each != socket.AF_INET)
        return socket.create_server(
            (host, port),
            family=family,
            backlog=CONNECTIONS,
            dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        )
    except (OSError, UnicodeError) as error:  # UnicodeError: of what can be no name
        reason = error.strerror if isinstance(error, OSError) else None
        raise GraderError(
            "{host}:{port}: cannot listen on this address: {reason}; use a different --port "
            "or --host",
            host=host,
            port=port,
            reason=reason or str(error),
        ) from error

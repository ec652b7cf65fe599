"""The server of the page: for this machine only, unless another interface is requested."""

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
CONNECTIONS = 1_200  # maximum at once; later ones wait
FILES = 200  # maximum number of open files besides connections
MOST_BYTES = 2**24  # of a request; the app refuses smaller ones with a message
FIRST_PORT, PORTS = 20_000, 12_000  # below the ports that systems use for outgoing connections
IDLE, LOOK = 10, 3  # seconds until an idle connection is closed, and between two checks
LAST_ANSWERS = 1  # seconds for pending answers when the page ends


class Server(Struct, frozen=True, kw_only=True):
    """A page that is being served."""

    address: str  # includes the token, which authorises decisions
    thread: Thread

    def wait(self) -> None:
        """Block until the server ends, or KeyboardInterrupt is raised."""
        while self.thread.is_alive():
            self.thread.join(0.5)


def is_local(host: str) -> bool:
    """Return whether a server at this address can only be reached from this machine."""
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

    Port 0 means the same port for the same results folder, if it is free: browsers store unsaved
    input by host and port.

    `uncopied` is called if no final backup could be made; everything is stored nevertheless. Raises
    StoreError if the results cannot be opened (or, without `uncopied`, backed up), and GraderError
    if the port is taken.
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
    """Write a file into `folder` that opens `address` in its owner's browser, while the block runs.

    Every user of the machine can read a browser's command line, which must not contain the token.
    The name does not begin with a dot, because browsers in a container do not open hidden files.
    Raises StoreError if the file cannot be written.
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
    # A full queue must not be reported in the terminal of the person at the page.
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
        inbuf_overflow=MOST_BYTES,  # uploads and answers are never stored in temporary files
        outbuf_overflow=4 * MOST_BYTES,
        asyncore_use_poll=True,  # select() fails for more than a thousand files
        ident="",
    )
    thread = Thread(target=server.run, name="page", daemon=True)
    thread.start()
    try:
        yield thread
    finally:
        live.end()
        server.task_dispatcher.shutdown(timeout=LAST_ANSWERS)
        # The polling thread ends when it has nothing left to poll. Its objects, including the
        # trigger that wakes it, are closed only after that, so that nothing is closed while it is
        # in use.
        left: dict[int, Any] = {}

        def leave() -> None:
            left.update(connections)
            connections.clear()

        server.trigger.pull_trigger(leave)
        thread.join(LAST_ANSWERS)
        wasyncore.close_all(left, ignore_all=True)


def _most_connections() -> int:
    """Return a limit below that of open files: accepting one too many is retried forever."""
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
    """Return the names that people may use for this machine; the guard knows its addresses."""
    names = {LOCAL, "localhost", "::1"}
    if not is_local(host):
        own = socket.gethostname()
        names |= {own, f"{own}.local", socket.getfqdn()}
    return names if host in EVERYWHERE else names | {host}


def _with_port(host: str, port: int) -> str:
    """Format host and port as browsers do."""
    name = f"[{host}]" if ":" in host else host
    return name if port == HTTP else f"{name}:{port}"


def _listening_alike(host: str, port: int, place: str) -> socket.socket:
    """Listen at `port`; without one, at that of `place`, or any free one if it is taken."""
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
    except (OSError, UnicodeError) as error:  # UnicodeError: not a possible name
        reason = error.strerror if isinstance(error, OSError) else None
        raise GraderError(
            "{host}:{port}: cannot listen on this address: {reason}; use a different --port "
            "or --host",
            host=host,
            port=port,
            reason=reason or str(error),
        ) from error

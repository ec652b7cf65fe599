"""The server of the page: this machine only, unless another interface is asked for."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread

from waitress.server import create_server

from grader.export.bilingual import Bilingual
from grader.model.errors import GraderError
from grader.review.desk import Desk
from grader.review.page.app import create_app
from grader.review.page.exporting import MOST_BYTES
from grader.review.page.guard import Guard
from grader.review.page.live import LiveGradebook
from grader.wording import load_wording

LOCAL = "127.0.0.1"
THREADS = 8
CONNECTIONS = 1_200  # at once; those that come later wait


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A page that is being served."""

    address: str  # with the token: whoever knows it may decide
    thread: Thread

    def wait(self) -> None:
        """Serves until the server ends; KeyboardInterrupt goes through."""
        while self.thread.is_alive():
            self.thread.join(0.5)


@contextmanager
def open_server(
    desk: Desk, secret: bytes, *, by: str = "", host: str = LOCAL, port: int = 0
) -> Iterator[Server]:
    """Serves the page of `desk` in a thread until the block ends; port 0 is any free one.

    Raises StoreError when the results cannot be opened, GraderError when the port is taken.
    """
    live = LiveGradebook(desk, secret)
    try:
        listener = _listen(host, port)
        port = listener.getsockname()[1]
        named = host if host != "0.0.0.0" else socket.gethostname()  # noqa: S104  asked for
        hosts = {f"{name}:{port}" for name in (LOCAL, "localhost", named)}
        guard = Guard(hosts=frozenset(hosts), port=port)
        words = Bilingual(load_wording("ja"), load_wording("en"))
        app = create_app(live, guard, words, by=by)
        server = create_server(
            app,
            sockets=[listener],
            threads=THREADS,
            connection_limit=CONNECTIONS,
            max_request_body_size=MOST_BYTES,  # the app allows most addresses far less
            inbuf_overflow=MOST_BYTES,  # what is uploaded never lies in a file
            ident="",
        )
        thread = Thread(target=server.run, name="page", daemon=True)
        thread.start()
        try:
            yield Server(address=f"http://{named}:{port}/?token={guard.token}", thread=thread)
        finally:
            server.close()
            server.task_dispatcher.shutdown()
            thread.join(5)
    finally:
        live.close()


def _listen(host: str, port: int) -> socket.socket:
    try:
        listener = socket.create_server((host, port), backlog=CONNECTIONS)
    except OSError as error:
        raise GraderError(
            "{host}:{port}: cannot be listened on: {reason}; give another --port",
            host=host,
            port=port,
            reason=error.strerror or str(error),
        ) from error
    return listener

"""A class that is graded and served, and a real browser before it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from grader.gradebook.desk import Desk
from grader.review.page import open_server
from tests.chromium import PATIENCE
from tests.conftest import Once
from tests.review.page.served import SECRET, Client, copy_class, make_desk

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext


@pytest.fixture(scope="session")
def made_class(once: Once) -> Path:
    """A class with hostile students, graded; nobody changes it."""
    return once("page-class", lambda folder: void(make_desk(folder)))


def void(_: object) -> None:
    """Gives nothing back."""


@pytest.fixture
def desk(made_class: Path, tmp_path: Path) -> Desk:
    """The class, to be changed."""
    return copy_class(made_class, tmp_path / "class")


@pytest.fixture
def client(desk: Desk) -> Iterator[Client]:
    """Somebody at the page of that class, which is served in this process."""
    with open_server(desk, SECRET, by="TA1") as server:
        yield Client(server.address)


@pytest.fixture(scope="module")
def looked_at(made_class: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """Somebody at a page that all tests of a file share: they only look, or are refused."""
    desk = copy_class(made_class, tmp_path_factory.mktemp("looked-at"))
    with open_server(desk, SECRET, by="TA1") as server:
        yield Client(server.address)


@pytest.fixture
def visit(chromium: "Browser") -> "Iterator[Callable[..., BrowserContext]]":
    """Opens the browser as somebody who was never here before; options are Playwright's."""
    opened: list[BrowserContext] = []

    def open_context(**options: object) -> "BrowserContext":
        context = chromium.new_context(**options)  # type: ignore[arg-type]  # checked there
        context.set_default_timeout(PATIENCE)
        opened.append(context)
        return context

    yield open_context
    for context in opened:
        context.close()

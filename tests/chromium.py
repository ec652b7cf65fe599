"""A real browser, for the tests of pages."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PATIENCE = 240_000  # milliseconds, on a machine that is busy with other tests
OFFLINE = ("--disable-background-networking", "--disable-component-update", "--disable-sync")


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """The system's Chromium, without a window and without a network."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = (
        shutil.which("chromium-headless-shell")
        or shutil.which("chromium")
        or shutil.which("google-chrome")
    )
    if path is None:
        pytest.skip("chromium is not installed")
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=path,
            timeout=PATIENCE,
            args=[*OFFLINE, *(["--no-sandbox"] if root else [])],
        )
        yield browser
        browser.close()

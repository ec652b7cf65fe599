"""The user's browser: whether it would have a window, and a page opened in it."""

import os
import sys
from contextlib import suppress

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")


def has_screen() -> bool:
    """Return whether a browser has a window; one in the terminal would hide our output."""
    return not sys.platform.startswith("linux") or any(map(os.environ.get, SCREENS))


def open_page(address: str) -> None:
    """Open a page where a browser has a window; its address is on the screen all the same."""
    import webbrowser

    if has_screen():
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(address)

"""What patterns alone cannot say of a download: a layout may name one function that does."""

from typing import Protocol

from grader.intake.layouts.fitting import LayoutFit
from grader.plugins import load


class DownloadLayout(Protocol):
    """What a plugin knows of one LMS's downloads: `layouts/NAME.toml`, and at most this function.

    Where patterns say all, the TOML is enough; else its key `before` names the function.
    """

    def __call__(self, laid: LayoutFit, student_id: str) -> LayoutFit:
        """Completes the matches; `student_id` is how an id looks, "" where nobody has said."""


def prepare(laid: LayoutFit, student_id: str) -> LayoutFit:
    """Completes the matches of a layout as its LMS needs it."""
    if not laid.layout.before:
        return laid
    complete: DownloadLayout = load(laid.layout.before)
    return complete(laid, student_id)

"""Hook for layouts that patterns alone cannot describe."""

from typing import Protocol

from grader.intake.layouts.fitting import LayoutFit
from grader.plugins import load


class DownloadLayout(Protocol):
    """A plugin's function that completes the matches of one LMS's downloads.

    Needed only where patterns in `layouts/NAME.toml` do not suffice; its key `before` names the
    function.
    """

    def __call__(self, laid: LayoutFit, student_id: str) -> LayoutFit:
        """Complete the matches; `student_id` is the form of an id, "" if unknown."""


def prepare(laid: LayoutFit, student_id: str) -> LayoutFit:
    """Complete the matches of a layout as its LMS requires."""
    if not laid.layout.before:
        return laid
    complete: DownloadLayout = load(laid.layout.before)
    return complete(laid, student_id)

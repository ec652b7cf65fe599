"""The exception for a file that is not read."""

from grader.model.submission import Trouble


class FileRefused(Exception):
    """A file or folder is not read, and why."""

    def __init__(self, trouble: Trouble, detail: str = "", line: int = 0) -> None:
        """Store the place: `line` is 1-based, 0 for the whole file."""
        super().__init__(trouble, detail, line)
        self.trouble = trouble
        self.detail = detail
        self.line = line

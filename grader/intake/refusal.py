"""Why a file was not read: raised where it shows, caught where the submission is put together."""

from grader.model.submission import Trouble


class FileRefused(Exception):
    """A file or folder that is not read, and why."""

    def __init__(self, trouble: Trouble, detail: str = "", line: int = 0) -> None:
        """Keep the place: `line` is 1-based, 0 for the whole file."""
        super().__init__(trouble, detail, line)
        self.trouble = trouble
        self.detail = detail
        self.line = line

"""The folder that a program works in: its own files put there before, what it made seen after."""

import contextlib
import os
from collections.abc import Iterator, Mapping

from .naming import clip

MOST_FILES, MOST_SEEN, MOST_LETTERS = 100, 1_000, 200
ODD = ("", ".", "..")


class Folder:
    """The working folder, if this process has one of its own."""

    def __init__(self) -> None:
        """Takes the folder that the process is in; the root is nobody's own."""
        try:
            place = os.getcwd()  # noqa: PTH109 - pathlib would be imported for every child
        except OSError:
            place = "/"
        self.place = "" if place == os.path.dirname(place) else place  # noqa: PTH120
        self._known: set[str] = set()

    def fill(self, files: Mapping[str, str]) -> None:
        """Writes texts under their names, as far as that is possible here."""
        for name, text in files.items():
            if self.place and not any(part in ODD for part in name.split("/")):
                with contextlib.suppress(OSError, ValueError):
                    self._write(os.path.join(self.place, name), text)  # noqa: PTH118
        self._known = {name for name, _ in self._seen()}

    def _write(self, path: str, text: str) -> None:
        os.makedirs(os.path.dirname(path), exist_ok=True)  # noqa: PTH103, PTH120
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        descriptor = os.open(path, flags, 0o600)
        try:
            view = memoryview(text.encode("utf-8", "surrogatepass"))
            while view:
                view = view[os.write(descriptor, view) :]
        finally:
            os.close(descriptor)

    def made(self) -> list[list[object]]:
        """Lists the name and size of files that were not there before; follows no links."""
        new = [[name, size] for name, size in self._seen() if name not in self._known]
        return [[clip(str(name), MOST_LETTERS), size] for name, size in new[:MOST_FILES]]

    def _seen(self) -> Iterator[tuple[str, int]]:
        """Walks through the folder, to a bound."""
        waiting = [""] if self.place else []
        left = MOST_SEEN
        while waiting:
            below = waiting.pop()
            with contextlib.suppress(OSError), os.scandir(os.path.join(self.place, below)) as all_:  # noqa: PTH118
                for entry in all_:
                    left -= 1
                    if left < 0:
                        return
                    name = f"{below}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(name + "/")
                    elif entry.is_file(follow_symlinks=False):
                        yield name, entry.stat(follow_symlinks=False).st_size

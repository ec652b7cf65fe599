"""Tells roughly, by the folders alone, whose bytes are counted together."""

from collections.abc import Sequence


def wrapper_of(names: Sequence[str]) -> str:
    """Gives the folder that holds everybody's folders, with "/"; "" when there is none.

    Only names: one student alone with several folders is taken for a class, and gets more room.
    """
    wrapper = ""
    while True:
        below = [name[len(wrapper) :].split("/") for name in names]
        if len({parts[0] for parts in below}) != 1 or not _holds_folders(below):
            return wrapper
        wrapper += below[0][0] + "/"


def student_of(name: str, wrapper: str) -> str:
    """Gives the top-level folder, or the file, that an entry counts for."""
    inside = name.removeprefix(wrapper)
    return wrapper + inside.split("/", 1)[0]


def _holds_folders(below: Sequence[Sequence[str]]) -> bool:
    """Says whether one folder holds at least two others, or one that leads on to them."""
    inner = {parts[1] for parts in below if len(parts) > 2}  # noqa: PLR2004 - folder, folder, file
    return len(inner) > 1 or (len(inner) == 1 and all(len(parts) > 2 for parts in below))  # noqa: PLR2004

"""What the process answers in the end; every command returns one of these."""

from enum import IntEnum


class Exit(IntEnum):
    """0 done · 1 findings failed · 2 usage, course or intake error · 3 ours · 130 interrupted."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    OURS = 3
    INTERRUPTED = 130

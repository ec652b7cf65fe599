"""The functions of the C library that Python has none for, with which a child shuts itself in.

Nothing else of ours holds ctypes, but what a plugin loads libraries with. The methods use no name
of this module: they still work when it was emptied (unlearning.py).
"""

import ctypes


class LibC:
    """What a zygote, and a child of it, asks of the kernel."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        self._errno = ctypes.get_errno

    def call(self, name: str, *arguments: int | bytes | None) -> int:
        """Calls a function whose arguments are words of 32 bits, or memory; OSError at -1."""
        result = int(getattr(self._library, name)(*arguments))
        if result == -1:
            raise OSError(self._errno(), name)
        return result

    def forget(self) -> None:
        """Leaves nothing of it to whoever finds this object."""
        vars(self._library).clear()  # the functions that were called hold it, and it them
        vars(self).clear()

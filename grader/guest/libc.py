"""Functions of the C library that Python lacks, with which a child confines itself.

Nothing else of ours holds ctypes, except what a plugin uses to load libraries. The methods use no
name of this module, so they still work after it was emptied (unlearning.py).
"""

import ctypes


class LibC:
    """Kernel calls of a zygote and its children."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None, use_errno=True)
        self._errno = ctypes.get_errno

    def call(self, name: str, *arguments: int | bytes | None) -> int:
        """Call a function whose arguments are 32-bit words or memory; raise OSError on -1."""
        result = int(getattr(self._library, name)(*arguments))
        if result == -1:
            raise OSError(self._errno(), name)
        return result

    def forget(self) -> None:
        """Clear this object, so that it is useless if found."""
        vars(self._library).clear()  # the functions called refer to it, and it to them
        vars(self).clear()

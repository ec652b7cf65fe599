"""Regular expressions that are compiled when they are first asked, not when their module is loaded.

The rules of reports are some 250 of them; compiling them all takes as long as a short command, and
one document, or a program without a report, needs few or none.
"""

import re
from typing import Any, cast

METHODS = ("search", "match", "fullmatch", "finditer", "findall", "split", "sub", "subn")


class _CompiledLater:
    """Stands for a compiled expression; it takes over its methods when the first one is asked."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        """Hear of a name only until it is there."""
        if name.startswith("__"):  # what copying or pickling asks for: it has none
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        vars(self).update((method, getattr(compiled, method)) for method in METHODS)
        return getattr(compiled, name)


def lazy_regex(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return an expression that is compiled at its first use; ask its methods, not those of re."""
    return cast("re.Pattern[str]", _CompiledLater(text, flags))

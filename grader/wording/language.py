"""Which language to speak."""

from collections.abc import Mapping
from typing import Literal, get_args

Language = Literal["ja", "en"]

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides, as in POSIX


def choose_language(option: str | None, environ: Mapping[str, str]) -> Language:
    """Follows the option, else the locale of the environment, else speaks Japanese.

    Raises ValueError for an option that is no language; a locale of another language is no error.
    """
    if option is not None and option not in get_args(Language):
        raise ValueError(f"no such language: {option!r} (there are ja and en)")
    locale = next((environ[name] for name in VARIABLES if environ.get(name)), "")
    return "en" if (option or locale[:2].lower()) == "en" else "ja"

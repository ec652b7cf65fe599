"""The languages that people read."""

from typing import Literal, get_args

Language = Literal["ja", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
DEFAULT_LANGUAGE: Language = "ja"
SOURCE_LANGUAGE: Language = "en"  # of messages, help and descriptions, as the code has them
ENGLISH_NAMES = dict(zip(LANGUAGES, ("Japanese", "English"), strict=True))

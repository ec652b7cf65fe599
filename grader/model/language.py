"""The languages that people read."""

from typing import Literal, get_args

Language = Literal["ja", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
JAPANESE: Language = "ja"
ENGLISH: Language = "en"
DEFAULT_LANGUAGE = JAPANESE
SOURCE_LANGUAGE = ENGLISH  # of messages, help and descriptions, as the code has them
ENGLISH_NAMES = dict(zip(LANGUAGES, ("Japanese", "English"), strict=True))

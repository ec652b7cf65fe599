"""Which language is spoken."""

import pytest

from grader.wording import choose_language


@pytest.mark.parametrize(
    ("option", "environ", "expected"),
    [
        ("en", {"LANG": "ja_JP.UTF-8"}, "en"),
        ("ja", {"LANG": "en_US.UTF-8"}, "ja"),
        (None, {"LANG": "en_US.UTF-8"}, "en"),
        (None, {"LANG": "ja_JP.UTF-8"}, "ja"),
        (None, {"LC_ALL": "en_GB", "LANG": "ja_JP"}, "en"),
        (None, {"LC_MESSAGES": "ja_JP", "LANG": "en_US"}, "ja"),
        (None, {"LC_ALL": "", "LANG": "EN"}, "en"),
        (None, {"LC_ALL": "C.UTF-8", "LANG": "en_US"}, "ja"),
        (None, {"LANG": "fr_FR"}, "ja"),
        (None, {}, "ja"),
    ],
)
def test_the_option_wins_then_the_locale_then_japanese(
    option: str | None, environ: dict[str, str], expected: str
) -> None:
    """The first variable that is set decides, as POSIX has it."""
    assert choose_language(option, environ) == expected


def test_an_unknown_language_is_refused() -> None:
    """A typing error in the option is no wish for Japanese."""
    with pytest.raises(ValueError, match="no such language: 'fr'"):
        choose_language("fr", {})

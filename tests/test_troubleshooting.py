"""docs/*/troubleshooting.md explains messages that the program prints, in the words it has now."""

import pytest

from grader.wording import Language
from tests.troubleshooting import PAGES, explained, with_its_messages

FEWEST = 30


@pytest.mark.parametrize("lang", PAGES)
def test_messages_are_those_of_the_wording(lang: Language) -> None:
    """A message that was reworded is shown as it is now, and one that is gone is named."""
    page = PAGES[lang].read_text(encoding="utf-8")
    assert page == with_its_messages(page, lang), "run make anew"


def test_both_languages_explain_the_same_messages() -> None:
    """The twins have the same messages in the same order."""
    english, japanese = (explained(PAGES[lang].read_text("utf-8")) for lang in ("en", "ja"))
    assert english == japanese
    assert len(english) >= FEWEST


@pytest.mark.parametrize("lang", PAGES)
def test_every_section_has_its_message(lang: Language) -> None:
    """No message was typed by hand: each section has one block, and that is checked."""
    page = PAGES[lang].read_text(encoding="utf-8")
    assert page.count("\n### ") == page.count("```text\n") == len(explained(page))

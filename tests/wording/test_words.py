"""One word for one thing: words that readers do not meet, in either language."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tree import ROOT

WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
PLACES = {
    "ja": ("grader/**/*ja.toml", "grader/**/checks/*.md", "docs/ja/**/*.md", "README.md"),
    "en": (
        "grader/**/en.toml",
        "grader/**/checks/*.md",
        "docs/en/**/*.md",
        "README.en.md",
    ),
}
COURSE = (
    "assignments/*/handout.md",
    "assignments/*/assignment.toml",
    "grader/scaffolding/defaults.toml",
    "grader/scaffolding/templates/*",
)
JAPANESE = re.compile("[ぁ-ヿ一-鿿]")
CODE = re.compile(r"`[^`]*`|<!--.*?-->|\]\([^)]*\)|https?://\S+|\{[^}]*\}")


def sentences(lang: str, path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a file that are in one language, without code, links and placeholders."""
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        text = line
        if path.suffix == ".toml":  # what stands left of it is a key, or a sentence in English
            text = line.partition('" = "' if line.startswith('"') else " = ")[2]
        elif line.lstrip().startswith("```"):
            fenced = not fenced
        if fenced and path.suffix == ".md":
            continue
        if bool(JAPANESE.search(text)) == (lang == "ja"):
            yield number, CODE.sub("`", text)


@pytest.mark.parametrize("lang", WORDS)
def test_words_are_the_wanted_ones(lang: str) -> None:
    """The list says what is wanted instead, and where a word means something else."""
    patterns = (*PLACES[lang], *(COURSE if lang == "ja" else ()))
    found = [
        f"{place}:{number}: {entry['word']}: {text.strip()[:90]}"
        for path in sorted(path for pattern in patterns for path in ROOT.glob(pattern))
        for place in [path.relative_to(ROOT).as_posix()]
        for number, text in sentences(lang, path)
        for entry in WORDS[lang]
        if place not in entry.get("where", ()) and re.search(entry["word"], text)
    ]
    assert found == []


def test_the_list_is_not_left_behind() -> None:
    """Every file that a word is let stand in has it."""
    idle = [
        (entry["word"], place)
        for entries in WORDS.values()
        for entry in entries
        for place in entry.get("where", ())
        if not re.search(entry["word"], (ROOT / place).read_text(encoding="utf-8"))
    ]
    assert idle == []

"""A corpus fails where a room got worse, and is recorded only where it got better."""

from pathlib import Path

import pytest

from tests import corpora
from tests.corpora import Row
from tests.tree import ROOT

SHORT = """
source = "Made up"
test = "here"
labels = ["short", "long", "neither"]
unsaid = "neither"
accuses = ["long"]
figure = { right = 2, open = 1, wrong = 0, accused = 0 }
known = [
    "[odd]",
]
texts = [
    { label = "short", text = "a" },
    { label = "long", text = "aaaa" },
    { label = "long", text = "[odd]" },
]
"""
ANSWERS = {"a": "short", "aaaa": "long", "[odd]": "neither"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one corpus, which is measured and not recorded."""
    monkeypatch.delenv(corpora.RECORD, raising=False)
    (tmp_path / "short.toml").write_text(SHORT, encoding="utf-8")
    return tmp_path


def measure(folder: Path, **answers: str) -> None:
    """Measure the corpus by these answers, and else by those recorded."""
    known = {**ANSWERS, **answers}

    def answer(row: Row) -> str:
        return known[row.text]

    corpora.hold("short", answer, folder=folder)


def test_as_good_as_recorded_or_better_holds(folder: Path) -> None:
    """Whichever rows they are that are right."""
    measure(folder)
    measure(folder, **{"[odd]": "long"})
    measure(folder, **{"[odd]": "long", "aaaa": "neither"})


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ({"aaaa": "neither"}, "open (newly): aaaa"),
        ({"aaaa": "short", "[odd]": "long"}, "wrong (newly): aaaa"),
        ({"a": "long", "[odd]": "long"}, "accused (newly): a"),
    ],
)
def test_what_got_worse_fails_and_is_named(
    folder: Path, answers: dict[str, str], told: str
) -> None:
    """Fewer right, more wrong, or accused; what was open before is not named."""
    with pytest.raises(AssertionError) as failed:
        measure(folder, **answers)
    assert told in str(failed.value)
    assert "[odd]" not in str(failed.value)


def test_only_what_got_better_is_recorded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A figure that fell fails when it is to be recorded, too."""
    monkeypatch.setenv(corpora.RECORD, "1")
    with pytest.raises(AssertionError):
        measure(folder, aaaa="neither")
    assert (folder / "short.toml").read_text(encoding="utf-8") == SHORT
    measure(folder, **{"[odd]": "long"})
    corpus = corpora.load(folder / "short.toml")
    assert corpus.figure == corpora.Figure(right=3, open=0, wrong=0, accused=0)
    assert corpus.known == frozenset()
    assert len(corpus.texts) == 3


@pytest.mark.parametrize(
    "row", ['{ label = "small", text = "b" }', '{ label = "short", text = "a" }']
)
def test_rows_have_a_label_and_are_no_doubles(folder: Path, row: str) -> None:
    """A slip in a file of texts is no answer of a room."""
    path = folder / "short.toml"
    path.write_text(SHORT.replace("texts = [", f"texts = [{row},"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"short\.toml"):
        corpora.load(path)


def test_no_corpus_accuses_anybody() -> None:
    """That is a bug, and no figure."""
    paths = corpora.FOLDER.glob("*.toml")
    assert [path.stem for path in paths if corpora.load(path).figure.accused] == []


def test_rows_and_figure_go_together(folder: Path) -> None:
    """A row that was added, or dropped, fails until the figure says what it is to be."""
    path = folder / "short.toml"
    path.write_text(SHORT.replace("right = 2", "right = 3"), encoding="utf-8")
    with pytest.raises(AssertionError, match="has 3 rows, and a figure of 4"):
        measure(folder)


def test_every_corpus_names_a_test_that_is_there() -> None:
    """`make anew` runs all of them."""
    for path in corpora.FOLDER.glob("*.toml"):
        file, _, test = corpora.load(path).test.partition("::")
        assert f"def {test.partition('[')[0]}(" in (ROOT / file).read_text(encoding="utf-8"), path

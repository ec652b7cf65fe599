"""Every text of a record changes, and nothing else."""

from pathlib import Path

from msgspec.structs import replace

from grader.model.finding import Finding, LazyList, LazyText, Location, Verdict
from grader.privacy import change_texts
from tests.export.samples import evidence_of, observed


def test_texts_change_however_deep() -> None:
    """In tuples, mappings and records inside records."""
    finding = Finding(
        check="COR001",
        subject="matmul",
        verdict=Verdict.FAILED,
        params={
            "a": "x",
            "b": ("x", "y"),
            "c": {"ja": "x"},
            "d": 1.5,
            "e": LazyList("x", ("x", LazyText("x", {"x": "x"}))),
        },
        locations=(Location(file="x.py", line=3, text="x = 1"),),
    )
    changed = change_texts(finding, lambda text: text.replace("x", "z"))
    assert changed == replace(
        finding,
        params={
            "a": "z",
            "b": ("z", "y"),
            "c": {"ja": "z"},
            "d": 1.5,
            "e": LazyList("x", ("z", LazyText("x", {"x": "z"}))),
        },
        locations=(Location(file="z.py", line=3, text="z = 1"),),
    )


def test_words_of_ours_stay() -> None:
    """Codes, subjects, keys and enumerations are no texts of people."""
    evidence = evidence_of(observed())
    changed = change_texts(evidence, lambda _: "?")
    assert (changed.assignment, changed.key, changed.digest) == ("kadai1", "e" * 64, "d" * 64)
    assert changed.exercises[0].exercise == "matmul"
    assert (
        changed.exercises[0].comparisons[0].outcome is evidence.exercises[0].comparisons[0].outcome
    )
    assert changed.files == ("?", "?")


def test_what_holds_no_text_is_the_same() -> None:
    """Bytes and paths are left alone."""
    assert change_texts(Path("a"), str.upper) == Path("a")
    assert change_texts(b"a", str.upper) == b"a"
    location = Location(file="", line=1)
    assert change_texts(location, lambda text: text) is location

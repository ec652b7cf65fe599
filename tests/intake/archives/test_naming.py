"""Names of archives as logical paths."""

import pytest

from grader.intake.archives.naming import tidy
from grader.model.collection import Refusal, RepairKind

ALL = (RepairKind.SEPARATOR, RepairKind.COMPOSED, RepairKind.CLEANED)


@pytest.mark.parametrize(
    ("text", "name", "repairs"),
    [
        ("a/x.py", "a/x.py", ()),
        ("a\\x.py", "a/x.py", (RepairKind.SEPARATOR,)),
        ("か\u3099.py", "が.py", (RepairKind.COMPOSED,)),
        ("a/\u202eyp.exe", "a/�yp.exe", (RepairKind.CLEANED,)),
        ("a\\か\u3099\t.py", "a/が�.py", ALL),
        ("山田　太郎/課題 1.py", "山田　太郎/課題 1.py", ()),
        ("２４Ａ/①.py", "２４Ａ/①.py", ()),
    ],
)  # fmt: skip
def test_tidies(text: str, name: str, repairs: tuple[RepairKind, ...]) -> None:
    """The name is made a path, and each thing that was done is told once."""
    tidied = tidy(text)
    assert (tidied.name, tidied.repairs, tidied.refusal) == (name, repairs, None)


@pytest.mark.parametrize(
    ("text", "refusal"),
    [
        ("か\u3099" * 200, None),
        ("が" * 256, Refusal.TOO_LONG),
        ("x" * 100_000, Refusal.TOO_LONG),
        ("\u0301\u0316" * 40_000, Refusal.TOO_LONG),
        ("." * 30_000, Refusal.TOO_LONG),
        ("..." * 10, Refusal.OUTSIDE),
        ("/".join("a" * 65), Refusal.TOO_DEEP),
        ("/".join("a" * 64), None),
    ],
    ids=range(8),
)
def test_refuses_endless_names(text: str, refusal: Refusal | None) -> None:
    """Length is counted in characters as they are kept, and never takes long."""
    assert tidy(text).refusal is refusal
    assert len(tidy(text).name) < 1_100


def test_counts_the_archive_it_is_in() -> None:
    """The path of a nested archive belongs to its members' paths."""
    assert tidy("/".join(["ab"] * 60), prefix="x" * 800 + "/").refusal is None
    assert tidy("/".join(["ab" * 9] * 60), prefix="x" * 800 + "/").refusal is Refusal.TOO_LONG

"""A kit that is damaged, foreign, newer or hostile gets one sentence, and nothing of it is run."""

import hashlib
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from grader.kit.contents import DIGEST_BYTES, FILE, MOST_BYTES, Kit, find_kit, read_kit
from grader.model.errors import CourseError
from grader.wording import say

Change = Callable[[Any], None]


def _set(path: str, value: object) -> Change:
    """Changes one value, which is named as in `assignment.exercises.0.id`."""

    def change(plain: Any) -> None:
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        for step in steps:
            plain = plain[step]
        plain[last] = value

    return change


Q = "answers.matmul.questions.1."
CHANGES: dict[str, Change] = {
    "newer": _set("schema", 4),
    "older": _set("schema", 1),
    "foreign": _set("format", "something else"),
    "no answers": lambda plain: plain.pop("answers"),
    "answers of nothing": _set("answers", {}),
    "seed of the wrong type": _set("seed", [1, 2]),
    "exercises of the wrong type": _set("assignment.exercises", "matmul"),
    "a size of the wrong type": _set("assignment.exercises.0.cases.0.size", "3"),
    "a huge size": _set("assignment.exercises.0.cases.0.size", 10**12),
    "a negative size": _set("assignment.exercises.0.cases.0.size", -1),
    "a huge sweep": _set("assignment.exercises.0.sweep.sizes", [10**9]),
    "too long a limit": _set("assignment.exercises.0.limits.call_seconds", 1e9),
    "too much memory": _set("assignment.exercises.0.limits.memory_mib", 2**40),
    "a path for a name": _set("assignment.source", "../../.bashrc.py"),
    "an absolute path": _set("assignment.source", "/etc/passwd.py"),
    "a huge array": _set(f"{Q}expected.0", [2**25, 2**25]),
    "a negative array": _set(f"{Q}expected.0", [-1, -1]),
    "another shape": _set(f"{Q}scale.0", [1, 4]),
    "too few numbers": _set(f"{Q}expected.2", b""),
    "objects for numbers": _set(f"{Q}expected.1", "|O"),
    "NaN": _set(f"{Q}expected", [[1], "<f8", b"\xff" * 8]),
    "no right answer": lambda plain: plain["answers"]["matmul"]["questions"][1].pop("expected"),
    "a mistake that is none": _set(f"{Q}mistakes", {"nothing": 0}),
    "a mistaken answer that is not there": _set(f"{Q}mistakes.transposed", 10**6),
    "a mistaken answer of another shape": _set("answers.matmul.mistaken.0.0", [3]),
    "a place outside": _set("answers.matmul.mistaken.0", [[2], *2 * [[[1], "<i1", b"\x02"]]]),
    "a place before the first": _set(
        "answers.matmul.mistaken.0", [[2], *2 * [[[1], "<i1", b"\xff"]]]
    ),
    "no place": _set("answers.matmul.mistaken.0", [[2], *2 * [[[0], "<i1", b""]]]),
    "more places than elements": _set(
        "answers.matmul.mistaken.0", [[4], [[1], "<i1", b"\x01"], [[2], "<i1", b"\x01\x02"]]
    ),
    "an escape sequence": _set("assignment.title.ja", "\x1b[2J"),
    "an escape sequence for a key": _set(f"{Q}mistakes.\x1b[2J", 0),
    "a huge drawing": _set("answers.matmul.drawing.answer", [[64, 0], [64, 0], [64, 0]]),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=[*CHANGES])
def test_a_changed_kit_is_refused(change: Change, kit: tuple[Kit, bytes], folder: Path) -> None:
    """It says which file, and what to do."""
    plain = msgspec.msgpack.decode(kit[1][:-DIGEST_BYTES])
    change(plain)
    data = msgspec.msgpack.encode(plain)
    (folder / FILE).write_bytes(data + hashlib.sha256(data).digest())
    with pytest.raises(CourseError) as refused:
        read_kit(folder / FILE)
    (message,) = refused.value.messages
    for lang, asks in (("ja", "ください"), ("en", "new")):
        sentence = say(message, lang)  # type: ignore[arg-type]
        assert sentence.startswith(FILE)
        assert asks in sentence
        assert len(sentence) < 300
        assert "{" not in sentence


def test_a_flipped_bit_is_refused(kit: tuple[Kit, bytes], folder: Path) -> None:
    """Wherever it is: in a right answer, it would accuse a right program."""
    for at in range(0, len(kit[1]), max(1, len(kit[1]) // 50)):
        flipped = bytearray(kit[1])
        flipped[at] ^= 1
        (folder / FILE).write_bytes(flipped)
        with pytest.raises(CourseError):
            read_kit(folder / FILE)


class Harmful:
    """What a pickle would run."""

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("loaded",)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"PK\x03\x04 a zip file",
        b"\x00" * (MOST_BYTES + 1),
        b"\x91" * 500_000,
        b'{"format": "grader kit"}',
        pickle.dumps(Harmful()),
        pickle.dumps({"format": "grader kit", "schema": 1, "answers": Harmful()}),
    ],
    ids=["empty", "zip", "too large", "nested", "json", "pickle", "dict of a pickle"],
)
def test_what_is_no_kit_is_refused(
    data: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And no pickle is ever loaded."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(CourseError):
        read_kit(tmp_path / FILE)
    assert not (tmp_path / "loaded").exists()


def test_a_kit_that_was_cut_off_is_refused(kit: tuple[Kit, bytes], folder: Path) -> None:
    """Wherever the download broke off."""
    for length in range(1, len(kit[1]), len(kit[1]) // 20):
        (folder / FILE).write_bytes(kit[1][:length])
        with pytest.raises(CourseError):
            read_kit(folder / FILE)


def test_what_was_made_is_read_again(kit: tuple[Kit, bytes], folder: Path) -> None:
    """As it was; and it is small enough for its own limit."""
    assert read_kit(folder / FILE) == kit[0]
    assert len(kit[1]) < MOST_BYTES / 4


@pytest.mark.parametrize(
    ("schema", "sentence"),
    [(1, "earlier format"), (4, "another version of grader (9.9"), ("?", "another version of")],
)
def test_a_kit_of_another_format_can_be_told(
    schema: object, sentence: str, kit: tuple[Kit, bytes], folder: Path
) -> None:
    """One of before can only be replaced; for another, its version of grader may be installed."""
    plain = msgspec.msgpack.decode(kit[1][:-DIGEST_BYTES])
    plain.update(schema=schema, grader="9.9")
    (folder / FILE).write_bytes(msgspec.msgpack.encode(plain))
    with pytest.raises(CourseError) as refused:
        read_kit(folder / FILE)
    assert sentence in say(refused.value.messages[0], "en")


def test_it_is_found_from_below_and_a_course_goes_before_one_above(folder: Path) -> None:
    """As git finds its folder."""
    below = folder / "a" / "b"
    below.mkdir(parents=True)
    assert find_kit(below) == folder / FILE
    (folder / "a" / "course.toml").write_text("", encoding="utf-8")
    assert find_kit(below) is None
    assert find_kit(folder) == folder / FILE

"""Records survive being written down, and what is no record is refused by its place."""

from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType

import numpy as np
import pytest
from msgspec import Struct, field

from grader.model.calling import Convention, Target
from grader.model.evidence import Doubt, Entry, EntryHow, Evidence
from grader.model.finding import Finding, LazyList, LazyText, Param, Verdict
from grader.model.scoresheet import ScoreSheet
from grader.records import DamagedRecord, from_plain, from_text, to_plain, to_text
from tests.store.records_for_tests import full_evidence, full_sheet


class Part(Struct, frozen=True, kw_only=True):
    """One of something."""

    pair: tuple[str, int] = ("", 0)
    convention: Convention = Convention.AB
    crop: bytes = b""
    share: float = 0.0
    at: datetime | None = None


class Whole(Struct, frozen=True, kw_only=True):
    """A record with all kinds of fields."""

    parts: Mapping[str, tuple[Part, ...]] = field(default_factory=dict)
    lengths: tuple[int, ...] = ()
    sure: bool = False
    said: Mapping[str, str | tuple[str, ...] | Mapping[str, str] | None] = field(
        default_factory=dict
    )
    text: str | None = None


@pytest.mark.parametrize("doubt", ["own-size", "loops"])
def test_doubts_of_older_versions_are_still_doubts(doubt: str) -> None:
    """A record with one is not damaged."""
    entry = Entry(
        target=Target(name="matmul", convention=Convention.AB),
        how=EntryHow.NAME,
        file="matmul.c",
        line=1,
        doubt=Doubt.OTHERS,
    )
    assert from_plain({**to_plain(entry), "doubt": doubt}, Entry) == entry


def test_parameters_of_a_finding_come_back_as_they_were() -> None:
    """A text by its key, a list of such, a text that the course gives, and a list of words."""
    shown = LazyText("line_range.one", {"first": 1, "kind": LazyText("shape.array")})
    given = {"ja": "転置", "en": "transposed"}
    params: dict[str, Param] = {
        "text": "a",
        "whole": 1,
        "part": 0.5,
        "words": ("a", "b"),
        "given": given,
        "lazy": shown,
        "listed": LazyList("between.and", (given, shown, "b")),
    }
    finding = Finding(check="COR001", subject="matmul", verdict=Verdict.FAILED, params=params)
    assert from_text(to_text(finding), Finding) == finding


@pytest.mark.parametrize("param", [None, [1], {"ja": 1}, {"key": 1, "params": {}}])
def test_what_is_no_parameter_is_damage(param: object) -> None:
    """A row that holds such is unreadable, and stops nobody else."""
    finding = Finding(check="COR001", subject="matmul", verdict=Verdict.FAILED)
    plain = {**to_plain(finding), "params": {"got": param}}
    with pytest.raises(DamagedRecord):
        from_plain(plain, Finding)


def test_evidence_comes_back_as_it_was() -> None:
    """Infinities, NaN, lone surrogates and nested values all survive."""
    evidence = full_evidence()
    # NaN differs from itself, so the texts are compared.
    again = from_text(to_text(evidence), Evidence)
    assert repr(again) == repr(evidence)


def test_sheet_comes_back_as_it_was() -> None:
    """Parameters keep their kinds: text, numbers, tuples, one text per language."""
    assert from_text(to_text(full_sheet()), ScoreSheet) == full_sheet()


def test_text_is_ascii() -> None:
    """Nothing a student named can break the encoding of the file."""
    assert to_text(full_evidence()).isascii()


def test_the_text_is_what_it_always_was() -> None:
    """Stores of every version so far hold it, and their sheets are compared with it."""
    part = Part(crop=b"\x89PNG", share=float("inf"), at=datetime(2025, 5, 1, 12, tzinfo=UTC))
    assert to_text(Whole(parts={"é": (part,)}, text="\ud800")) == (
        '{"parts":{"\\u00e9":[{"pair":["",0],"convention":"(a, b)","crop":"iVBORw==",'
        '"share":Infinity,"at":"2025-05-01T12:00:00+00:00"}]},"lengths":[],"sure":false,'
        '"said":{},"text":"\\ud800"}'
    )


def test_what_only_stands_for_a_value_is_written_as_one() -> None:
    """NumPy's numbers, and mappings that nobody may change."""
    parts = MappingProxyType({"a": (Part(share=np.float64(0.5)),)})
    again = from_text(to_text(Whole(parts=parts, text=np.str_("x"))), Whole)
    assert again == Whole(parts={"a": (Part(share=0.5),)}, text="x")


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"assignment": 1}', "null", "[" * 100_000])
def test_other_text_is_refused_with_a_sentence(text: str) -> None:
    """What is not a record of this version is no traceback."""
    with pytest.raises(DamagedRecord):
        from_text(text, Evidence)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, "the whole file: an object is expected"),
        ([], "the whole file: an object is expected"),
        ({"lengths": 5}, "lengths: a list is expected"),
        ({"lengths": [1, "a"]}, "lengths.2: a whole number is expected"),
        ({"lengths": [1.5]}, "lengths.1: a whole number is expected"),
        ({"lengths": [True]}, "lengths.1: a whole number is expected"),
        ({"sure": None}, "sure: is missing"),
        ({"sure": 0}, "sure: true or false is expected"),
        ({"text": []}, "text: a text is expected"),
        ({"said": {"a": None, "b": [1]}}, "said.b.1: a text is expected"),
        ({"said": {"a": {"b": 1}}}, "said.a.b: a text is expected"),
        ({"said": {"a": True}}, "said.a: a text is expected"),
        ({"parts": []}, "parts: an object is expected"),
        ({"parts": {"a": [], "b": [{}, 5]}}, "parts.b.2: an object is expected"),
        ({"parts": {"a": [{"share": 10**400}]}}, "parts.a.1.share: a number is expected"),
        ({"parts": {"a": [{"pair": ["a", "b"]}]}}, "parts.a.1.pair.2: a whole number is expected"),
        ({"parts": {"a": [{"pair": ["a"]}]}}, "parts.a.1.pair: a list is expected"),
        ({"parts": {"a": [{"crop": "!"}]}}, "parts.a.1.crop: a text is expected"),
        ({"parts": {"a": [{"at": "noon"}]}}, "parts.a.1.at: a date and time is expected"),
        (
            {"parts": {"a": [{"convention": "\ud800"}]}},
            "it contains characters that are not text",
        ),
        ({"parts": {"a": [{"convention": "x"}]}}, "parts.a.1.convention: one of (a, b), (a, b, n)"),
    ],
)
def test_a_place_is_named_as_people_count(document: object, said: str) -> None:
    """From 1, with the key of a mapping, and with what belongs there."""
    with pytest.raises(DamagedRecord) as refused:
        from_plain(document, Whole)
    assert str(refused.value).startswith(said)


def test_unknown_keys_are_left_out() -> None:
    """A later version may say more."""
    assert from_plain({"sure": True, "more": 1}, Whole) == Whole(sure=True)

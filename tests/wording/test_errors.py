"""Errors in the user's language."""

import pytest

from grader.wording import explain


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        ("x is a link; grader writes only into real folders", "x はリンクです"),
        ("no submission of 24A1201 in the folder", "フォルダに 24A1201 の提出物がありません。"),
    ],
)
def test_known_sentences_are_translated(english: str, japanese: str) -> None:
    """The parts that vary are taken over."""
    assert explain(english, "ja").startswith(japanese)
    assert explain(english, "en") == english


def test_lines_are_translated_one_by_one() -> None:
    """A line without a translation stays as it is, whatever it holds."""
    message = "a.toml: {x}: is wrong\nassignments: there is no assignment z"
    assert explain(message, "ja").splitlines() == [
        "a.toml: {x}: is wrong",
        "assignments: 課題 z はありません。",
    ]


@pytest.mark.parametrize(
    ("english", "japanese"),
    [
        (
            'course.toml: late.policy: must be one of "none", "steps", got "x"',
            'course.toml: late.policy: "none", "steps" のどれかでなければなりません (今は "x")。',
        ),
        (
            "a.toml: grace_seconds: must be a whole number of at least 0, got -1",
            "a.toml: grace_seconds: 0 以上の整数でなければなりません (今は -1)。",
        ),
        (
            "a.toml: zone: is missing; give text",
            "a.toml: zone: ありません。文字列を書いてください。",
        ),
        (
            "course.toml: zonne: unknown key; did you mean zone?",
            "course.toml: zonne: 知らないキーです。zone のことですか。",
        ),
        (
            "course.toml: a: unknown key; known: b, c",
            "course.toml: a: 知らないキーです。使えるのは b, c です。",
        ),
        (
            "course.toml: line 3, column 5: is not TOML: Invalid value",
            "course.toml: 3 行目の 5 文字目: TOML として読めません: Invalid value",
        ),
    ],
)
def test_errors_of_the_course_s_files_are_translated(english: str, japanese: str) -> None:
    """The frame is in the reader's language; keys and values stay as in the file."""
    assert explain(english, "ja") == japanese
    assert explain(english, "en") == english

"""The mark in front of a heading is read, and a quantity is none."""

import pytest

from grader.report.numbering import read_marker


@pytest.mark.parametrize(
    ("text", "key", "ordinal", "rest"),
    [
        ("1. 目的", "n1", (1,), "目的"),
        ("１．目的", "n1", (1,), "目的"),
        ("1 はじめに", "n1", (1,), "はじめに"),
        ("3、結果", "n1", (3,), "結果"),
        ("0. はじめに", "n1", (0,), "はじめに"),
        ("1-1 方法", "n2", (1, 1), "方法"),
        ("２．１　実験環境", "n2", (2, 1), "実験環境"),
        ("1.2.3 測定の条件", "n3", (1, 2, 3), "測定の条件"),
        ("第1章 はじめに", "章", (1,), "はじめに"),
        ("第三章　結果", "章", (3,), "結果"),
        ("２章　方法", "章", (2,), "方法"),
        ("Chapter 2 Methods", "章", (2,), "Methods"),
        ("第２節　方法", "節", (2,), "方法"),
        ("Ⅱ．理論", "I", (2,), "理論"),
        ("IV. Conclusion", "I", (4,), "Conclusion"),
        ("(1) 手順", "(1)", (1,), "手順"),
        ("（２）手順", "(1)", (2,), "手順"),
        ("1) 手順", "1)", (1,), "手順"),
        ("①準備", "①", (1,), "準備"),
        ("㈡準備", "㈠", (2,), "準備"),
        ("§1 目的", "§1", (1,), "目的"),
        ("A. 目的", "A", (1,), "目的"),
        ("一、目的", "一", (1,), "目的"),
        ("課題１　行列積", "課題", (1,), "行列積"),
        ("課題（2）", "課題", (2,), ""),
        ("問3. 考察せよ", "課題", (3,), "考察せよ"),
        ("Task 1: Code", "課題", (1,), "Code"),
        ("■目的", "■", (), "目的"),
        ("●1. 目的", "●", (1,), "目的"),
        ("★結果★", "★", (), "結果"),
        ("【目的】", "【】", (), "目的"),
        ("【1. 目的】", "【】", (1,), "目的"),
        ("＜結果＞", "＜＞", (), "結果"),
        ("<<方法>>", "<>", (), "方法"),
        ("― 考察 ―", "――", (), "考察"),
        ("== 結果 ==", "==", (), "結果"),
        ("## 結果", "##", (), "結果"),
        ("## 2. 結果", "##", (2,), "結果"),
        ("３　　実　験　結　果", "n1", (3,), "実　験　結　果"),
        ("3. 分析", "n1", (3,), "分析"),
        ("2.1 行列積", "n2", (2, 1), "行列積"),
    ],
)
def test_reads_a_mark(text: str, key: str, ordinal: tuple[int, ...], rest: str) -> None:
    """The mark says its kind and what it counts; the title is what follows."""
    marker = read_marker(text)
    assert marker is not None
    assert (marker.key, marker.ordinal, marker.rest) == (key, ordinal, rest)


@pytest.mark.parametrize(
    "text",
    [
        "10 月 31 日",
        "2024年10月31日",
        "2024/10/31 提出",
        "12:30 開始",
        "3.5倍になった",
        "0.5 秒であった",
        "2次元配列",
        "3 回目の測定",
        "2 行目",
        "1つ目は",
        "1.2 x10^7",
        "1.0 1.5 2.0",
        "2.0 データ",
        "100 個の要素",
        "課題1では行列積を扱う",
        "第1章では背景を述べる",
        "実験1の結果",
        "I think that it is fast",
        "x = 1",
        "目的",
        "C言語",
        "0 100 200 300",
        "1,000 回",
        "3 = 1 + 2",
    ],
)
def test_reads_no_mark(text: str) -> None:
    """Dates, values, ticks of axes and running text have no mark."""
    assert read_marker(text) is None


def test_keeps_what_follows_the_bracket() -> None:
    """The text of the chapter may follow on the same line."""
    marker = read_marker("【目的】本実験では行列積を測る。")
    assert marker is not None
    assert (marker.rest, marker.run_in) == ("目的", "本実験では行列積を測る。")


def test_reads_the_circled_number_before_it_is_folded() -> None:
    """① is no 1: a list inside a chapter does not look like the chapters."""
    circled, plain = read_marker("①準備"), read_marker("1 準備")
    assert circled is not None
    assert plain is not None
    assert circled.key != plain.key

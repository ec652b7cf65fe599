"""Text of a template is found, and the ordinary use of ○ and × is not."""

import pytest

from grader.model.document import Line, Place
from grader.report.leftovers import find_left_over, says_unfilled

UNFILLED = (
    "ここに目的を書く。",
    "（ここに結果を記入してください）",
    "【氏名】",
    "（記入）",
    "氏名：○○○○",
    "学籍番号：XXXXXXX",
    "20XX年4月17日",
    "令和○年○月○日",
    "TODO: 考察を書く",
    "lorem ipsum dolor sit amet",
    "Click or tap here to enter text.",
    "クリックまたはタップしてテキストを入力してください。",
    "〇〇について調べた。",
    "△△と□□の関係を求める。",
    "[Insert figure here]",
    "<Your name>",
    "グラフを貼り付けてください。",
    "（未記入）",
    "あとで書く",
    "図の説明（要追記）",
    "実行時間はXX秒だった。",
    "[文書のタイトル]",
    "○月○日",
    "実験は○○で行った。",
    "考察：？？？",
    "＜ここにグラフを挿入＞",
)
ORDINARY = (
    "○",
    "○ ○ ×",
    "◎○△×",
    "正解は○、不正解は×とした。",
    "二〇〇〇年に発表された",
    "一〇〇回繰り返した。",
    "A×Bを求める。",
    "n××",
    "行列XX^Tを計算した。",
    "TODOリストアプリを作った。",
    "# TODO 高速化",
    "詳しくは付録を参照してください。",
    "グラフを作成し、説明すること。",
    "○目的",
    "●結果",
    "第XX章",
    "図1（a）を参照",
    "（入力サイズを100とした）",
    "(n を入力)",
    "ファイルに結果を書き込む。",
    "ここに示すように、時間は増える。",
    "標準入力から値を入力して実行した。",
    "○は測定値、△は理論値を表す。",
    "氏名：山田 太郎",
    "学籍番号：24A1201",
    "入力は[n, n]の行列である。",
    "結果を記載した。",
    "[1] 参考文献",
    "ここに挙げた結果",
    "xxx",
    "××年",
    "（入力：行列A、出力：行列B）",
    "■■ 目的 ■■",
    "測定点を○で示した",
)


@pytest.mark.parametrize("text", UNFILLED)
def test_template_is_found(text: str) -> None:
    """What stands there before a template is filled in is found."""
    assert says_unfilled(text)


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_text_is_not(text: str) -> None:
    """Marks, matrices, inputs and instructions to a reader are no template."""
    assert not says_unfilled(text)


def test_phrases_of_the_course() -> None:
    """The template's own phrases are found whatever their width and gaps."""
    lines = [
        Line(text="目的：　ここでは，課題の 目的を述べる", page=2),
        Line(text="目的は測定である。"),
    ]
    (found,) = find_left_over(lines, ["ここでは、課題の目的を述べる", "は"])
    assert (found.page, found.text) == (2, "目的： ここでは，課題の 目的を述べる")


def test_sentence_is_quoted() -> None:
    """Of a long paragraph the sentence is quoted."""
    (found,) = find_left_over([Line(text="結果を述べた。（ここに図を貼り付けてください）")])
    assert found.text == "（ここに図を貼り付けてください）"


def test_places_and_end() -> None:
    """Labels in a plot are not looked at, and at most fifty lines are quoted."""
    assert not find_left_over([Line(text="TODO", place=Place.PICTURE)])
    assert len(find_left_over([Line(text="TODO " + "（" * 10_000)] * 200)) == 50

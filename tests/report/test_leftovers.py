"""Text of a template is found, and the ordinary use of ○ and × is not."""

import pytest

from grader.model.document import Line, Place
from grader.report.leftovers import find_left_over, says_unfilled

UNFILLED = (
    "ここに結果を書いてください。",
    "（ここにグラフを貼る）",
    "※この行は提出時に削除してください",
    "※提出前にこの説明を消すこと",
    "（考察を書く）",
    "（200字以上で書く）",
    "考察を自分の言葉で述べてください。",
    "<グラフを挿入>",
    "【ここに氏名】",
    "学籍番号：________",
    "氏名　　：　（　　　　）",
    "○○大学 ○○学部",
    "実行時間は〇〇秒であった。",
    "サイズと実行時間の間には〜という関係がある。",
    "サイズと実行時間の間には＿＿＿という関係がある。",
    "図1　（図のタイトル）",
    "図1 ○○○のグラフ",
    "タイトルを入力",
    "[氏名を入力]",
    "Type your text here.",
    "Your name here",
    "[Insert graph here]",
    "<student name>",
    "(write your conclusion)",
    "TBD",
    "記入例：24A0000",
    "作成中",
    "以下に考察を記入すること。",
    "ここにプログラムの説明を入れる",
    "ここへ図を入れる",
    "この文章はサンプルです。",
    "考察をここに記述",
    "xxxxxについて",
    "＊＊＊について考察する。",
    "グラフをここに挿入",
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
    "ここで、nは行列のサイズである。",
    "ここに示した結果から、時間は増える。",
    "ここに述べたように、計算量は大きい。",
    "表に結果を記入した。",
    "キーボードから n を入力する。",
    "値を代入してください、という表示が出る。",
    "（図1を参照）",
    "（例えばn=100）",
    "例：n=100のとき",
    "結果は以下の通りである。",
    "氏名：山田",
    "タイトルを入力画像とした。",
    "*** 結果 ***",
    "-----",
    "＝＝＝＝",
    "a_____b",
    "行列Aの要素は a_ij と書く。",
    "□ 目的",
    "■■■",
    "○印は測定値である。",
    "成績は○○○×の順だった。",
    "〇〇七年",
    "グラフに値を挿入した。",
    "ソースコードをここに載せる。",
    "図の説明を次に書く。",
    "プログラムを作成し、結果を記述する。",
    'print("TODO")',
    "関数をここに定義する。",
    "次に、要素をここに挿入する処理を行う。",
    "配列の末尾に挿入する。",
    "（n を大きくする）",
    "（単位：秒）",
    "(see Figure 1)",
    "Insert the element at the end of the list.",
    "The name of the function is matmul.",
    "Write the result to a file.",
    "~ 100",
    "100〜500の範囲で",
    "n=16〜256まで変えた",
    "行列のサイズを入力してください: 5",
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


def test_blank_beside_its_label() -> None:
    """A cell of circles beside 氏名 was not filled in; one in a table of marks was."""
    assert find_left_over(
        [Line(text="氏名", place=Place.TABLE), Line(text="○○", place=Place.TABLE)]
    )
    assert not find_left_over([Line(text="結果", place=Place.TABLE), Line(text="○○")])


def test_places_and_end() -> None:
    """Labels in a plot are not looked at, and at most fifty lines are quoted."""
    assert not find_left_over([Line(text="TODO", place=Place.PICTURE)])
    assert len(find_left_over([Line(text="TODO " + "（" * 10_000)] * 200)) == 50

"""Word files for the rules that look at texts: what makes a careless pattern try everything."""

from collections.abc import Callable

from tests.hostile.word_files import paragraph, word

MOST = 19_990  # letters of a line; what is longer is cut on the way
TEXTS = (
    *("1." * 50_000, "図1～99999999", "図" + "1" * 50_000, "図1～" * 20_000, "（" * 100_000),
    *("（図1" * 30_000, "。" * 100_000, " " * 100_000 + "x", "a" * 100_000, "あ" * 100_000),
    *("第" * 50_000, "第1章" * 30_000, "O(n^" * 30_000, "n^2×" * 30_000, "10^" + "9" * 50_000),
    *("・" * 100_000, "," * 100_000, "1,2" * 40_000, "図1,2,3-" * 20_000, "Fig. " * 30_000),
    *("-" * 100_000, "\u0301" * 100_000, "ﷺ" * 20_000, "ｶﾞ" * 50_000, "I" * 100_000),
    *("N3乗に比例" * 20_000, "秒" * 50_000, "24A1201" * 20_000, "{{" * 50_000, "https://" * 20_000),
    *(
        "e.g. " * 20_000,
        "a.b." * 30_000,
        "\t" * 100_000,
        ". " * 50_000,
        "。」" * 50_000,
        "･ " * 50_000,
    ),
    *("e.g。" * 30_000, "()" * 50_000, "\u3000" * 100_000, "def f(x): " * 10_000, "傾き" * 50_000),
    *(
        "1e9" * 40_000,
        "x = " * 30_000,
        "約1.5秒" * 20_000,
        "実行時間は" * 20_000,
        "2024年" * 20_000,
    ),
    *(
        "log " * 30_000,
        "サイズが大きくなると" * 10_000,
        "……" * 50_000 + "12",
        "学籍番号：" * 20_000,
    ),
)
ATTACKS: dict[str, Callable[[], bytes]] = {
    "texts: each in a paragraph": lambda: word("".join(paragraph(text[:MOST]) for text in TEXTS)),
    "texts: each in a short paragraph": lambda: word(
        "".join(paragraph(text[:900]) * 20 for text in TEXTS)
    ),
    "texts: each as a heading": lambda: word(
        "".join(paragraph(text[:MOST], '<w:outlineLvl w:val="0"/>') for text in TEXTS)
    ),
    "texts: each as a title of a figure": lambda: word(
        "".join(paragraph(f"図1 {text[:MOST]}") for text in TEXTS)
    ),
    "texts: each in a sentence": lambda: word(
        "".join(
            paragraph(f"図1に示すように、実行時間は{text[:MOST]}の3乗に比例する。")
            for text in TEXTS
        )
    ),
    "texts: 20,000 headings": lambda: word(paragraph("1. 目的") * 20_000),
    "texts: 20,000 sentences about figures": lambda: word(
        paragraph("図1～99999999に図2.1/2と図(a)を示す。") * 20_000
    ),
    "texts: 5,000 titles of figures": lambda: word(
        "".join(paragraph(f"図{n} 実行時間と行列サイズの関係") for n in range(5_000))
    ),
}

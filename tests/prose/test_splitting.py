"""A text is cut into its sentences where they end."""

import pytest

from grader.prose.splitting import split


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("実行時間を測定した。結果を示す。", ["実行時間を測定した。", "結果を示す。"]),
        (
            "３．１４秒であった．図１に示すように，速い．",
            ["３．１４秒であった．", "図１に示すように，速い．"],
        ),
        ("結果を示す.次に考察する.", ["結果を示す.", "次に考察する."]),
        (
            "計算量はO(N^3).したがって遅い．約3.5倍．",
            ["計算量はO(N^3).", "したがって遅い．", "約3.5倍．"],
        ),
        ("なぜか？並列だからである！", ["なぜか？", "並列だからである！"]),
        (
            "As n grows, it slows. See Fig. 2 for it.",
            ["As n grows, it slows.", "See Fig. 2 for it."],
        ),
        ("It takes 3.14 s. The GPU is faster.", ["It takes 3.14 s.", "The GPU is faster."]),
        ("Is it fast? Yes.", ["Is it fast?", "Yes."]),
    ],
)
def test_splits(text: str, parts: list[str]) -> None:
    """A sentence ends where it ends."""
    assert split(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "値は 0.5 秒である。",
        "「速い。」と書いた。",
        "次（ここ。注）も見よ。",
        "１．目的　本実験では行列積を測る。",
        "1. 目的 本実験では行列積を測る。",
        "図1．行列サイズと実行時間",
        "np.dot を numpy.py から用いた。",
        "We compare loops, i.e. plain Python, with others.",
        "Loops, e.g. for and while, etc. are slow.",
        "T. Example et al. reported it.",
        "バージョン 3.11.4 を用いた．",
    ],
)
def test_does_not_split(text: str) -> None:
    """Decimals, abbreviations, quotations and numbers of titles end nothing."""
    assert split(text) == [text]

"""Backends are found where they are spoken of, not where they are imported or listed."""

import pytest

from grader.model.document import Line
from grader.reports.backends import find_backends, named
from grader.reports.sentences import spelled
from tests.reports.passes import sentences_in

DISCUSSED = (
    ("PythonよりNumPyの方が速かった。", {"python", "numpy"}),
    ("純粋なPythonでは3乗で時間が増えた。", {"python"}),
    ("三重ループの実装は遅い。", {"python"}),
    ("リストを用いた実装では時間がかかった。", {"python"}),
    ("NumPyは内部でBLASを使うため高速である。", {"numpy"}),
    ("SciPyのconvolve2dの実行時間はNumPyの半分だった。", {"scipy", "numpy"}),
    ("CuPyではGPUへの転送に時間がかかる。", {"cupy"}),
    ("PyTorchのconv2dは最も速い。", {"torch"}),
    ("GPUを用いると計算時間が短くなった。", {"torch"}),
    ("ＣｕＰｙとＰｙＴｏｒｃｈの差は小さい。", {"cupy", "torch"}),
    ("PythonのライブラリであるNumPyで実装した。", {"numpy"}),
    ("The pure Python version is slower than NumPy.", {"python", "numpy"}),
    ("Pure Python was by far the slowest and needed 1.1 s at n = 256.", {"python"}),
    ("Pythonだけで書いたプログラムはn=256で1.1秒かかった。", {"python"}),
    ("np.dot is faster than nested loops.", {"python", "numpy"}),
)
NOT_DISCUSSED = (
    "import numpy as np",
    "from scipy import signal",
    "a = np.zeros((3, 3))",
    "実行環境：Python 3.11, NumPy 1.26.4",
    "乱数の生成にはNumPyを用いた。",
    "行列の生成にはNumPyをインポートして使った。",
    "次にNumPyについて。",
    "$ python3 kadai2.py",
    "pip install torch",
    "参考文献：NumPy公式サイト",
    "行列サイズと実行時間の関係を調べた。",
    "for i in range(n):",
    "本課題では、NumPy、CuPy、PyTorchで実装し、実行時間を比較する。",
)


@pytest.mark.parametrize(("text", "names"), DISCUSSED)
def test_discussion_is_found(text: str, names: set[str]) -> None:
    """A sentence about a backend discusses it."""
    assert set(find_backends(sentences_in([Line(text=text)]))) == names


@pytest.mark.parametrize("text", NOT_DISCUSSED)
def test_mention_is_no_discussion(text: str) -> None:
    """Imports, calls, versions and titles discuss nothing."""
    assert not find_backends(sentences_in([Line(text=text)]))


def test_best_sentence_is_quoted() -> None:
    """Of several sentences the one that says something is quoted."""
    lines = [Line(text=text) for text in ("次にNumPyについて。", "NumPyの時間は短い。")]
    assert find_backends(sentences_in(lines))["numpy"].text == "NumPyの時間は短い。"


def test_language_is_no_backend() -> None:
    """Python beside a library is the language, unless the two are compared."""
    assert named(spelled("PythonのNumPy")) == ("numpy",)
    assert set(named(spelled("PythonとNumPy"))) == {"numpy", "python"}

"""Sentences that only repeat the task are told from those with a result."""

import pytest

from grader.model.document import Line
from grader.reports.explaining import find_restated, restates
from grader.reports.sentences import spelled
from tests.reports.passes import sentences_in

RESTATES = (
    "行列のサイズと実行時間の関係を調べてみよう。",
    "本課題では、行列のサイズと実行時間の関係を調べる。",
    "本実験の目的は、行列積の実行時間を測定し、サイズとの関係を明らかにすることである。",
    "行列サイズを変えて実行時間を測定し、グラフにする。",
    "n×nの行列の積を計算する関数を作成する。",
    "グラフから読み取れることを考察する。",
    "PythonとNumPyの実行時間を比較することを目的とする。",
    "サイズと実行時間の関係をグラフに表し、考察せよ。",
    "The purpose of this report is to examine the relation between size and time.",
    "In this report, we investigate the execution time of the matrix product.",
    "畳み込みを4つの方法で実装し、実行時間を比較する。",
    "行列の大きさを変えたときの実行時間の変化を調査します。",
)
SAYS_MORE = (
    "図1より、実行時間はサイズの3乗に比例することが分かった。",
    "実行時間を測定した結果、サイズとともに増加した。",
    "行列積の関係を調べることができた。",
    "以上より、サイズと時間の関係を調べるという目的を達成できた。",
    "NumPyはPythonより速かった。",
    "比較すると、NumPyの時間が短い。",
    "実行時間の測定にはtimeモジュールを用いた。",
    "サイズが大きくなると実行時間が増える。",
    "We found that the time grows.",
    "調べた結果、時間は3乗で増加した。",
    "図1に実行時間を示す。",
)


@pytest.mark.parametrize("text", RESTATES)
def test_task_is_recognised(text: str) -> None:
    """What is to be done is the task again."""
    assert restates(spelled(text))


@pytest.mark.parametrize("text", SAYS_MORE)
def test_result_is_no_task(text: str) -> None:
    """What was found, or how it was done, is not the task."""
    assert not restates(spelled(text))


def test_there_is_an_end() -> None:
    """At most a hundred are quoted."""
    lines = [Line(text="本課題では実行時間を調べる。")] * 500
    assert len(find_restated(sentences_in(lines))) == 100

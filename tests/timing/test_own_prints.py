"""Which measurements are read from what a program printed, and which numbers are not."""

from functools import cache
from pathlib import Path

import pytest

from grader.course import load_assignment, load_course
from grader.model.course import Exercise
from grader.model.program import Series
from grader.timing.own import own_series

ROOT = Path(__file__).parents[2]
Told = tuple[str, dict[int, float]]  # exercise, seconds by size


@cache
def exercises(assignment: str) -> tuple[Exercise, ...]:
    """The real exercises of an assignment."""
    return load_assignment(load_course(ROOT), assignment).exercises


def told(series: tuple[Series, ...]) -> list[Told]:
    """Puts series down in short."""
    return [(one.exercise, dict(zip(one.sizes, one.seconds, strict=True))) for one in series]


def same(found: list[Told], expected: list[Told]) -> bool:
    """Compares, but for rounding."""
    return len(found) == len(expected) and all(
        one[0] == other[0]
        and one[1].keys() == other[1].keys()
        and one[1] == pytest.approx(other[1])
        for one, other in zip(found, expected, strict=True)
    )


THREE = {64: 0.0123, 128: 0.1, 256: 0.85}
ONE = [("matmul", THREE)]
PRINTED_KADAI1: dict[str, tuple[str, list[Told]]] = {
    "n= time=": ("n=64 time=0.0123\nn=128 time=0.1\nn=256 time=0.85\n", ONE),
    "two numbers": ("64 0.0123\n128 0.1\n256 0.85\n", ONE),
    "two numbers, a comma": ("64,0.0123\n128,0.1\n256,0.85\n", ONE),
    "a comma and a unit": ("64, 0.0123 s\n128, 0.1 s\n256, 0.85 s", ONE),
    "Japanese": ("サイズ 128: 1.53秒\nサイズ 256: 12.4秒", [("matmul", {128: 1.53, 256: 12.4})]),
    "Japanese without spaces": (
        "行列サイズ128の実行時間は1.53秒です\n行列サイズ256の実行時間は12.4秒です",
        [("matmul", {128: 1.53, 256: 12.4})],
    ),
    "elapsed ms": (
        "N = 256, elapsed: 12.3 ms\nN = 512, elapsed: 98.0 ms",
        [("matmul", {256: 0.0123, 512: 0.098})],
    ),
    "dimensions": (
        "実行時間(128x128): 0.45 [sec]\n実行時間(256x256): 3.6 [sec]",
        [("matmul", {128: 0.45, 256: 3.6})],
    ),
    "dimensions with ×": (
        "64 × 64 行列: 0.01 秒\n128 × 128 行列: 0.09 秒",
        [("matmul", {64: 0.01, 128: 0.09})],
    ),
    "full width": (
        "ｎ＝６４　時間：０．０１２３秒\nｎ＝１２８　時間：０．１秒\nｎ＝２５６　時間：０．８５秒",
        ONE,
    ),
    "two lines": ("size: 64\ntime: 0.0123\nsize: 128\ntime: 0.1\nsize: 256\ntime: 0.85", ONE),
    "two lines in Japanese": (
        (
            "行列のサイズ: 64\n計算中...\n実行時間: 0.0123 秒\n行列のサイズ: 128\n計算中...\n"
            "実行時間: 0.1 秒\n行列のサイズ: 256\n計算中...\n実行時間: 0.85 秒\n"
        ),
        ONE,
    ),
    "two bare lines": ("64\n0.0123\n128\n0.1\n256\n0.85", ONE),
    "two lists": ("[64, 128, 256]\n[0.0123, 0.1, 0.85]", ONE),
    "two lists with names": ("sizes = [64, 128, 256]\ntimes = [0.0123, 0.1, 0.85]", ONE),
    "times first": ("times: [0.0123, 0.1, 0.85]\nsizes: [64, 128, 256]", ONE),
    "NumPy's lists": ("[ 64 128 256]\n[0.0123 0.1    0.85  ]", ONE),
    "NumPy's numbers": (
        "[64, 128, 256]\n[np.float64(0.0123), np.float64(0.1), np.float64(0.85)]",
        ONE,
    ),
    "a list over two lines": ("[64, 128, 256]\n[0.0123\n 0.1 0.85]", ONE),
    "a dict": ("{64: 0.0123, 128: 0.1, 256: 0.85}", ONE),
    "a dict with a name": ("実行時間 = {64: 0.0123, 128: 0.1, 256: 0.85}", ONE),
    "pairs": ("[(64, 0.0123), (128, 0.1), (256, 0.85)]", ONE),
    "a pair a line": ("(64, 0.0123)\n(128, 0.1)\n(256, 0.85)", ONE),
    "a header": ("n time\n64 0.0123\n128 0.1\n256 0.85", ONE),
    "a header with a unit": ("サイズ\t時間(ms)\n64\t12.3\n128\t100\n256\t850", ONE),
    "Markdown": (
        "| サイズ | 時間 [s] |\n|---|---|\n| 64 | 0.0123 |\n| 128 | 0.1 |\n| 256 | 0.85 |",
        ONE,
    ),
    "a comma table": ("size,seconds\n64,0.0123\n128,0.1\n256,0.85\n", ONE),
    "pandas": ("     n    time\n0   64  0.0123\n1  128  0.1000\n2  256  0.8500", ONE),
    "a table in no order": ("n | time\n128 | 0.1\n64 | 0.0123\n256 | 0.85", ONE),
    "a header, from 0": ("n time\n0 0.000001\n64 0.0123\n128 0.1\n256 0.85", ONE),
    "on its side": ("n     64     128   256\ntime  0.0123 0.1   0.85", ONE),
    "scientific": ("n=64: 1.23e-02 s\nn=128: 1.0e-01 s\nn=256: 8.5e-01 s", ONE),
    "thousands": ("N=512 1.2秒\nN=1,024 9.8秒", [("matmul", {512: 1.2, 1024: 9.8})]),
    "descending": ("n=256 0.85s\nn=128 0.1s\nn=64 0.0123s", ONE),
    "twice each": (
        "n=64 0.013s\nn=64 0.0123s\nn=128 0.1s\nn=128 0.11s\nn=256 0.85s\nn=256 0.9s",
        ONE,
    ),
    "repeated": (
        "n=64 0.0123s\nn=128 0.11s\nn=256 0.85s\nn=64 0.013s\nn=128 0.1s\nn=256 0.9s",
        ONE,
    ),
    "among matrices": (
        (
            "[[1, 2], [3, 4]]\nn=64\n[1, 2, 3]\n[4, 5, 6]\n実行時間 0.0123\nn=128\n[7, 8, 9]\n"
            "実行時間 0.1\nn=256\n実行時間 0.85\n"
        ),
        ONE,
    ),
    "with more figures": (
        "n=64 time=0.0123 GFLOPS=0.04\nn=128 time=0.1 GFLOPS=0.04\nn=256 time=0.85 GFLOPS=0.04",
        ONE,
    ),
    "timeit": (
        (
            "n = 64\n12.3 ms ± 0.2 ms per loop (mean ± std. dev. of 7 runs, 100 loops each)\n"
            "n = 128\n100 ms ± 2 ms per loop (mean ± std. dev. of 7 runs, 10 loops each)\n"
        ),
        [("matmul", {64: 0.0123, 128: 0.1})],
    ),
    "small sizes": (
        "n=1 t=0.00001\nn=2 t=0.00002\nn=3 t=0.00004",
        [("matmul", {1: 1e-5, 2: 2e-5, 3: 4e-5})],
    ),
    "powers": ("2^6 0.01秒\n2^7 0.09秒", [("matmul", {64: 0.01, 128: 0.09})]),
    "micro": ("n: 4 -> 15.0 µs\nn: 8 -> 90.0 µs", [("matmul", {4: 15e-6, 8: 90e-6})]),
    "time differences": ("n=64 0:00:00.012300\nn=128 0:00:00.1\nn=256 0:00:00.850000", ONE),
    "the time first": ("0.0123秒 n=64\n0.1秒 n=128\n0.85秒 n=256", ONE),
    "a sentence": (
        (
            "It took 0.0123 seconds to multiply 64x64 matrices\n"
            "It took 0.1 seconds to multiply 128x128 matrices\n"
            "It took 0.85 seconds to multiply 256x256 matrices\n"
        ),
        ONE,
    ),
    "a box": (
        (
            "┌───┬────┐\n│ n │ time │\n├───┼────┤\n│ 64 │ 0.0123 │\n│ 128 │ 0.1 │\n│ 256 │ 0.85 │\n"
            "└───┴────┘\n"
        ),
        ONE,
    ),
    "after many matrices": ("1.5 2.5\n" * 60_000 + "n=64 0.0123s\nn=128 0.1s\nn=256 0.85s", ONE),
    "a clock that ticks slowly": ("n=8 0.0秒\nn=64 0.0123秒\nn=128 0.1秒\nn=256 0.85秒", ONE),
}
NUMPY, TORCH = {64: 0.0002, 128: 0.0009}, {64: 0.003, 128: 0.0031}
TWO: list[Told] = [("matmul_numpy", NUMPY), ("matmul_torch", TORCH)]
PRINTED_KADAI2: dict[str, tuple[str, list[Told]]] = {
    "names of functions": (
        (
            "matmul_numpy 64 0.0002\nmatmul_torch 64 0.003\nmatmul_numpy 128 0.0009\n"
            "matmul_torch 128 0.0031"
        ),
        TWO,
    ),
    "aliases": (
        (
            "matmul_np n=64: 0.2ms\nmatmul_np n=128: 0.9ms\ntorch_matmul n=64: 3ms\n"
            "torch_matmul n=128: 3.1ms"
        ),
        TWO,
    ),
    "columns": (
        (
            "行列積\nsize | numpy | torch\n-----+-------+-----\n64 | 0.0002 | 0.003\n"
            "128 | 0.0009 | 0.0031"
        ),
        TWO,
    ),
    "columns that say what": (
        (
            "n  NumPy行列積(s)  PyTorch行列積(s)  倍率\n64  0.0002  0.003  0.07\n"
            "128  0.0009  0.0031  0.29"
        ),
        TWO,
    ),
    "several a line": (
        (
            "行列積の時間\nn=64 numpy: 0.0002 s, torch: 0.003 s\n"
            "n=128 numpy: 0.0009 s, torch: 0.0031 s"
        ),
        TWO,
    ),
    "headings": (
        "== NumPy 行列積 ==\n64 0.0002\n128 0.0009\n== PyTorch 行列積 ==\n64 0.003\n128 0.0031",
        TWO,
    ),
    "lists": (
        "sizes [64, 128]\nmatmul_numpy [0.0002, 0.0009]\nmatmul_torch [0.003, 0.0031]",
        TWO,
    ),
    "lists below headings": (
        "行列積\n[64, 128]\nNumPy 行列積\n[0.0002, 0.0009]\nPyTorch 行列積\n[0.003, 0.0031]",
        TWO,
    ),
    "headings with a kernel": (
        (
            "3x3 畳み込み NumPy\nn=64 0.0002\nn=128 0.0009\n5x5 畳み込み PyTorch\n"
            "n=64 0.003\nn=128 0.0031"
        ),
        [("conv_numpy", NUMPY), ("conv_torch", TORCH)],
    ),
    "dict of dicts": (
        "{'matmul_numpy': {64: 0.0002, 128: 0.0009}, 'matmul_torch': {64: 0.003, 128: 0.0031}}",
        TWO,
    ),
    "words between": (
        "64 行列積 0.01\n64 畳み込み 0.002\n128 行列積 0.08\n128 畳み込み 0.009",
        [("", {64: 0.01, 128: 0.08}), ("", {64: 0.002, 128: 0.009})],
    ),
    "below a size": (
        (
            "n = 64\n行列積 Python: 0.5\n行列積 NumPy: 0.0002\nn = 128\n行列積 Python: 4.1\n"
            "行列積 NumPy: 0.0009\n"
        ),
        [("matmul_python", {64: 0.5, 128: 4.1}), ("matmul_numpy", NUMPY)],
    ),
    "convolution with its kernel": (
        "3x3 の畳み込み (NumPy) 64x64: 0.2 ms\n3x3 の畳み込み (NumPy) 128x128: 0.9 ms",
        [("conv_numpy", NUMPY)],
    ),
}

NOT_READ = {
    "nothing": "",
    "one size": "n=512 time=1.2",
    "a time alone": "実行時間: 0.53 秒",
    "times by backend": "Python: 1.2 秒\nNumPy: 0.01 秒\nPyTorch: 0.02 秒",
    "a matrix": "[[1, 2], [3, 4]]\n[[19, 22], [43, 50]]",
    "rows of a matrix": "[1, 2, 3]\n[4, 5, 6]\n[7, 8, 9]",
    "rows of whole and other numbers": "[2, 4, 6]\n[0.5, 1.5, 2.5]\n[3, 5, 8]\n[1.5, 2.5, 3.5]",
    "rows of floats": "[0.5, 1.5]\n[2.5, 3.5]\n1.0 2.0\n3.0 4.5",
    "bare rows": "1 2\n3 4\n\n19 22\n43 50",
    "rows of two with a whole number first": "1 0.5\n2 0.25\n3 0.75",
    "NumPy's matrix": "[[0.1 0.2 0.3]\n [0.4 0.5 0.6]\n [0.7 0.8 0.9]]",
    "losses": "epoch 10 loss 0.9\nepoch 20 loss 0.5\nepoch 30 loss 0.3",
    "losses with times": "Epoch 10: loss=0.9 time=0.5s\nEpoch 20: loss=0.7 time=0.6s",
    "Japanese losses": "エポック 10 損失 0.5\nエポック 20 損失 0.7",
    "steps": "step 100: 0.5\nstep 200: 0.7",
    "accuracies": "100 accuracy 0.5\n200 accuracy 0.7",
    "a traceback": 'Traceback (most recent call last):\n  File "a.py", line 10, in <module>\n'
    '  File "b.py", line 20, in f\nValueError: 3.5',
    "a progress bar": " 10%|█    | 10/100 [00:01<00:09, 9.5it/s]\n 20%|██   | 20/100 [00:02]",
    "trials": "1回目: 0.53秒\n2回目: 0.54秒\n3回目: 0.56秒",
    "trial numbers": "trial 10: 0.5 s\ntrial 20: 0.6 s",
    "exercises": "課題1: 0.5秒\n課題2: 0.7秒",
    "speed-ups": "n=64 10.5倍\nn=128 20.5倍",
    "speedup": "n=64 speedup 10.5\nn=128 speedup 20.5",
    "GFLOPS": "n=64 1.5 GFLOPS\nn=128 2.5 GFLOPS",
    "GFLOPS before": "n=64 GFLOPS: 1.5\nn=128 GFLOPS: 2.5",
    "errors": "n=64 誤差 1e-7\nn=128 誤差 3e-7",
    "max error": "n=64 max error=1e-7\nn=128 max error=3e-7",
    "memory": "n=64 12.5 MB\nn=128 50.5 MB",
    "percent": "n=64 12.5%\nn=128 50.5%",
    "other values": "n=64 det=0.5\nn=128 det=0.8",
    "values of a function": "f(10) = 0.5\nf(20) = 0.7",
    "elements": "c[10] = 0.5\nc[20] = 0.7",
    "indices": "i=10 x=0.5\ni=20 x=0.6",
    "negative": "n=64 -0.5\nn=128 -0.2",
    "falling without words": "64 0.9\n128 0.5\n256 0.3",
    "columns of a matrix with letters": "A B C\n10 0.5 0.7\n20 0.6 0.9",
    "a table of losses": "epoch | time | loss\n10 | 0.5 | 0.9\n20 | 0.6 | 0.7",
    "a table of speed-ups": "n 倍率\n64 0.5\n128 0.7",
    "a vector and its image": "[1, 2, 3]\n[0.5, 2.5, 7.5]",
    "a loss list": "[10, 20, 30]\nlosses: [0.9, 0.95, 0.99]",
    "a dict of others": "{'loss': 0.5, 'acc': 0.9}\n{1: 0.5, 2: 0.7}",
    "theory": "n=64 理論値 0.5 s\nn=128 理論値 4.0 s",
    "versions and dates": "Python 3.11.4\n2025-04-01 12:30:15.1\n2025-04-02 12:30:16.5",
    "nan": "n=64 nan\nn=128 inf\nn=256 0.5",
    "rates": "n=64 1.5 it/s\nn=128 2.5 it/s",
    "losses below a heading": "Loss\n10 0.5\n20 0.7",
    "losses in lists below a heading": "損失\n[10, 20, 30]\n[0.1, 0.2, 0.3]",
    "memory by library": "メモリ使用量\nn numpy torch\n64 0.5 0.7\n128 1.5 1.7",
    "two rows": "[10, 20]\n[15.5, 30.5]\n行列A\n10 0.5\n20 0.7\n[[10, 0.5], [20, 0.7]]",
    "scores": "name score\n10 0.5\n20 0.7\n30 0.9",
    "arithmetic": "10 x 10 = 100.5\n20 x 20 = 400.5\n30 x 30 = 900.5",
    "types": "float32: 0.5 s\nfloat64: 0.9 s\n16bit 0.4 s\n32bit 0.5 s",
    "questions": "問2: 0.5秒\n問4: 0.7秒",
    "rows by number": "10行目 0.5秒\n20行目 0.6秒",
    "kernels": "3x3 kernel: 0.5 s\n5x5 kernel: 0.9 s\nカーネルサイズ 7: 1.5秒",
    "what was expected": "n=64 expected 0.5 s\nn=128 expected 0.9 s",
    "totals of several runs": "10回の合計時間: 0.5秒\n100回の合計時間: 5.1秒",
    "loops": "loop=10 time=0.5\nloop=100 time=5.0",
    "threads": "thread 2 0.5 s\nthread 4 0.3 s",
    "seeds": "seed 100 time 0.5\nseed 200 time 0.6",
    "downloads": "Downloading 100 MB 0.5s\nDownloading 200 MB 0.9s",
    "checks beside sizes": "n=64 c[0][0]=16.5\nn=128 c[0][0]=31.5\nn = 256\nc = 64.5",
    "tensors": "tensor([10, 20, 30])\ntensor([0.5000, 0.7000, 0.9000])",
    "a wrong dict": "{10: 0.9, 20: 0.8, 30: 0.85}",
    "whole pairs": "[(10, 20), (30, 40), (50, 60)]",
    "a table in no order": "x y\n64 0.5\n8 0.1\n128 0.8\n16 0.2\n99 0.6",
    "a table by number": "id time\n64 0.5\n128 0.8\n256 0.9",
    "lists far apart": "sizes [64, 128]\n" + "...\n" * 20 + "times [0.5, 0.7]",
    "names in lists": "sizes [small, large]\ntimes [0.5, 0.7]",
    "settings": "n=64\nseed: 0.5\nn=128\nseed: 0.7",
    "sizes only": "n=64\nn=128\nn=256\nSIZE 64 128 256",
}


@pytest.mark.parametrize("name", PRINTED_KADAI1)
def test_printed_times_are_read(name: str) -> None:
    """Sizes and seconds are found in what a program of kadai1 printed."""
    output, expected = PRINTED_KADAI1[name]
    found = told(own_series((), output, exercises("kadai1")))
    assert same(found, expected), found


@pytest.mark.parametrize("name", PRINTED_KADAI2)
def test_printed_times_of_several_exercises(name: str) -> None:
    """The words beside the times say which exercise they are of."""
    output, expected = PRINTED_KADAI2[name]
    found = told(own_series((), output, exercises("kadai2")))
    assert same(sorted(found, key=str), sorted(expected, key=str)), found


@pytest.mark.parametrize("name", NOT_READ)
def test_other_output_is_not_read(name: str) -> None:
    """Matrices, losses, errors, progress and single times are no measurement over sizes."""
    for assignment in ("kadai1", "kadai2"):
        assert own_series((), NOT_READ[name], exercises(assignment)) == ()

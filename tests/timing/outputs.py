"""Outputs of programs that timed themselves, and what they measured."""

Told = tuple[str, dict[int, float]]  # exercise, seconds by size
THREE = {64: 0.0123, 128: 0.1, 256: 0.85}
ONE = [("matmul", THREE)]
PRINTED_KADAI1: dict[str, tuple[str, list[Told]]] = {
    "n= time=": ("n=64 time=0.0123\nn=128 time=0.1\nn=256 time=0.85\n", ONE),
    "two lists, a unit in brackets": (
        "n       : [64, 128, 256]\n時間 [s]: [0.0123, 0.1, 0.85]\n",
        ONE,
    ),
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

"""Texts that pictures_screens.py shows: programs, what they print, tables."""

from typing import Any

PROGRAMS = {
    "tuning": (
        "import time\n\n\ndef matmul(a, b):\n    n = len(a)\n    c = [[0.0] * n for _ in range(n)]\n"
        "    for i in range(n):\n        for j in range(n):\n            for k in range(n):\n"
        "                c[i][j] += a[i][k] * b[k][j]\n    return c\n\n\nfor n in [10, 50, 100, 200]:\n"
        "    start = time.perf_counter()\n    matmul(a, b)\n    print(n, time.perf_counter() - start)\n"
    ),
    "held": (
        "#include <stdio.h>\n#include <stdlib.h>\n#define N 1024\nint main(void) {\n    double *a = malloc("
        "N * N * sizeof(double));\n    for (int i = 0; i < N; i++) {\n        for (int j = 0; j < N; j++) {\n"
        '            a[i * N + j] = i + j; /* 初期化 */\n        }\n    }\n    printf("%f\\n", a[0]);\n'
        "    free(a);\n    return 0;\n}\n"
    ),
    "again": (
        "# 畳み込みを計算する\nimport numpy as np\nfrom scipy.signal import correlate2d\n\n"
        "class Conv:\n    def __init__(self, k):\n        self.k = k\n\n    def __call__(self, x):\n"
        "        h, w = x.shape\n        y = np.zeros((h, w))\n        for i in range(1, h - 1):\n"
        "            y[i] = x[i - 1] * self.k[0] \\\n                 + x[i] * self.k[1]\n        return y\n"
    ),
    "last": (
        "import cupy as cp\nfrom statistics import median\n\n\ndef measure(f, *x, repeat=5):\n    took = []\n"
        "    for _ in range(repeat):\n        start = cp.cuda.Event(); end = cp.cuda.Event()\n        start.record()\n"
        "        f(*x)\n        end.record(); end.synchronize()\n        took.append(cp.cuda.get_elapsed_time(start, end))\n"
        "    return median(took)\n\n\nif __name__ == '__main__':\n    for n in (64, 128, 256):\n        print(n, measure(f, n))\n"
    ),
}


def program(which: str, rng: Any) -> str:
    """Takes a piece of a program, one to three times."""
    lines = (PROGRAMS[which] * int(rng.integers(1, 4))).splitlines()
    start = int(rng.integers(0, 5))
    return "\n".join(lines[start : start + int(rng.integers(6, 34))])


def printed(which: str, rng: Any) -> str:
    """Makes what a program or a shell prints."""
    kind = str(
        rng.choice(
            {"tuning": ["times", "matrix"], "held": ["ls", "epochs"]}.get(which, ["smi", "pip"])
        )
    )
    rows = int(rng.integers(5, 32))
    if kind == "times":
        return "\n".join(f"n = {100 * i:5d}  time = {rng.random():.6f} [s]" for i in range(1, rows))
    if kind == "matrix":
        return "\n".join(
            "[" + " ".join(f"{v:7.3f}" for v in rng.random(8)) + "]" for _ in range(rows)
        )
    if kind == "ls":
        head = "user@host:~/kadai1$ ls -l\n"
        line = "-rw-r--r-- 1 user staff {:6d} 10 {:2d} 12:3{} kadai{}.py"
        return head + "\n".join(
            line.format(int(rng.integers(99, 99999)), i % 28, i % 10, i) for i in range(rows)
        )
    if kind == "epochs":
        return "\n".join(
            f"Epoch {i}/{rows} - loss: {rng.random():.4f} - acc: {rng.random():.4f} - {i * 3}s 12ms/step"
            for i in range(rows)
        )
    if kind == "smi":
        bar = "+" + "-" * 30 + "+" + "-" * 22 + "+"
        body = [
            f"| {i}  Tesla T4         Off | {i * 7:5d}MiB / 15360MiB |" for i in range(rows // 2)
        ]
        return "\n".join([bar, *[line + "\n" + bar for line in body]])
    return "\n".join(
        f"{i * 10:4d}   {rng.random() * 10.0 ** (i % 5):12.6f}   ok" for i in range(rows)
    )


def cells(rng: Any, *, header: bool) -> list[list[str]]:
    """Makes the cells of a table of sizes and times."""
    columns, rows = int(rng.integers(2, 8)), int(rng.integers(3, 16))
    step = int(rng.choice([10, 50, 100]))
    body = [
        [
            str(step * (i + 1)),
            *(f"{rng.random() * 10.0 ** int(rng.integers(-2, 2)):.4f}" for _ in range(columns - 1)),
        ]
        for i in range(rows)
    ]
    names = ["n", "Python", "NumPy", "CuPy", "C", "比", "平均", "備考"]
    return [names[:columns], *body] if header else body

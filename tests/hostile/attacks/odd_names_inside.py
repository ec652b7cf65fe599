#: does: fills its folder with files whose names are meant to hurt whoever cleans up
#: allow: os
#: ends: ok:right runtime-error
import os


def matmul(a, b):
    names = ["-rf", "*", "a\nb", "x" * 255, " ", "..x", "$(reboot)", "日本語", os.fsdecode(b"\xff\xfe")]
    for name in names:
        with open(name, "w") as file:
            file.write("x" * 100)
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]

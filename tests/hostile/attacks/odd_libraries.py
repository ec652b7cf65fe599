#: does: loads every library it finds and one it wrote itself
#: allow: ctypes os
#: ends: ok:right runtime-error
import ctypes
import os

for name in ("libpthread.so.0", "librt.so.1", "libdl.so.2", "libutil.so.1", "libnothing.so"):
    try:
        ctypes.CDLL(name)
    except OSError:
        pass
os.environ["LD_PRELOAD"] = "evil.so"


def matmul(a, b):
    with open("evil.so", "wb") as file:
        file.write(b"\x7fELF" + bytes(1000))
    try:
        ctypes.CDLL("./evil.so")
    except OSError:
        pass
    n = len(a)
    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]

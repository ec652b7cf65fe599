#: does: replaces time, json, struct, array and builtins under the runner
#: allow: array builtins json struct sys time
#: ends: signal runtime-error protocol ok:wrong
import array
import builtins
import json
import struct
import sys
import time


def matmul(a, b):
    time.time = time.monotonic = time.perf_counter = lambda: 0.0
    json.dumps = lambda *_, **__: '{"ok": true}'
    array.array = lambda *_: [1]
    builtins.len = builtins.isinstance = builtins.type = lambda *_: 1
    sys.stdout = sys.stderr = None
    struct.pack = lambda *_: b""
    return [[1]]

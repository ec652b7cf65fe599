#: does: describes a value with wrong types in every place, one per call
#: ends: protocol
#: variants: 14
from witness import VARIANT, forge_reply

GOOD = {"kind": "matrix", "container": "list of list", "elements": "int", "shape": [1, 1], "dtype": "<i8"}
BAD = [
    {**GOOD, "kind": []},
    {**GOOD, "kind": {}},
    {**GOOD, "kind": "password"},
    {**GOOD, "shape": []},
    {**GOOD, "shape": [-1, -8]},
    {**GOOD, "shape": [0, 0]},
    {**GOOD, "shape": [1.0, 1]},
    {**GOOD, "shape": [2**40, 2**40]},
    {**GOOD, "shape": [1, 2]},
    {**GOOD, "dtype": "O"},
    {**GOOD, "dtype": []},
    {**GOOD, "container": 7},
    {**GOOD, "description": ["x"]},
    [],
]


def matmul(a, b):
    forge_reply({"ok": True, "values": [BAD[VARIANT]] * 3}, bytes(24))

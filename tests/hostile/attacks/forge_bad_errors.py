#: does: describes an exception with wrong types, one per call
#: ends: protocol runtime-error
#: variants: 7
from witness import VARIANT, forge_reply

GOOD = {"type": "ValueError", "message": "", "frames": []}
BAD = [
    None,
    {},
    {**GOOD, "type": []},
    {**GOOD, "message": "\ud800\x1b[2J" * 1000},
    {**GOOD, "frames": [[1, 2, 3]]},
    {**GOOD, "frames": [["attack.py", 10**400, "\ud800"]] * 10_000},
    {**GOOD, "frames": {"a": 1}},
]


def matmul(a, b):
    forge_reply({"ok": False, "error": BAD[VARIANT]}, b"")

"""Programs that use an allowed library which is not installed where they are graded."""

import json
from pathlib import Path

import pytest

from tests.batch.classes import RIGHT, TRANSPOSED
from tests.commands.conftest import Say

ABSENT = "gazou_shori"  # allowed by the course, and installed nowhere
LOOPS = """
n = len(a)
c = [[0] * n for _ in range(n)]
for i in range(n):
    for j in range(n):
        for k in range(n):
            c[i][j] += a[i][k] * b[k][j]
"""
OPENS_IMAGES = f"import {ABSENT}\n"
ON_TWO = f"\nm = {ABSENT}.imread('a.png')\nprint(matmul(m, m))\n"
READS = f"a = {ABSENT}.imread('a.png')\nb = {ABSENT}.imread('b.png')\n"
GUARDED = f"try:\n    import {ABSENT}\nexcept ImportError:\n    {ABSENT} = None\n"
PASSED = {
    "used below the function": OPENS_IMAGES + RIGHT + ON_TWO,
    "used by another function": OPENS_IMAGES + RIGHT + f"\ndef show(a, b):\n    {ABSENT}.show(a)\n",
    "used at the top, before the function": OPENS_IMAGES + READS + RIGHT,
    "everything of it is imported": f"from {ABSENT} import *\n" + RIGHT + "\nshow(matmul(x, x))\n",
    "a name of it is imported": f"from {ABSENT}.io import imread\n" + RIGHT + "\nx = imread('a')\n",
    "by another name, beside another function": OPENS_IMAGES
    + RIGHT.replace("matmul", "keisan")
    + f"\ndef show(a, b):\n    {ABSENT}.show(a)\n    return b\n",
    "a script whose matrices are images": OPENS_IMAGES + READS + LOOPS,
    "ready for its absence": GUARDED + RIGHT,
}
WAITING = {
    "the function calls it": OPENS_IMAGES + f"def matmul(a, b):\n    return {ABSENT}.dot(a, b)\n",
    "a helper of the function calls it": OPENS_IMAGES
    + f"def change(a):\n    return {ABSENT}.copy(a)\n"
    + RIGHT.replace("c = ", "a = change(a); c = "),
    "it is imported in the function": RIGHT.replace("c = ", f"import {ABSENT}; c = "),
    "the function calls it for some sizes": OPENS_IMAGES
    + RIGHT.replace("c = ", f"a = {ABSENT}.copy(a) if len(a) > 5 else a; c = "),
    "the function uses what it made": OPENS_IMAGES
    + f"ZERO = {ABSENT}.zero()\n"
    + RIGHT.replace("c = ", "ZERO + 0; c = "),
    "the function relies on it all the same": GUARDED
    + f"def matmul(a, b):\n    return {ABSENT}.dot(a, b)\n",
    "a function of another name calls it": OPENS_IMAGES
    + f"def keisan(a, b):\n    return {ABSENT}.dot(a, b)\n",
    "a wrong script whose matrices are images": OPENS_IMAGES
    + READS
    + LOOPS.replace("range(n):\n            c", "range(1, n):\n            c"),
}
FAILED = {
    "wrong by itself": OPENS_IMAGES + TRANSPOSED + ON_TWO,
    "raises by itself": OPENS_IMAGES + "def matmul(a, b):\n    return a + undefined\n" + ON_TWO,
}
PROGRAMS = [
    *((text, "passed") for text in PASSED.values()),
    *((text, "waiting") for text in WAITING.values()),
    *((text, "failed") for text in FAILED.values()),
]


@pytest.mark.parametrize(("text", "verdict"), PROGRAMS, ids=[*PASSED, *WAITING, *FAILED])
def test_only_what_the_function_reaches_is_waited_for(
    course: Path, say: Say, tmp_path: Path, text: str, verdict: str
) -> None:
    """What the function does not need keeps nobody waiting, and its absence accuses nobody."""
    settings = course / "assignments" / "kadai1" / "assignment.toml"
    allowed = 'allowed_imports = ["time", "matplotlib"'
    before = settings.read_text("utf-8")
    assert before.count(allowed) == 1
    settings.write_text(before.replace(allowed, f'{allowed}, "{ABSENT}"'), encoding="utf-8")
    program = tmp_path / "kadai1.py"
    program.write_text(text, encoding="utf-8")
    said = json.loads(say("check", "kadai1", program, "--json").out)
    found = {finding["check"]: finding for finding in said["findings"]}
    about_values = {found[check]["verdict"] for check in ("RUN003", "COR001")}
    assert verdict in about_values
    assert verdict == "failed" or about_values == {verdict}
    if verdict == "waiting":
        assert found["COR001"]["params"]["needs"] == [ABSENT]
        assert ABSENT in found["COR001"]["message"]
    elif found["RUN003"].get("case") == "top-level-module":
        assert ABSENT in found["RUN003"]["message"]

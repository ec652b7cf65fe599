"""Attackers in the class: the others' sheets are the same to the byte."""

import os
import shutil
from pathlib import Path

import pytest

from tests.batch.classes import FORBIDDEN, RAISES, RIGHT, TRANSPOSED, make_class, make_course
from tests.one_cpu import run

GRADE = ("grade", "kadai1", "--no-timing")
INNOCENT = {
    "24A1201": RIGHT,
    "24A1203": TRANSPOSED,
    "24A1205": RAISES,
    "24A1207": FORBIDDEN,
    "24A1209": "def (",
}
ATTACKERS = {
    "24A1200": "import os\nos._exit(0)\n" + RIGHT,
    "24A1202": RIGHT.replace("    n = len(a)", "    raise SystemExit"),
    "24A1204": RIGHT.replace("    n = len(a)", "    while True: print('x' * 1000)"),
    "24A1206": RIGHT.replace("    n = len(a)", "    kept = [bytes(2**26) for _ in range(999)]"),
    "24A1208": "open('/tmp/planted', 'w').write('x')\n" + RIGHT,
    "24A1210": RIGHT + "\x00",
}


def sheets(folder: Path) -> dict[str, bytes]:
    """The sheets written, by file name."""
    return {path.name: path.read_bytes() for path in (folder / "sheets").iterdir()}


@pytest.mark.hostile
def test_attackers_change_nobody_elses_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The innocent sheets with and without the attackers are equal, and all are there."""
    course = make_course(tmp_path / "course").root
    monkeypatch.chdir(course)
    inbox = make_class(tmp_path / "inbox", INNOCENT)
    assert run([*GRADE, str(inbox), "-o", str(tmp_path / "alone")]) == 0
    alone = sheets(tmp_path / "alone")
    assert len(alone) == 2 * len(INNOCENT)

    make_class(inbox, ATTACKERS)
    secret = tmp_path / "secret.py"
    secret.write_text(RIGHT)
    (inbox / "24A1211").mkdir()
    (inbox / "24A1211" / "kadai1.py").symlink_to(secret)
    (inbox / "24A1212" / "kadai1.py").mkdir(parents=True)
    (inbox / "24A1213").mkdir()
    os.mkfifo(inbox / "24A1213" / "kadai1.py")
    assert run([*GRADE, str(inbox), "-o", str(tmp_path / "together")]) == 0
    together = sheets(tmp_path / "together")
    assert {name: together[name] for name in alone} == alone
    assert len(together) == 2 * (len(INNOCENT) + len(ATTACKERS) + 3)
    assert not Path("/tmp/planted").exists()

    shutil.rmtree(inbox)
    make_class(inbox, INNOCENT)
    assert run([*GRADE, str(inbox), "-o", str(tmp_path / "together")]) == 0
    after = sheets(tmp_path / "together")
    assert {name: after[name] for name in alone} == alone

"""The roster comes with the second collecting: who was collected by name is looked up again."""

from pathlib import Path

import pytest

from tests.lms.collecting.downloads import MOODLE, PROGRAM, names
from tests.lms.collecting.lab import HANAKO, TARO, Lab
from tests.lms.collecting.test_collecting import run

STRANGER = f"森 一_31209{MOODLE}"
VARIANT = f"田中 實_31203{MOODLE}"


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course, of which a download was collected without a roster."""
    lab = Lab(tmp_path)
    files = {f"{TARO}kadai1.py": PROGRAM, f"{STRANGER}kadai1.py": "x = 1\n"}
    result = run(lab.folder, lab.download({**files, f"{VARIANT}kadai1.py": "x = 2\n"}))
    assert len(result.collection.students) == 3
    return lab


def test_who_cannot_be_joined_waits_with_proposals(lab: Lab) -> None:
    """Nobody stays a student under a name beside the roster's 未提出; again changes nothing."""
    other = lab.download({f"{HANAKO}kadai1.py": PROGRAM + "#"})
    for _ in range(2):
        collection = run(lab.folder, other, roster=lab.roster).collection
        assert [one.student for one in collection.students] == ["24A1201", "24A1202"]
        assert collection.not_submitted == ("24A1203",)
        waiting = {one.label: one.proposals for one in collection.unassigned}
        assert waiting == {"森 一_31209": (), "田中 實_31203": ("24A1203",)}


def test_what_a_person_edited_goes_along(lab: Lab) -> None:
    """A folder moves as a whole, and the edit is named."""
    (lab.target / "山田 太郎_31201" / "kadai1.py").write_text("mine\n", encoding="utf-8")
    other = lab.download({f"{HANAKO}kadai1.py": PROGRAM + "#"})
    for _ in range(2):
        result = run(lab.folder, other, roster=lab.roster)
        assert lab.read("24A1201/kadai1.py") == "mine\n"
        assert result.by_hand == {"24A1201": ("kadai1.py",)}
        assert not result.replaced


def test_an_id_in_a_chosen_name_counts_no_more(tmp_path: Path) -> None:
    """Without a roster it was all there was; with one it is only proposed."""
    lab = Lab(tmp_path)
    repositories = "kadai1-submissions/kadai1"
    files = {f"{repositories}-x24A1203/kadai1.py": PROGRAM, f"{repositories}-hana/a.py": "x = 1\n"}
    path = lab.download(files)
    first = run(lab.folder, path).collection
    assert "24A1203" in [one.student for one in first.students]
    second = run(lab.folder, path, roster=lab.roster).collection
    assert not second.students
    waiting = {one.label: one.proposals for one in second.unassigned}
    assert waiting == {"hana": (), "x24A1203": ("24A1203",)}
    assert all(name.startswith(".unassigned/") for name in names(lab.target))

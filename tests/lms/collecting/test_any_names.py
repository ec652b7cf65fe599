"""Whatever students call their files: nothing is lost, and nothing leaves the target."""

import os
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from grader.intake.manifest import read_manifest
from tests.lms.collecting.downloads import MOODLE, PROGRAM, tree, zipped
from tests.lms.collecting.lab import TARO
from tests.lms.collecting.test_collecting import run

PART = st.text('aAb.~ -1(コピーガ課\u3099\u202e:*?"|<>', min_size=1, max_size=10) | st.sampled_from(
    [
        "..",
        "CON",
        "nul.py",
        "kadai1.py",
        "KADAI1.py",
        ".earlier",
        "collected.json",
        "課" * 90,
        "a\\b",
    ]
)
NAMES = st.lists(st.lists(PART, min_size=1, max_size=3).map("/".join), max_size=6, unique=True)


@given(NAMES)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_is_lost_and_nothing_leaves(
    tmp_path_factory: pytest.TempPathFactory, handed: list[str]
) -> None:
    """Every file lies below its student or is refused by name; a second run changes nothing."""
    folder = tmp_path_factory.mktemp("any")
    files = {f"{TARO}{name}": f"{number}" for number, name in enumerate(handed)}
    files |= {f"佐藤 花子_31202{MOODLE}kadai1.py": PROGRAM, f"{TARO}kadai9.py": "sure"}
    path = zipped(folder / "moodle.zip", files)
    result = run(folder, path)
    target = folder / "submissions" / "kadai1"
    placed = tree(target)
    assert sorted(os.listdir(folder)) == ["moodle.zip", "submissions"]  # noqa: PTH208  hidden too
    assert os.listdir(folder / "submissions") == ["kadai1"]  # noqa: PTH208  hidden ones too
    assert {path.split("/")[0] for path in placed} <= {
        "collected.json",
        ".unassigned",
        ".earlier",
        "山田 太郎_31201",
        "佐藤 花子_31202",
    }
    digests = {sha256(raw).hexdigest() for raw, _ in placed.values()}
    lost = [raw for raw in files.values() if sha256(raw.encode()).hexdigest() not in digests]
    assert len(lost) <= len(result.collection.refused)
    for one in result.collection.students:
        for file in one.files:
            assert sha256((target / file.path).read_bytes()).hexdigest() == file.sha256
    run(folder, path)
    assert tree(target) == placed
    assert read_manifest(target) == result.collection


def test_a_name_on_disk_is_not_the_name(tmp_path: Path) -> None:
    """The manifest keeps what the student called it."""
    path = zipped(tmp_path / "moodle.zip", {f"{TARO}{'課' * 80}.py": "a", f"{TARO}b.py": "b"})
    (one,) = run(tmp_path, path).collection.students
    long = max(one.files, key=lambda file: len(file.name))
    assert long.name == "課" * 80 + ".py"
    assert long.path.endswith(".py")
    assert len(long.path.split("/")[-1].encode()) <= 200

"""Whichever downloads come together in which order: the same files count, and nothing is lost."""

from datetime import timedelta
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake.manifest import MANIFEST, read_manifest
from grader.model.collection import Role
from tests.lms.collecting.downloads import MOODLE, NOON, roster, zipped
from tests.lms.collecting.lab import CLASS
from tests.lms.collecting.test_collecting import run

PEOPLE = ["山田 太郎_31201", "佐藤 花子_31202", "知らない 人_31299"]
FILES = st.dictionaries(
    st.tuples(
        st.sampled_from(PEOPLE),
        st.sampled_from(["kadai1.py", "kadai1 (1).py", "report.docx", "data.csv"]),
    ),
    st.sampled_from(["a", "b", "c"]),
    min_size=1,
    max_size=4,
)


def state(folder: Path) -> tuple[dict[str, list[tuple[str, str]]], set[tuple[str, str, str]]]:
    """Says who has which files that count, and everything that is kept."""
    collection = read_manifest(folder / "submissions" / "kadai1")
    assert collection is not None
    files = {one.student: one.files for one in collection.students}
    files |= {one.label: one.files for one in collection.unassigned}
    counted = {
        owner: sorted((file.name, file.sha256) for file in own if file.role is not Role.EARLIER)
        for owner, own in files.items()
    }
    kept = {(owner, file.name, file.sha256) for owner, own in files.items() for file in own}
    return counted, kept


def bytes_of(folder: Path) -> set[bytes]:
    """Collects what stands in any file of students."""
    target = folder / "submissions" / "kadai1"
    files = (path for path in target.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {path.read_bytes() for path in files}


@given(st.lists(st.tuples(FILES, st.integers(0, 2)), min_size=2, max_size=3))
@settings(max_examples=15)
def test_any_order_ends_alike(
    tmp_path_factory: pytest.TempPathFactory,
    given_files: list[tuple[dict[tuple[str, str], str], int]],
) -> None:
    """One call, in any order, again and again; in turn all is kept, and the last one counts."""
    base = tmp_path_factory.mktemp("downloads")
    listed = roster(base / "meibo.csv", CLASS)
    paths = [
        zipped(
            base / f"{number}.zip",
            {f"{who}{MOODLE}{name}": content for (who, name), content in files.items()},
            NOON + timedelta(hours=hours),
        )
        for number, (files, hours) in enumerate(given_files)
    ]
    together = tmp_path_factory.mktemp("together")
    run(together, *paths, roster=listed)
    expected = state(together)
    for order in permutations(paths):
        folder = tmp_path_factory.mktemp("at-once")
        for _ in range(2):
            run(folder, *order, roster=listed)
            assert state(folder) == expected
        turns = tmp_path_factory.mktemp("in-turn")
        for path in (*order, order[-1]):
            run(turns, path, roster=listed)
        assert bytes_of(turns) == bytes_of(folder)

"""Likeness, and then requests, are taken away: the folder goes, and the page shows the rest."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.amputate import call, check_contracts
from tests.clones import copy_tree

PAGES = ("/", "/criterion/form", "/student/HANDLE", "/export")


def answers(tree: Path, folder: Path) -> Mapping[str, tuple[int, str]]:
    """What the page of that tree answers."""
    folder.mkdir()
    told = json.loads(call(tree, "-m", "tests.review.without_likeness", str(folder)))
    return {page: (status, text) for page, (status, text) in told.items()}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the tree, whole."""
    return copy_tree(tmp_path / "tree")


def test_without_it_no_page_speaks_of_it(tree: Path, tmp_path: Path) -> None:
    """Neither a link nor a key leads to it; every other page is there."""
    whole = answers(tree, tmp_path / "whole")
    shutil.rmtree(tree / "grader" / "review" / "alike")
    check_contracts(tree)
    cut = answers(tree, tmp_path / "cut")
    for page in PAGES:
        assert (whole[page][0], cut[page][0]) == (200, 200), page
        assert "/neighbours" in whole[page][1]
        assert "/neighbours" not in cut[page][1]
    assert (whole["/neighbours"][0], cut["/neighbours"][0]) == (200, 404)
    assert 'data-do="group"' in whole["/criterion/form"][1]
    assert 'data-do="group"' not in cut["/criterion/form"][1]
    shutil.rmtree(tree / "grader" / "review" / "requests")
    check_contracts(tree)
    bare = answers(tree, tmp_path / "bare")
    for page in PAGES:
        assert (bare[page][0], "/requests" in whole[page][1]) == (200, True), page
        assert "/requests" not in bare[page][1]
    left = call(tree, "-m", "grader", "review", "--help")
    assert not re.search(r"\n  --(?:requests|remember)", left)

"""Parts and fairness can be taken away alone: the folder goes, and the page shows all the rest."""

import shutil
from pathlib import Path

from tests.amputate import call, check_contracts
from tests.clones import copy_tree
from tests.review.test_without_likeness import PAGES, answers


def test_without_it_no_page_speaks_of_it(tmp_path: Path) -> None:
    """Neither a link nor an option leads to it; every other page is there."""
    tree = copy_tree(tmp_path / "tree")
    whole = answers(tree, tmp_path / "whole")
    assert "--fairness" in call(tree, "-m", "grader", "review", "--help")
    shutil.rmtree(tree / "grader" / "review" / "fair")
    check_contracts(tree)
    cut = answers(tree, tmp_path / "cut")
    for page in PAGES:
        assert (whole[page][0], cut[page][0]) == (200, 200), page
        for link in ('href="/parts"', 'href="/fairness"'):
            assert link in whole[page][1]
            assert link not in cut[page][1]
    assert "--fairness" not in call(tree, "-m", "grader", "review", "--help")

"""What an assignment asks of the report: the table [report] and what may be wrong in it."""

from pathlib import Path

import pytest

from grader.course import load_assignment, load_assignments, load_course
from grader.model.course import ReportSpec, RequiredChapter
from tests.course.courses import ASSIGNMENT, problems_of, write_course

ROOT = Path(__file__).resolve().parents[2]
RUBRIC = '[[rubric]]\nid = "program"'
PURPOSE = """\
[[report.chapter]]
id = "purpose"
title = { ja = "目的", en = "Purpose" }
synonyms = ["目的", "Aim"]
"""
RESULTS = PURPOSE.replace("purpose", "results").replace('"目的", "Aim"', '"結果"')


def spec_of(root: Path, report: str) -> ReportSpec | None:
    """Loads the small course with this text before its rubric."""
    write_course(root, assignment=ASSIGNMENT.replace(RUBRIC, f"{report}\n{RUBRIC}", 1))
    return load_assignment(load_course(root), "demo").report


def test_no_table_asks_for_no_report(tmp_path: Path) -> None:
    """An assignment without [report] is about programs alone."""
    assert spec_of(tmp_path, "") is None


def test_an_empty_table_asks_for_the_usual(tmp_path: Path) -> None:
    """The defaults are the model's."""
    assert spec_of(tmp_path, "[report]") == ReportSpec()


def test_every_key_is_read(tmp_path: Path) -> None:
    """What stands in the file stands in the model."""
    keys = """\
[report]
least_chapters = 4
graphs = 2
relation = false
backends = ["torch"]
template = ["ここに書く"]
task = ["関係を調べる"]
file_bytes = 100000
"""
    assert spec_of(tmp_path, keys + PURPOSE) == ReportSpec(
        chapters=(
            RequiredChapter(
                id="purpose", title={"ja": "目的", "en": "Purpose"}, synonyms=("目的", "Aim")
            ),
        ),
        least_chapters=4,
        graphs=2,
        relation=False,
        backends=("torch",),
        template=("ここに書く",),
        task=("関係を調べる",),
        file_bytes=100_000,
    )


@pytest.mark.parametrize(
    ("report", "said"),
    [
        ("[report]\ngraph = 1", "report.graph: unknown key; did you mean graphs?"),
        ("[report]\ngraphs = -1", "report.graphs: must be a whole number of at least 0, got -1"),
        ("[report]\nleast_chapters = 0", "report.least_chapters: must be a whole number of at le"),
        (
            '[report]\nbackends = ["ada"]',
            'report.backends[0]: must be one of "python", "numpy"',
        ),
        ('[report]\nrelation = "yes"', 'report.relation: must be true or false, got "yes"'),
        (PURPOSE.replace('["目的", "Aim"]', "[]"), "report.chapter[0].synonyms: must be a list wi"),
        (
            PURPOSE.replace(', en = "Purpose"', ""),
            "report.chapter[0].title.en: is missing; specify t",
        ),
        (
            PURPOSE + PURPOSE.replace('"目的", "Aim"', '"x"'),
            'report.chapter[1].id: "purpose" is already',
        ),
        (
            PURPOSE + RESULTS.replace('"結果"', '"結果", "AIM"'),
            'report.chapter[1].synonyms[1]: "AIM" already belongs to chapter[0]',
        ),
    ],
)
def test_what_does_not_fit_is_told(tmp_path: Path, report: str, said: str) -> None:
    """One mistake, one sentence that names the key."""
    (problem,) = problems_of(tmp_path, RUBRIC, f"{report}\n{RUBRIC}")
    assert problem.startswith(said)


def test_both_assignments_ask_for_the_four_chapters() -> None:
    """The course's own files: what learners write is in the data, in both languages."""
    loaded = load_assignments(load_course(ROOT))
    for assignment in [one for one in loaded if one.id.startswith("kadai")]:
        assert assignment.report is not None
        chapters = {one.id: one.synonyms for one in assignment.report.chapters}
        assert list(chapters) == ["purpose", "method", "results", "discussion"]
        assert "はじめに" in chapters["purpose"]
        assert "Introduction" in chapters["purpose"]
        assert "実験結果" in chapters["results"]
        form = next(one for one in assignment.rubric if one.id == "form")
        assert form.checks == ("REP001", "REP002", "REP003", "REP009")

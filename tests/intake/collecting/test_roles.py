"""What each file is for."""

from grader.intake.collecting.placing import roles
from grader.model.collection import Role


def test_programs_reports_and_the_rest() -> None:
    """The program and what it may import, the report that grading would read, everything else."""
    assert roles(
        [
            "kadai1.py",
            "helper.py",
            "課題1_24A1201.docx",
            "fig/plot.png",
            "data.csv",
            ".ipynb_checkpoints/kadai1-checkpoint.ipynb",
            "~$課題1.docx",
        ],
        "24A1201",
        "kadai1.py",
    ) == {
        "kadai1.py": Role.SOURCE,
        "helper.py": Role.SOURCE,
        "課題1_24A1201.docx": Role.REPORT,
        "fig/plot.png": Role.EXTRA,
        "data.csv": Role.EXTRA,
        ".ipynb_checkpoints/kadai1-checkpoint.ipynb": Role.EXTRA,
        "~$課題1.docx": Role.EXTRA,
    }


def test_a_disguised_program_is_a_program() -> None:
    """Browsers add .txt; the report is the PDF where the Word file is there too."""
    found = roles(["kadai1.py.txt", "report.pdf", "report.docx"], "24A1201", "kadai1.py")
    assert found["kadai1.py.txt"] is Role.SOURCE
    assert found["report.pdf"] is Role.REPORT
    assert found["report.docx"] is Role.EXTRA


def test_nothing_has_no_roles() -> None:
    """No files, no roles."""
    assert roles([], "24A1201", "kadai1.py") == {}

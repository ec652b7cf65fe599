"""What the tutorials tell people to type prints what they show."""

import re
import shutil
from html import unescape
from pathlib import Path

import pytest

from tests.clones import copy_tree
from tests.one_cpu import run
from tests.tree import ROOT
from tests.tutorials import PAGES, differs, outputs

# The Japanese one for students is typed on every change, the others where all is proved again.
AGAIN = pytest.mark.repetition("the one for students, in Japanese")
IDS = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES]


@pytest.mark.parametrize(
    "page",
    [PAGES[0], *(pytest.param(page, marks=AGAIN) for page in PAGES[1:])],
    ids=IDS,
)
def test_tutorial_shows_what_is_printed(page: Path, tmp_path: Path) -> None:
    """Each output is real, but for the lines that are left out."""
    told = [
        (block["text"], printed) for block, printed in outputs(page, copy_tree(tmp_path / "course"))
    ]
    assert told
    for shown, printed in told:
        assert not differs(shown, printed), (
            f"make anew writes it; shown:\n{shown}\nprinted:\n{printed}"
        )


@pytest.mark.parametrize("number", [0, 2], ids=["student", "ta"])
def test_twins_have_people_type_the_same(number: int) -> None:
    """Both languages of a tutorial have the same blocks; what they print is in the language."""
    twins = [page.read_text(encoding="utf-8") for page in PAGES[number : number + 2]]
    japanese, english = (
        [line for line in text.split("```") if line.startswith("sh\n")] for text in twins
    )
    assert japanese == english


def _checked(page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `grader check` says of the two programs that the pictures are of, without blanks."""
    said = ""
    for student in ("24A1201", "24A1206"):
        own = ROOT / "submissions/demo/kadai1" / student / "kadai1.py"
        program = shutil.copy(own, tmp_path)
        run(["check", "kadai1", str(program), "--course", str(ROOT), "--lang", page.parent.name])
        said += capsys.readouterr().out.replace(str(program), "kadai1.py")
    return re.sub(r"\s", "", said)


@pytest.mark.parametrize("page", PAGES[:2], ids=IDS[:2])
def test_picture_of_the_readme_says_what_is_printed(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its sentences are those that a check prints for the same mistake."""
    picture = ROOT / "docs" / "images" / page.parent.name / "first.svg"
    drawn = re.findall(
        r'font-size="(?:14|13\.5)" fill="#1f2328">(.*?)<', picture.read_text(encoding="utf-8")
    )
    assert len(drawn) >= 5
    shown = _checked(page, tmp_path, capsys)
    other = [line for line in map(unescape, drawn) if re.sub(r"\s", "", line) not in shown]
    assert other == [], "python docs/images/make.py draws it anew"


@pytest.mark.parametrize("page", PAGES[:2], ids=IDS[:2])
def test_terminals_of_the_readme_show_what_is_printed(
    page: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every sentence in the two terminals is one that a check prints; none is tall."""
    shown = _checked(page, tmp_path, capsys)
    for name in ("wrong", "right"):
        picture = ROOT / "docs" / "images" / page.parent.name / f"{name}.svg"
        text = picture.read_text(encoding="utf-8")
        drawn = [unescape(run) for run in re.findall(r"textLength[^>]*>([^<]+)</text>", text)]
        sentences = [re.sub(r"\s", "", run) for run in drawn if re.search(r"[.。]\s*$", run)]
        assert sentences
        assert [one for one in sentences if one not in shown] == []
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="(\d+)"', text)
        assert size is not None
        assert float(size[2]) / float(size[1]) * int(size[3]) <= 460

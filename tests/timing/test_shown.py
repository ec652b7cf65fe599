"""The times on a score sheet."""

import re

import pytest
from msgspec.structs import replace

from grader.export.pages import render_sheet_html
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.program import ProgramRun, Series
from grader.model.run import RunRecord, RunStatus
from grader.model.timing import Timing
from grader.protocols import About
from grader.timing.shown import view_timing
from grader.wording import load_wording
from grader.wording.bilingual import Bilingual
from tests.export.samples import ASSIGNMENT, EXERCISE, evidence_of, finding, observed, sheet_of
from tests.export.test_pages import NASTY, Tags
from tests.timing.sweeps import curve, own, timed

WORDS = Bilingual(load_wording("ja"), load_wording("en"))
SEVERAL = replace(ASSIGNMENT, exercises=(EXERCISE, replace(EXERCISE, id="numpy", entry="fast")))


def evidence(timing: Timing | None, *series: Series) -> Evidence:
    """A program that was timed, and showed times itself."""
    run = ProgramRun(run=RunRecord(status=RunStatus.OK), series=series)
    return replace(evidence_of(observed(timing=timing)), program=run)


def page(about: Evidence, assignment: Assignment = ASSIGNMENT) -> str:
    """The sheet."""
    return render_sheet_html(sheet_of(finding("COR001")), about, assignment, "ja")


@pytest.mark.parametrize("assignment", [ASSIGNMENT, SEVERAL])
def test_both_layouts_show_the_drawing_and_its_sentence(assignment: Assignment) -> None:
    """Once."""
    made = page(evidence(timed(), own()), assignment)
    tags = Tags(made)
    assert not tags.open
    assert len(re.findall('class="chart"', made)) == 1
    assert "16〜512 で時間は n^2.97" in tags.text
    assert "提出物の中の測定では" in tags.text
    assert "From 16 to 512" in tags.text
    assert "Xeon" in tags.text


def test_a_sheet_without_times_is_as_it_was() -> None:
    """No heading, no drawing."""
    about = About(evidence=evidence_of(), assignment=ASSIGNMENT, exercise=observed())
    assert view_timing(about, WORDS) is None
    made = page(evidence(None))
    assert "実行時間" not in made
    assert made == page(evidence_of())


def test_without_a_point_a_sentence_says_why() -> None:
    """And nothing is drawn."""
    made = page(evidence(Timing(ended="wrong")))
    assert "結果が正しくなかった" in made
    assert 'class="chart"' not in made


def test_times_of_the_student_are_shown_where_we_measured_none() -> None:
    """As theirs."""
    made = page(evidence(None, own()))
    assert 'class="chart"' in made
    assert "提出物の中の測定では" in made


@pytest.mark.parametrize(
    ("output", "series", "shown"),
    [("n=64 0.1 s\n", (), True), ("", (), False), ("n=64 0.1 s\n", (own(),), False)],
)
def test_printed_times_are_said_not_to_be_compared(
    output: str, series: tuple[Series, ...], *, shown: bool
) -> None:
    """Where the program plots no times of the exercise; who prints nothing is told nothing."""
    about = evidence(timed(), *series)
    assert about.program is not None
    made = page(replace(about, program=replace(about.program, output=output)))
    assert ("プログラムが文字で表示したものは、ここで測った時間と比べていません" in made) is shown
    assert ("What the program printed is not compared" in made) is shown


def test_the_band_is_explained_where_there_is_one() -> None:
    """And only there."""
    assert "薄い帯" in page(evidence(timed()))
    assert "薄い帯" not in page(evidence(None, own()))


def test_nothing_that_was_named_breaks_the_page() -> None:
    """Series, baselines and processors are text."""
    timing = replace(
        timed(),
        baselines={NASTY: curve(1e-9), "numpy": curve(1e-9)},
        ended=NASTY,
        conditions=replace(timed().conditions, processor=NASTY),
    )
    made = page(evidence(timing, *(own(name=NASTY + str(place)) for place in range(4))))
    tags = Tags(made)
    assert not tags.open
    assert not {"script", "img"} & {tag for tag, _ in tags.tags}
    assert not [1 for _, attributes in tags.tags if {"style", "onerror"} & attributes.keys()]
    assert not set(made) & set("\x00\u202e\ud800")
    made.encode()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_every_curve_is_explained_below_in_both_languages(language: str) -> None:
    """Also those whose name found no place; in the drawing there are none but short names."""
    many = {f"baseline-{n}": curve(1e-7) for n in range(6)}
    made = page(evidence(replace(timed(), baselines=many), own()))
    (keys,) = re.findall('<ul class="keys">.*?</ul>', made, re.DOTALL)
    said = Tags(keys).text
    assert "▲" not in said
    assert said.count("＋") == 6
    assert {"ja": "提出物の中の測定", "en": "Measurement in the submission"}[language] in said
    (drawn,) = re.findall(r"<g data-drawn.*?</g></svg>", made, re.DOTALL)
    assert not re.search("[ぁ-んァ-ヶ一-龠]", drawn)


def test_every_id_of_a_page_is_there_once() -> None:
    """Also with two exercises."""
    both = (observed(timing=timed()), replace(observed(timing=timed()), exercise="numpy"))
    sheet = sheet_of(finding("COR001"), finding("COR001", subject="numpy"))
    made = render_sheet_html(sheet, evidence_of(*both), SEVERAL, "en")
    ids = [one["id"] for _, one in Tags(made).tags if "id" in one]
    assert len(ids) == len(set(ids))
    assert len(re.findall('class="chart"', made)) == 2

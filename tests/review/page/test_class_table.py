"""The class table: people as rows, everything that is counted as a filter, nothing inline."""

import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.store import Store
from tests.gradebook.gradebook_for_tests import WRONG, decided, grade_one
from tests.review.page.asked_app import asking, make_desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Three students, and one whose program is wrong and whose name tries to be active."""
    desk = make_desk(tmp_path)
    with Store(desk.out, "kadai1") as store:
        grade_one(store, "24A1204<script>alert(1)</script>", WRONG)
    return desk


def page(desk: Desk, address: str = "/") -> str:
    """What the page answers."""
    with asking(desk) as client:
        answer = client.get(address)
        assert answer.status_code == 200
        return answer.get_data(as_text=True)


def test_rows_link_to_people_by_handles(desk: Desk) -> None:
    """No id stands in an address; a code is no link at all."""
    html = page(desk)
    links = re.findall(r'href="([^"]*)"', html)
    people = [link for link in links if link.startswith("/student/")]
    assert len(people) == len(set(people)) == 4
    assert all(re.fullmatch(r"/student/[0-9a-f]{16}", link) for link in people)
    assert not [link for link in links if "24A12" in link or "COR" in link]
    assert {"/export", "/neighbours", "/criterion/form"} <= set(links)


def test_every_count_is_a_filter(desk: Desk) -> None:
    """States, open criteria and findings; what keeps each row comes in short."""
    html = page(desk)
    filters = re.findall(r'data-filter="([^"]*)"', html)
    assert {"state-open", "state-confirmed", "open-form", "clean", "COR001-failed"} <= {*filters}
    short = json.loads(page(desk, "/rows"))
    kept = [[*found, *findings] for found, findings, *_ in short["kinds"]]
    assert sorted(kept[row[-1]] for row in short["rows"]) == [["COR001-failed"], *[["clean"]] * 3]
    assert 'data-filter-by="COR001-failed"' in html


def test_who_decided_is_written_out(desk: Desk) -> None:
    """A person by name, the grader, or nobody; colour says nothing on its own."""
    html = page(desk)
    assert html.count('<small class="who person">TA</small>') == 2
    assert ">not graded</span></small>" in html
    assert ">auto</span></small>" in html


def test_a_decision_upon_other_evidence_says_so(desk: Desk) -> None:
    """The evidence that was seen is not what lies there now."""
    with Store(desk.out, "kadai1") as store:
        store.decide(replace(decided("24A1203", 1.0), evidence="sha256:another"))
    assert 'class="stale"' in page(desk)


@pytest.mark.parametrize("address", ["/", "/export"])
def test_nothing_a_student_wrote_is_active(desk: Desk, address: str) -> None:
    """No inline script, no inline style, no event attributes: the policy forbids them all."""
    html = page(desk, address)
    assert "<script>" not in html
    assert not re.search(r"\sstyle=|\son[a-z]+=|<style", html)
    scripts = re.findall(r"<script[^>]*>", html)
    own = "table" if address == "/" else "export"
    assert scripts == [f'<script type="module" src="/static/{name}.js">' for name in ("keys", own)]


def test_each_cell_says_its_heading_in_both_languages(desk: Desk) -> None:
    """On a phone rows are cards, and the table's head is out of sight."""
    html = page(desk)
    assert 'data-ja="体裁" data-en="Form"' in html

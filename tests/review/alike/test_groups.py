"""Groups for one decision: who is in one, who must not be, and what their titles say."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.gradebook.desk import Desk
from grader.model.course import Criterion
from grader.model.finding import Finding, Verdict
from grader.model.report import Quote, Relation, RelationStanding, ReportOutline
from grader.review.alike import ClassWorks, CriterionFindings, GroupKind, StudentGroup, propose
from grader.review.alike.comparing import Comparing
from grader.review.alike.nearness import dice, near_pairs, together
from grader.review.page import LiveGradebook, Wish
from grader.store import Store
from tests.gradebook.gradebook_for_tests import NAMES, RIGHT, WRONG, grade_one
from tests.review.alike.works_for_tests import OWN_WAY, a_class, explains, kadai1
from tests.review.page.page_for_tests import WORDS, Get, desk_in, opened_page
from tests.store.records_for_tests import full_evidence

MISTAKE = Finding(
    check="COR002",
    subject="matmul",
    verdict=Verdict.FAILED,
    params={"lookalike": "zeros", "name": {"ja": "すべて 0", "en": "all zeros"}, "lesson": {}},
)
NO_GRAPH = Finding(check="REP004", subject="", verdict=Verdict.FAILED)


def groups(
    criterion: str,
    findings: Mapping[str, Sequence[Finding]],
    alike: ClassWorks | None = None,
    secret: Sequence[str] = (),
) -> list[StudentGroup]:
    """What is proposed for a criterion of kadai1."""
    asked: Criterion = next(one for one in kadai1().rubric if one.id == criterion)
    return propose(
        CriterionFindings(criterion=asked, assignment=kadai1(), findings=findings, secret=secret),
        alike,
        WORDS,
    )


def kinds(found: Sequence[StudentGroup]) -> list[tuple[GroupKind, tuple[str, ...]]]:
    """Who is in which kind of group."""
    return [(one.kind, one.students) for one in found]


def test_the_same_mistake_and_the_same_finding() -> None:
    """A mistake with a name is told by it, and not a second time as a finding."""
    found = groups(
        "program", {"A": [MISTAKE], "B": [MISTAKE], "C": [WRONG], "D": [WRONG], "E": [WRONG]}
    )
    assert kinds(found) == [
        (GroupKind.FINDING, ("C", "D", "E")),
        (GroupKind.LOOKALIKE, ("A", "B")),
    ]
    assert found[1].title.ja == "よくある間違い: すべて 0"
    assert found[1].title.en == "Common mistake: all zeros"
    assert len({one.name for one in found}) == 2


def test_cases_of_one_check_are_told_apart() -> None:
    """By the sentence with which their messages begin, where that is the same for all."""
    returned = replace(
        WRONG,
        check="RUN008",
        case="none",
        params={"inputs": {"ja": "2×2 の行列", "en": "2×2 matrices"}},
    )
    ragged = replace(returned, case="ragged")
    found = groups("program", {"A": [returned], "B": [returned], "C": [ragged], "D": [ragged]})
    titles = [one.title.en for one in found]
    assert len(set(titles)) == 2
    assert all(title.startswith("RUN008 ") and ": failed. " in title for title in titles)


def test_a_criterion_about_some_exercises() -> None:
    """Findings about others do not matter, and titles say which exercise it is."""
    (first,) = kadai1().exercises
    two = replace(kadai1(), exercises=(first, replace(first, id="other", entry="convolve")))
    elsewhere = replace(WRONG, subject="other")
    findings = {"A": [WRONG, elsewhere], "B": [WRONG], "C": [elsewhere]}
    title = {"ja": "積", "en": "Product"}
    criterion = Criterion(id="c", title=title, points=1, checks=("COR",), exercises=("matmul",))
    asked = CriterionFindings(criterion=criterion, assignment=two, findings=findings, secret=())
    (found,) = propose(asked, None, WORDS)
    assert found.students == ("A", "B")
    assert found.title.en.startswith("matmul: COR001 ")


@pytest.mark.parametrize(
    "findings",
    [
        pytest.param({"A": [WRONG]}, id="alone"),
        pytest.param({"A": [RIGHT], "B": [RIGHT]}, id="passed"),
        pytest.param({"A": [NO_GRAPH], "B": [NO_GRAPH]}, id="of another criterion"),
        pytest.param(
            {"A": [WRONG], "B": [replace(WRONG, verdict=Verdict.WAITING)]}, id="waits for a device"
        ),
        pytest.param({"A": [WRONG], "B": [replace(WRONG, verdict=Verdict.UNDECIDED)]}, id="other"),
    ],
)
def test_findings_that_are_no_group(findings: Mapping[str, Sequence[Finding]]) -> None:
    """Only what failed, is open or broken, matters for the criterion, and is shared."""
    assert groups("program", findings) == []


def claiming(*relations: Relation) -> ReportOutline:
    """A report that says how the time grows."""
    return replace(explains(), relations=relations)


def claim(exponent: float, standing: RelationStanding = RelationStanding.OWN) -> Relation:
    """A sentence about growth."""
    quote = Quote(text=f"n^{exponent:g}", page=1)
    return Relation(quote=quote, exponents=(exponent,), standing=standing)


def test_the_same_claim() -> None:
    """Who claims something else besides, or only quotes theory, is no member."""
    increases = Relation(quote=Quote(text="増える", page=1))
    reports = {
        "A": claiming(claim(3)),
        "B": claiming(increases, claim(3)),
        "C": claiming(claim(3), claim(2)),
        "D": claiming(claim(3, RelationStanding.ASIDE)),
        "E": claiming(claim(2)),
    }
    (found,) = groups("discussion", dict.fromkeys("ABCDE", ()), a_class({}, reports))
    assert (found.kind, found.students) == (GroupKind.CLAIM, ("A", "B"))
    assert found.title.en == "Claim in the report: n^3"


SAID = "図1のグラフから、実行時間はサイズの3乗に比例して増加していることが読み取れる。"


@pytest.mark.parametrize(
    ("other", "near"),
    [
        pytest.param(SAID, True, id="the same"),
        pytest.param(SAID.replace("グラフから", "グラフより"), True, id="a word"),
        pytest.param(SAID.replace("図1", "図１").replace("、", "，"), True, id="width"),
        pytest.param(SAID.replace("図1", "図2.1"), True, id="another figure"),
        pytest.param(SAID.replace("3乗", "2乗"), False, id="another power"),
        pytest.param(SAID.replace("している", "していない"), False, id="denied"),
        pytest.param(SAID.replace("増加", "減少"), False, id="the other way"),
        pytest.param("図1を見ると、点はほぼ一直線に並んでいる。", False, id="another"),
        pytest.param("サイズと実行時間の関係をグラフにする。", False, id="the task"),
    ],
)
def test_near_explanations(other: str, *, near: bool) -> None:
    """One decision may do for what says the same, never for what says the contrary."""
    alike = a_class({}, {"A": explains(SAID), "B": explains(other)})
    found = groups("discussion", {"A": (), "B": ()}, alike)
    assert kinds(found) == [(GroupKind.SENTENCE, ("A", "B"))] * near


def test_the_task_repeated_is_no_group() -> None:
    """What the assignment itself says is nobody's explanation."""
    text = "サイズと実行時間の間には〜という関係がある。"
    alike = a_class({}, {"A": explains(text), "B": explains(text)})
    assert groups("discussion", {"A": (), "B": ()}, alike) == []


def test_titles_tell_nobody() -> None:
    """A sentence with an id or a name in it is not quoted."""
    said = SAID.replace("図1", "24A1201 山田 太郎の図1")
    alike = a_class({}, {"A": explains(said), "B": explains(said)})
    for secret in ("24a1201", "山田太郎"):
        (found,) = groups("discussion", {"A": (), "B": ()}, alike, [secret])
        assert found.title.en == "Nearly the same explanation"


def test_near_programs() -> None:
    """Names and comments do not matter; who got another finding is not among them."""
    renamed = OWN_WAY.replace("row", "line").replace("# the columns", "#")
    wrong = OWN_WAY.replace("row[j] + factor", "row[j] - factor")
    alike = a_class({"A": OWN_WAY, "B": renamed, "C": wrong, "D": "print(1)\n", "E": OWN_WAY})
    found = groups("program", {"A": (), "B": (), "C": [WRONG], "D": (), "E": ()}, alike)
    assert kinds(found) == [(GroupKind.PROGRAM, ("A", "B", "E"))]
    assert groups("form", dict.fromkeys("ABCDE", ()), alike) == []


def test_a_criterion_that_names_no_checks_may_be_about_anything() -> None:
    """Programs, sentences and claims are proposed for it, and every finding."""
    report = replace(claiming(claim(3)), explanations=explains(SAID).explanations)
    alike = a_class({"A": OWN_WAY, "B": OWN_WAY}, {"A": report, "B": report})
    plain = Criterion(id="all", title={"ja": "全体", "en": "All of it"}, points=2)
    findings = {"A": [MISTAKE, NO_GRAPH], "B": [MISTAKE, NO_GRAPH]}
    asked = CriterionFindings(criterion=plain, assignment=kadai1(), findings=findings, secret=())
    assert [one.kind for one in propose(asked, alike, WORDS)] == [*GroupKind]


def test_a_chain_is_no_group() -> None:
    """A near B and B near C: C is not taken for A's sake, and nobody is in two groups."""
    assert [*together([(0, 1), (1, 2)])] == [(0, 1)]
    assert [*together([(0, 1), (1, 2), (0, 2), (2, 3)])] == [(0, 1, 2)]
    assert [*together([(4, 5), (0, 1), (1, 2), (2, 3)])] == [(1, 2), (4, 5)]


def test_near_pairs_are_those_of_every_comparison() -> None:
    """Looking up the rarest elements misses no pair."""
    sets = [frozenset(range(at, at + 10 + at % 7)) for at in range(0, 60, 2)]
    sets += [frozenset(range(0, 300, step)) for step in (2, 3, 4)] + [frozenset()]
    for least in (0.5, 0.8, 0.9):
        assert near_pairs(sets, least) == {
            (one, other): alike
            for other, theirs in enumerate(sets)
            for one, mine in enumerate(sets[:other])
            if (alike := dice(mine, theirs)) >= least
        }


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """Results of three students, two of whom got the same wrong."""
    desk = desk_in(tmp_path)
    with Store(desk.out, "kadai1") as store:
        for student, finding in zip(NAMES, (WRONG, RIGHT, WRONG), strict=True):
            grade_one(store, student, finding)
    return desk


@pytest.fixture
def get(desk: Desk) -> Iterator[Get]:
    """Asks for an address as somebody who has the token."""
    with opened_page(desk) as (_, ask):
        yield ask


def test_the_answer_names_nobody(get: Get) -> None:
    """Groups come as JSON by handle, the same at each request; an unknown criterion is none."""
    answer = get("/criterion/program/groups")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    finding = [one for one in answer.json or () if one["kind"] == "finding"]
    assert [len(one["students"]) for one in finding] == [2]
    assert set(finding[0]) == {"kind", "name", "title", "students"}
    assert set(finding[0]["title"]) == {"ja", "en"}
    assert not any(student in answer.text for student in (*NAMES, *NAMES.values()))
    assert "Retry-After" not in answer.headers
    assert get("/criterion/program/groups").data == answer.data
    assert get("/criterion/nothing/groups").status_code == 404


def test_a_page_without_the_folder_says_so(get: Get, desk: Desk) -> None:
    """Programs cannot be compared then; the words of caution stand there, and a sentence."""
    page = get("/neighbours").text
    assert "Similarity is not evidence of misconduct." in page
    assert "似ていることは、不正の証拠ではありません。" in page
    assert "the graded folder is unknown" in page
    with Store(desk.out, "kadai1") as store:
        store.keep_folder(desk.out / "gone")
    assert "gone" in get("/neighbours").text


def test_files_that_changed_are_left_out(get: Get, desk: Desk) -> None:
    """What lies in the folder now is not what was graded: nobody is compared by it."""
    for student in NAMES:
        folder = desk.course.root / "inbox" / student
        folder.mkdir(parents=True)
        (folder / "kadai1.py").write_text(OWN_WAY, encoding="utf-8")
    with Store(desk.out, "kadai1") as store:
        store.keep_folder(desk.course.root / "inbox")
    page = get("/neighbours").text
    assert "again to include them" in page
    assert "their files changed after grading: 3." in page
    assert "blocks(n, 16)" not in page


def test_marking_compares_nothing_anew(desk: Desk) -> None:
    """What people decide leaves the comparison as it is; new evidence does not."""
    live = LiveGradebook(desk, b"secret")
    comparing = Comparing(live)
    comparing.ask(live.state(), 0)  # whoever does not wait goes away without an answer
    before = live.state()
    first = comparing.ask(before, 60)
    assert first is not None
    assert [work.student for work in first.alike.works] == sorted(NAMES)
    student = min(NAMES)
    live.decide([Wish(student=student, criterion="form", points=1, reason="", basis="")], "TA")
    assert live.state().stamp != before.stamp
    assert comparing.ask(live.state(), 60) is first
    with Store(desk.out, "kadai1") as store:
        sheet = store.sheet(student)
        assert sheet is not None
        evidence = full_evidence(student, key="sha256:2")
        store.save(evidence, sheet, reusable=True)
    assert comparing.ask(live.state(), 60) is not first
    live.close()

"""What a person says with --assign, and says otherwise later."""

import json
from datetime import timedelta
from pathlib import Path

import pytest

from grader.model.errors import IntakeError
from grader.wording import say
from tests.lms.collecting.downloads import MOODLE, NOON, PROGRAM, names, roster, tree, worksheet
from tests.lms.collecting.lab import HANAKO, NEWER, TARO, Lab
from tests.lms.collecting.test_collecting import run
from tests.wording.worded import in_japanese

LABEL = "山田 次郎_31299"
WAITING = f"{LABEL}{MOODLE}kadai1.py"
LATER = NOON + timedelta(hours=1)


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    """A course."""
    return Lab(tmp_path)


def collect_again(lab: Lab, path: Path, *, to: str) -> list[str]:
    """Collects again with a word on the label; returns what lies there then."""
    run(lab.folder, path, roster=lab.roster, assign={LABEL: to})
    return names(lab.target)


def test_a_wrong_word_is_changed_and_taken_back(lab: Lab) -> None:
    """The files follow, in any order, and end where one word would have put them."""
    path = lab.download({WAITING: PROGRAM, f"{TARO}kadai1.py": NEWER})
    mine = "24A1201/kadai1.py"
    assert collect_again(lab, path, to="24A1203") == [mine, "24A1203/kadai1.py"]
    straight = tree(lab.target)
    assert collect_again(lab, path, to="24A1202") == [mine, "24A1202/kadai1.py"]
    assert collect_again(lab, path, to="") == [f".unassigned/{LABEL}/kadai1.py", mine]
    result = run(lab.folder, path, roster=lab.roster)
    assert [one.label for one in result.collection.unassigned] == [LABEL]
    assert result.collection.assigned == {}
    assert result.collection.not_submitted == ("24A1202", "24A1203")
    assert collect_again(lab, path, to="24A1203") == [mine, "24A1203/kadai1.py"]
    assert tree(lab.target)["collected.json"][0] == straight["collected.json"][0]


def test_the_download_need_not_hold_it_any_more(lab: Lab) -> None:
    """What was assigned before is found by its digests; the other student's stays."""
    run(lab.folder, lab.download({WAITING: PROGRAM, f"{HANAKO}kadai1.py": "x"}), roster=lab.roster)
    other = lab.download({f"{TARO}kadai1.py": NEWER})
    assert "24A1203/kadai1.py" in collect_again(lab, other, to="24A1203")
    for to in ("24A1203", ""):
        collect_again(lab, other, to=to)
    assert f".unassigned/{LABEL}/kadai1.py" in names(lab.target)
    assert "24A1202/kadai1.py" in names(lab.target)
    assert lab.read("24A1201/kadai1.py") == NEWER


def test_later_versions_move_too(lab: Lab) -> None:
    """What came under the label after the word was said is under it as well."""
    collect_again(lab, lab.download({WAITING: PROGRAM}), to="24A1203")
    run(lab.folder, lab.download({WAITING: NEWER}, LATER), roster=lab.roster)
    other = lab.download({f"{TARO}kadai1.py": PROGRAM})
    found = collect_again(lab, other, to="24A1202")
    assert "24A1202/kadai1.py" in found
    assert lab.read("24A1202/kadai1.py") == NEWER
    assert not [name for name in found if name.startswith("24A1203")]


def test_what_a_person_edited_goes_along(lab: Lab) -> None:
    """The folder moves as a whole."""
    path = lab.download({WAITING: PROGRAM})
    collect_again(lab, path, to="24A1203")
    (lab.target / "24A1203/kadai1.py").write_text("mended", encoding="utf-8")
    assert collect_again(lab, path, to="24A1202") == ["24A1202/kadai1.py"]
    assert lab.read("24A1202/kadai1.py") == "mended"


def test_what_was_assigned_to_a_full_folder_is_not_lost_with_it(lab: Lab) -> None:
    """Nothing of the student's own work goes because something else is taken back."""
    stray = lab.download({f"{HANAKO}kadai1.py": "x", "memo.txt": "whose?"})
    own = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, stray, own, roster=lab.roster, assign={"memo.txt": "24A1201"})
    assert lab.read("24A1201/memo.txt") == "whose?"
    before = tree(lab.target)
    with pytest.raises(IntakeError, match="also has files of another download") as error:
        run(lab.folder, stray, roster=lab.roster, assign={"memo.txt": "24A1203"})
    assert "ほかのダウンロード" in in_japanese(error.value)
    assert tree(lab.target) == before
    run(lab.folder, stray, own, roster=lab.roster, assign={"memo.txt": "24A1203"})
    assert lab.read("24A1203/memo.txt") == "whose?"
    assert not (lab.target / "24A1201/memo.txt").exists()
    assert lab.read("24A1201/kadai1.py") == PROGRAM


def test_what_waited_is_added_to_what_was_collected_before(lab: Lab) -> None:
    """The word says that they belong together, although one came in another download."""
    own = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, own, roster=lab.roster)
    stray = lab.download({f"{HANAKO}kadai1.py": "x", "memo.txt": "mine"})
    for path, words in ((stray, {"memo.txt": "24A1201"}), (stray, {}), (own, {}), (own, {})):
        run(lab.folder, path, roster=lab.roster, assign=words)
        assert lab.read("24A1201/kadai1.py") == PROGRAM
        assert lab.read("24A1201/memo.txt") == "mine"


@pytest.mark.parametrize(
    ("to", "english", "japanese"),
    [
        ("99X", "99X does not match the student IDs of this course .*; similar: -", "学籍番号の形"),
        ("24A1204", "24A1204 is not on the roster; similar: 24A120", "名簿にありません"),
        ("24A1201", "24A1201 already has a submission", "すでに提出物があります"),
    ],
)
def test_whom_it_cannot_be_given_to(lab: Lab, to: str, english: str, japanese: str) -> None:
    """An id of another form, one that nobody has, and one of a person with other work."""
    path = lab.download({WAITING: PROGRAM, f"{TARO}kadai1.py": NEWER})
    run(lab.folder, path, roster=lab.roster)
    for _ in range(2):
        before = tree(lab.target)
        with pytest.raises(IntakeError, match=english) as error:
            collect_again(lab, path, to=to)
        assert japanese in in_japanese(error.value)
        assert tree(lab.target) == before
        assert "24A1203/kadai1.py" in collect_again(lab, path, to="24A1203")
        with pytest.raises(IntakeError, match=english):
            collect_again(lab, path, to=to)
        collect_again(lab, path, to="")


@pytest.mark.parametrize("to", ["24A1203", "２４ａ１２０３", "24a1203"])
def test_whom_it_can_be_given_to(lab: Lab, to: str) -> None:
    """Somebody of the roster, however wide the id is typed."""
    path = lab.download({WAITING: PROGRAM})
    assert collect_again(lab, path, to=to) == ["24A1203/kadai1.py"]


def test_ones_own_second_account_is_taken(lab: Lab) -> None:
    """The name is that student's, and nobody else's on the roster; it is said."""
    other = f"山田 太郎_31298{MOODLE}more.py"
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    run(lab.folder, path, roster=lab.roster)
    run(lab.folder, lab.download({other: NEWER}), roster=lab.roster)
    words = {"山田 太郎_31298": "24A1201"}
    result = run(lab.folder, path, roster=lab.roster, assign=words)
    assert {"24A1201/kadai1.py", "24A1201/more.py"} < {*names(lab.target)}
    assert any(
        "already had a submission; the two were merged" in str(one) for one in result.warnings
    )


def test_without_a_roster_a_stranger_is_told(lab: Lab) -> None:
    """Nobody knows better than the person, who may have mistyped."""
    path = lab.download({f"{TARO}kadai1.py": PROGRAM})
    result = run(lab.folder, path, assign={"山田 太郎_31201": "24A1209"})
    assert names(lab.target) == ["24A1209/kadai1.py"]
    assert any(
        "24A1209 is neither on the roster nor in a table" in str(one) for one in result.warnings
    )


def test_a_label_that_nobody_has_is_answered_with_those_there_are(lab: Lab) -> None:
    """Those who wait, and those that were assigned."""
    path = lab.download({WAITING: PROGRAM, f"山田 三郎_31298{MOODLE}kadai1.py": NEWER})
    collect_again(lab, path, to="24A1203")
    with pytest.raises(IntakeError) as error:
        run(lab.folder, path, roster=lab.roster, assign={"?": "24A1203"})
    said = in_japanese(error.value)
    assert "山田 三郎_31298" in said
    assert f"{LABEL}=24A1203" in said
    assert "unassigned submission" not in said


def test_two_of_one_name_are_put_right_at_once(lab: Lab) -> None:
    """Given to each other's folders, they change places; one is never added to the other."""
    twins = roster(lab.folder / "twins.csv", [("24A1206", "田中 実"), ("24A1207", "田中 実")])
    files = {f"田中 実_{number}{MOODLE}kadai1.py": str(number) for number in (31206, 31207)}
    path = lab.download(files)

    def assign(one: str, other: str) -> None:
        words = {"田中 実_31206": one, "田中 実_31207": other}
        run(lab.folder, path, roster=twins, assign=words)

    assign("24A1207", "24A1206")
    for _ in range(2):
        assign("24A1206", "24A1207")
        assert lab.read("24A1206/kadai1.py") == "31206"
        assert lab.read("24A1207/kadai1.py") == "31207"
        document = json.loads(lab.read("collected.json"))
        found = {one["student"]: one["who"]["participant"] for one in document["students"]}
        assert found == {"24A1206": "31206", "24A1207": "31207"}
    with pytest.raises(IntakeError, match="24A1206 already has a submission"):
        assign("24A1206", "24A1206")
    assert names(lab.target) == ["24A1206/kadai1.py", "24A1207/kadai1.py"]


def test_a_table_that_says_otherwise_is_told(lab: Lab) -> None:
    """The word stands, and nobody drops out of both lists."""
    path = lab.download({WAITING: PROGRAM})
    collect_again(lab, path, to="24A1203")
    row = ("31299", "佐藤 花子", "x@example.ac.jp", "2025年 04月 16日(水曜日) 21:05")
    sheet = worksheet(lab.folder / "評定.csv", [row])
    result = run(lab.folder, path, sheet, roster=lab.roster)
    assert names(lab.target) == ["24A1203/kadai1.py"]
    assert result.collection.not_submitted == ("24A1201", "24A1202")
    assert not result.collection.is_missing("24A1202")
    (said,) = result.warnings
    assert f"--assign '{LABEL}=24A1202'" in say(said, "ja")
    result = run(lab.folder, path, sheet, roster=lab.roster, assign={LABEL: "24A1202"})
    assert (names(lab.target), result.warnings) == (["24A1202/kadai1.py"], ())


def test_who_stood_there_under_the_name_of_the_lms_waits_with_a_roster(lab: Lab) -> None:
    """Nobody knew better then; what a person said meanwhile stays."""
    path = lab.download({WAITING: PROGRAM, f"{TARO}kadai1.py": NEWER})
    run(lab.folder, path)
    assert f"{LABEL}/kadai1.py" in names(lab.target)
    for paths in ([lab.download({f"{HANAKO}kadai1.py": "x"})], [path], [path]):
        result = run(lab.folder, *paths, roster=lab.roster)
        assert [one.label for one in result.collection.unassigned] == [LABEL]
        assert "24A1201/kadai1.py" in names(lab.target)


def test_a_table_parts_two_people_that_a_wrong_word_put_together(lab: Lab) -> None:
    """Which 田中 is which, the worksheet knows by mail; the word would mix them."""
    twins = lab.folder / "twins.csv"
    lines = ["学籍番号,氏名,メールアドレス"]
    lines += [f"24A120{n},田中 実,x{n}@example.ac.jp" for n in (6, 7)]
    twins.write_text("\n".join(lines), encoding="utf-8")
    files = {f"田中 実_{number}{MOODLE}kadai1.py": str(number) for number in (31206, 31207)}
    path = lab.download(files)
    run(lab.folder, path, roster=twins, assign={"田中 実_31206": "24A1207"})
    assert lab.read("24A1207/kadai1.py") == "31206"
    at = "2025年 04月 16日(水曜日) 21:05"
    rows = [(f"3120{n}", "田中 実", f"x{n}@example.ac.jp", at) for n in (6, 7)]
    sheet = worksheet(lab.folder / "評定.csv", rows)
    (said,) = run(lab.folder, path, sheet, roster=twins).warnings
    assert "24A1206 のものとしました" in say(said, "ja")
    for _ in range(2):
        assert lab.read("24A1206/kadai1.py") == "31206"
        assert lab.read("24A1207/kadai1.py") == "31207"
        assert names(lab.target) == ["24A1206/kadai1.py", "24A1207/kadai1.py"]
        assert run(lab.folder, path, sheet, roster=twins).warnings == ()

"""The figures of the page, of the command and of a count of our own are the same."""

import json
import re
from collections.abc import Iterator, Mapping
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from grader.gradebook.desk import Desk
from grader.review.fair.formulas import quadratic_kappa
from grader.review.page import open_server
from tests.commands.conftest import Say, say
from tests.conftest import Once
from tests.review.fair.marked_class import SECRET, graded_class, mark_all, open_desk
from tests.review.page.served import Client, copy_class

__all__ = ["say"]
COUNT = 60
FIGURE = re.compile(r'<span data-figure="([^"]+)">(.*?)</span>(?: <svg|</td>)', re.DOTALL)


@pytest.fixture(scope="session")
def marked(once: Once) -> Path:
    """A class of sixty, marked by two people; nobody changes it."""

    def make(folder: Path) -> None:
        mark_all(graded_class(folder, COUNT), COUNT)

    return once("marked-class", make)


def counted(desk: Desk) -> dict[str, Any]:
    """The figures, counted again."""
    from tests.review.fair.recount import recount  # it imports scipy.stats, which takes a second

    assignment = desk.course.root / "assignments" / "kadai1" / "assignment.toml"
    return recount(assignment, desk.out / "grader.sqlite")


def told(say: Say, desk: Desk) -> Any:
    """The figures as the command tells them."""
    order = ("review", "kadai1", "--course", desk.course.root, "-o", desk.out)
    said = say(*order, "--fairness", "--json")
    assert said.code == 0, said.err
    return said.document["fairness"]


def flat(figures: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every number with its place."""
    if isinstance(figures, Mapping):
        for name, inner in figures.items():
            yield from flat(inner, f"{key}.{name}".strip("."))
    else:
        yield key, figures


def same(one: object, other: object) -> bool:
    """Whether two answers are the same, but for the last digits."""
    if isinstance(one, float) and isinstance(other, float | int):
        return one == pytest.approx(other, rel=1e-9, abs=1e-9)
    return one == other


def page_of(desk: Desk) -> dict[str, str]:
    """What stands on the page, by the place of the figure; in English."""
    with open_server(desk, SECRET) as server:
        page = Client(server.address).get("/fairness").text
    assert page.count("<svg") > 10
    found = {}
    for key, text in FIGURE.findall(page):
        english = re.search(r"<span lang=en>(.*?)</span>", text)
        found[unescape(key)] = unescape(english[1] if english else text)
    return found


def percent(number: Any, sign: str = "") -> str:
    """A share in percent; what lies between two is the even one."""
    return f"{round(100 * number, 9):{sign}.0f} %".replace("-", "\u2212")


def written(key: str, figures: Mapping[str, Any]) -> str:
    """A figure as a person would write it."""
    place, _, name = key.rpartition(".")
    near = {field: figures.get(f"{place}.{field}") for field in ("low", "high", "n", "rest_n")}
    if name == "interval":
        return f"{percent(near['low'])} – {percent(near['high'])}"
    number = figures[key]
    text = percent(number)
    match name:
        case "n":
            text = str(number)
        case "kappa":
            text = f"{number:.2f}"
        case "discrimination":
            text = f"{number:.2f} (n = {near['rest_n']})"
        case "difference" if key.startswith("agreement"):
            text = f"{number:+.2f}"
        case "difference":
            around = f"[{percent(near['low'], '+')}, {percent(near['high'], '+')}]"
            text = f"{percent(number, '+')} {around}"
        case "mean" if key.startswith("format"):
            text = f"{percent(number)} (n = {near['n']})"
    return text.replace("-", "\u2212")


def test_all_figures_come_out_again(marked: Path, say: Say) -> None:
    """With other libraries, from the rows of the file: in the command's JSON and on the page."""
    desk = open_desk(marked)
    own, document = dict(flat(counted(desk))), dict(flat(told(say, desk)))
    assert own.keys() == document.keys()
    assert [key for key in own if not same(document[key], own[key])] == []
    assert own["agreement.discussion.n"] == 20
    assert own["leniency.discussion.random"] is True
    assert own["leniency.form.random"] is False
    assert own["leniency.form.people.佐藤TA.n"] == 15
    assert own["order.discussion.n"] == 30
    assert "order.form.n" not in own  # all at one moment
    page = page_of(desk)
    assert len(page) > 40
    assert {key: text for key, text in page.items() if written(key, own) != text} == {}
    shown = {key.rpartition(".")[0] for key in page}
    hidden = {key.rpartition(".")[0] for key in own if "." in key} - shown
    assert all(own.get(f"{key}.passed", 1) in (1, None) for key in hidden), hidden


def test_settling_a_difference_is_no_mark(marked: Path, tmp_path: Path, say: Say) -> None:
    """It changes points, and what criteria tell of students; not how two people agree."""
    desk = copy_marked(marked, tmp_path)
    before = told(say, desk)
    with open_server(desk, SECRET, by="教員") as server:
        client = Client(server.address)
        page = client.get("/parts").text
        decisions = re.findall(r'data-decide="([^"]+)"', page)
        assert decisions
        sent = json.loads(unescape(decisions[1]))
        answer = client.post("/decide", {"by": "教員", "decisions": [sent]})
        assert answer.status == 200, answer.text
        assert client.get("/parts").text.count("data-decide=") == len(decisions) - 2
        assert client.award(sent["student"])["by"] == "教員"
    after = told(say, desk)
    assert after["agreement"] == before["agreement"]
    assert after["leniency"] == before["leniency"]
    assert after["criteria"] != before["criteria"]
    own, document = dict(flat(counted(desk))), dict(flat(after))
    assert [key for key in own if not same(document[key], own[key])] == []


def copy_marked(marked: Path, folder: Path) -> Desk:
    """The class, to be changed."""
    copy_class(marked, folder / "class")
    return open_desk(folder / "class")


def test_few_students_have_no_figures(tmp_path: Path, say: Say) -> None:
    """Of nine students nothing is told but that they are too few, in either language."""
    desk = graded_class(tmp_path, 9)
    mark_all(desk, 9)
    figures = dict(flat(told(say, desk)))
    numbers = [key for key, each in figures.items() if each is not None]
    assert all(key == "fewest" or key.endswith(".random") for key in numbers)
    assert figures == dict(flat(counted(desk)))
    with open_server(desk, SECRET) as server:
        page = Client(server.address).get("/fairness").text
    assert "fewer than ten" in page
    assert "10 人 (件) 未満" in page
    assert "<svg" not in page
    assert not re.search(r"\d %", re.sub(r"95 %", "", page))
    order = ("review", "kadai1", "--course", desk.course.root, "-o", desk.out)
    said = say(*order, "--fairness", "--lang", "en")
    assert "fewer than ten" in said.out
    assert not re.search(r"\d %", said.out)


def test_kappa_of_a_known_table() -> None:
    """Of a table of 2 x 2 it is Cohen's plain one; where all marks are the same it is undefined."""
    table = {(0.0, 0.0): 20, (0.0, 1.0): 5, (1.0, 0.0): 10, (1.0, 1.0): 15}
    pairs = [pair for pair, count in table.items() for _ in range(count)]
    assert quadratic_kappa(pairs) == pytest.approx(0.4)  # (0.7 - 0.5) / (1 - 0.5)
    assert quadratic_kappa([(1.5, 1.5)] * 12) is None
    assert quadratic_kappa([(0.1, 0.1)] * 12) is None
    assert quadratic_kappa([(0.0, 2.0), (2.0, 0.0)]) == pytest.approx(-1)

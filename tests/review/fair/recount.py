"""Computes every figure of the fairness page again, from the file of the store and the assignment.

It imports nothing of grader: rows by sqlite3, formulas by numpy, pandas and scipy. What grader
imagines a mark, a part or a sample to be is written down here a second time, from the page of the
documentation.

python -m tests.review.fair.recount ASSIGNMENT.TOML GRADER.SQLITE
"""

import json
import sqlite3
import sys
import tomllib
import unicodedata
import zlib
from collections import defaultdict
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from scipy import stats

TAKEN_BACK = -1.0
FEW = 10


def recount(assignment: Path, store: Path) -> dict[str, Any]:
    """Gives the figures in the form of `grader review --fairness --json`."""
    rubric = tomllib.loads(assignment.read_text(encoding="utf-8"))["rubric"]
    with closing(sqlite3.connect(store)) as connection:
        decided = pd.DataFrame(
            connection.execute(
                "SELECT student, criterion, points, decided_by, decided_at FROM decided ORDER BY id"
            ),
            columns=["student", "criterion", "points", "by", "at"],
        )
        noted = connection.execute(
            "SELECT kind, student, key, text, noted_at FROM noted ORDER BY id"
        ).fetchall()
        sheets = {
            student: json.loads(zlib.decompress(sheet))
            for student, sheet in connection.execute("SELECT student, sheet FROM derived")
        }
        evidence = {
            student: json.loads(zlib.decompress(text))
            for student, text in connection.execute("SELECT student, evidence FROM observed")
        }
    decided["at"] = [datetime.fromisoformat(at) for at in decided["at"]]
    latest: dict[str, dict[tuple[str, str], tuple[Any, datetime]]] = defaultdict(dict)
    for kind, student, key, text, at in noted:
        said = json.loads(text) if text else None
        latest[kind][student, key] = (said, datetime.fromisoformat(at))
    parts = {about: said for about, (said, _) in latest["review.parts"].items() if said}
    seconds = {about: each for about, each in latest["review.second"].items() if each[0]}
    most = {line["id"]: line["points"] for line in rubric}
    marks, compared = _marks(decided, seconds, most)
    awards = _awards(sheets, decided, rubric)
    total = awards.dropna().sum(axis="columns")
    checks_of = {line["id"]: tuple(line.get("checks", ())) for line in rubric}
    kinds = {
        student: {"docx": "word", "pdf": "pdf"}.get(record["records"]["reports"]["data"]["kind"])
        for student, record in evidence.items()
    }
    return {
        "fewest": FEW,
        "agreement": _agreement(marks, seconds, compared),
        "leniency": _leniency(marks, parts, most),
        "order": _order(marks, most),
        "format": _formats(awards, total, kinds, most, checks_of),
        "criteria": {
            name: _item("difficulty", awards[name] / most[name], awards[name], total - awards[name])
            for name in awards.columns
        },
        "checks": _checks(sheets, awards, checks_of),
    }


def _person(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).split()).casefold()


def _marks(
    decided: pd.DataFrame, seconds: dict[Any, Any], most: dict[str, float]
) -> tuple[pd.DataFrame, dict[Any, datetime]]:
    """What the first person said of each work, as they left it before both marks were compared."""
    sets: dict[Any, list[Any]] = defaultdict(list)
    for (_, criterion), (said, at) in seconds.items():
        sets[_person(said["person"]), criterion].append((said["points"], at))
    compared = {
        about: max(at for _, at in sets[_person(said["person"]), about[1]])
        for about, (said, _) in seconds.items()
        if all(points is not None for points, _ in sets[_person(said["person"]), about[1]])
    }
    rows = []
    for (student, criterion), log in decided.groupby(["student", "criterion"], sort=False):
        about = (str(student), str(criterion))
        other = _person(seconds[about][0]["person"]) if about in seconds else None
        own = log[[_person(by) != other for by in log["by"]]]
        own = own[own["points"].between(0, most[about[1]]) | (own["points"] == TAKEN_BACK)]
        mark: Any = None
        for place, row in own.iterrows():
            if mark and about in compared and row["at"] > max(compared[about], mark["began"]):
                break
            if mark is None and row["points"] != TAKEN_BACK:
                mark = {**row, "began": row["at"], "place": place}
            elif mark and _person(row["by"]) == _person(mark["by"]):
                mark = None if row["points"] == TAKEN_BACK else {**mark, "points": row["points"]}
        if mark is not None:
            rows.append(mark)
    return pd.DataFrame(rows), compared


def _awards(
    sheets: dict[str, Any], decided: pd.DataFrame, rubric: list[dict[str, Any]]
) -> pd.DataFrame:
    points = {
        student: {award["criterion"]: award["points"] for award in sheet["awards"]}
        for student, sheet in sheets.items()
    }
    for _, row in decided.iterrows():  # the last one counts
        points[row["student"]][row["criterion"]] = row["points"]
    table = pd.DataFrame.from_dict(points, orient="index", dtype=float)
    return table[[line["id"] for line in rubric]]


def _agreement(
    marks: pd.DataFrame, seconds: dict[Any, Any], compared: dict[Any, datetime]
) -> dict[str, Any]:
    pairs = defaultdict(list)
    for _, mark in marks.iterrows():
        about = (mark["student"], mark["criterion"])
        if about in compared:
            pairs[about[1]].append((mark["points"], seconds[about][0]["points"]))
    return {name: _compared(np.array(own)) for name, own in pairs.items()}


def _compared(own: Any) -> dict[str, Any]:
    if len(own) < FEW:
        return dict.fromkeys(("n", "exact", "kappa", "difference"))
    # Cohen's table of categories with quadratic weights, written out.
    categories = np.unique(own)
    observed = np.zeros((len(categories), len(categories)))
    for first, second in own:
        observed[np.searchsorted(categories, first), np.searchsorted(categories, second)] += 1
    observed /= len(own)
    expected = np.outer(observed.sum(axis=1), observed.sum(axis=0))
    weights = (categories[:, None] - categories[None, :]) ** 2
    chance = (weights * expected).sum()
    return {
        "n": len(own),
        "exact": float(np.mean(np.abs(own[:, 0] - own[:, 1]) < 6e-5)),
        "kappa": float(1 - (weights * observed).sum() / chance) if chance > 1e-12 else None,
        "difference": float(np.mean(own[:, 1] - own[:, 0])),
    }


def _mean(values: Any) -> dict[str, Any]:
    if len(values) < FEW:
        return dict.fromkeys(("n", "mean", "low", "high"))
    mean, error = np.mean(values), stats.sem(values)
    low, high = (
        stats.t.interval(0.95, len(values) - 1, loc=mean, scale=error) if error else (mean, mean)
    )
    return {"n": len(values), "mean": float(mean), "low": float(low), "high": float(high)}


def _change(values: Any, others: Any) -> dict[str, Any]:
    if min(len(values), len(others)) < FEW:
        return dict.fromkeys(("difference", "low", "high"))
    found = stats.ttest_ind(values, others, equal_var=False)
    interval = found.confidence_interval(0.95)
    difference = float(np.mean(values) - np.mean(others))
    return {"difference": difference, "low": float(interval.low), "high": float(interval.high)}


def _leniency(marks: pd.DataFrame, parts: dict[Any, Any], most: dict[str, float]) -> dict[str, Any]:
    found = {}
    for criterion, own in marks.groupby("criterion", sort=False):
        shared = {
            student: _person(part["person"])
            for (student, name), part in parts.items()
            if name == criterion and part["way"] == "random"
        }
        random = len({*shared.values()}) > 1
        if random:
            keep = [shared.get(row["student"]) == _person(row["by"]) for _, row in own.iterrows()]
            counting = own[keep]
        else:
            counting = own
        people = {
            by: _mean((rows["points"] / most[str(criterion)]).to_numpy())
            for by, rows in counting.groupby("by")
        }
        found[str(criterion)] = {"random": random, "people": people}
    return found


def _order(marks: pd.DataFrame, most: dict[str, float]) -> dict[str, Any]:
    found = {}
    for criterion, own in marks.groupby("criterion", sort=False):
        begin: list[float] = []
        end: list[float] = []
        for _, rows in own.groupby("by"):
            alone = rows[~rows["began"].duplicated(keep=False)].sort_values(["began", "place"])
            shares = (alone["points"] / most[str(criterion)]).to_list()
            half = len(shares) // 2
            begin += shares[:half]
            end += shares[len(shares) - half :] if half else []
        if begin:
            few = len(begin) < FEW
            found[str(criterion)] = {
                "n": None if few else len(begin),
                "first": None if few else float(np.mean(begin)),
                "last": None if few else float(np.mean(end)),
                **_change(end, begin),
            }
    return found


def _formats(
    awards: pd.DataFrame,
    total: pd.Series,
    kinds: dict[str, str | None],
    most: dict[str, float],
    checks_of: dict[str, tuple[str, ...]],
) -> dict[str, Any]:
    def sides(shares: pd.Series) -> dict[str, Any]:
        word, pdf = (
            shares[[kinds[student] == kind for student in shares.index]] for kind in ("word", "pdf")
        )
        return {"word": _mean(word), "pdf": _mean(pdf), **_change(pdf, word)}

    by_criterion = {
        name: sides((awards[name] / most[name]).dropna())
        for name in awards.columns
        if not checks_of[name]
    }
    return {"criteria": by_criterion, "total": sides(total / sum(most.values()))}


def _item(name: str, shares: pd.Series, item: pd.Series, rest: pd.Series) -> dict[str, Any]:
    shares = shares.dropna()
    both = pd.DataFrame({"item": item, "rest": rest}).dropna().astype(float)
    few, few_rest = len(shares) < FEW, len(both) < FEW
    varied = np.ptp(both["item"]) > 0 and np.ptp(both["rest"]) > 0 if len(both) else False
    return {
        "n": None if few else len(shares),
        name: None if few else float(shares.mean()),
        "rest_n": None if few_rest else len(both),
        "discrimination": None
        if few_rest or not varied
        else float(np.corrcoef(both["item"], both["rest"])[0, 1]),
    }


def _checks(
    sheets: dict[str, Any], awards: pd.DataFrame, checks_of: dict[str, tuple[str, ...]]
) -> dict[str, Any]:
    said: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for student, sheet in sheets.items():
        for finding in sheet["findings"]:
            said[finding["check"]][student].add(finding["verdict"])
    whole = awards.dropna()
    found = {}
    for code, by_student in said.items():
        passed = pd.Series(
            {
                student: float("failed" not in verdicts)
                for student, verdicts in by_student.items()
                if "failed" in verdicts or verdicts == {"passed"}
            },
            dtype=float,
        )
        if passed.empty:
            continue
        others = [
            name
            for name in awards.columns
            if not any(code.startswith(prefix) for prefix in checks_of[name])
        ]
        found[code] = _item("passed", passed, passed, whole[others].sum(axis="columns"))
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(recount(Path(sys.argv[1]), Path(sys.argv[2])), ensure_ascii=False))

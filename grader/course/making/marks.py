"""How the points of a new assignment are shared out, and what its report has to hold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grader.course.making.exercises import Drafted, Table
from grader.course.making.texts import NAMES, texts
from grader.course.toml_source import read_toml
from grader.model.course import Course
from grader.model.errors import CourseError

PROGRAM = ("INT", "POL", "RUN", "COR")
OF_REPORT = 4  # parts of the points: two are the programs', one the discussion's, one the form's
STEP = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One line of the marking scheme, with who decides it in words."""

    table: Mapping[str, Any]
    decided: Mapping[str, str]

    @property
    def points(self) -> float:
        """Is what it gives."""
        return float(self.table["points"])


def draft_rubric(
    exercises: Sequence[Drafted], points: float, *, report: bool
) -> tuple[Criterion, ...]:
    """Shares the points out: to the programs, or half to them and half to the report."""
    words = texts()["rubric"]
    part = points / OF_REPORT // STEP * STEP if report else 0.0
    shares = _shares(points - 2 * part, len(exercises))
    criteria = [_of_program(*pair) for pair in zip(exercises, shares, strict=True)]
    if report:
        criteria += [_of_report(words[name], name, part) for name in ("discussion", "form")]
    return tuple(criteria)


def _shares(points: float, count: int) -> list[float]:
    """Divides into whole or half points, finer only where there are too few; the first get more."""
    step = STEP
    while points / step < count:
        step /= 2
    each, rest = divmod(round(points / step), count)
    return [step * (each + (place < rest)) for place in range(count)]


def _of_program(exercise: Drafted, points: float) -> Criterion:
    words = texts()["rubric"]["program"]
    name = NAMES[exercise.backend]
    title = {lang: words[lang].format(entry=exercise.entry, backend=name) for lang in ("ja", "en")}
    return Criterion(
        table={
            "id": exercise.id,
            "title": title,
            "points": points,
            "checks": list(PROGRAM),
            "exercises": [exercise.id],
        },
        decided=words["decided"],
    )


def _of_report(words: Table, name: str, points: float) -> Criterion:
    kinds = {key: list(words[key]) for key in ("checks", "evidence") if key in words}
    title = {lang: words[lang] for lang in ("ja", "en")}
    table = {"id": f"report_{name}", "title": title, "points": points, **kinds}
    return Criterion(table=table, decided=words["decided"])


def draft_report(course: Course, exercises: Sequence[Drafted]) -> dict[str, Any]:
    """Asks for what another report of the course has to hold, in the words found there.

    Phrases that only repeat a task are of that task, and are left out.
    """
    found = dict(next(_reports(course), texts()["report"]))
    found.pop("backends", None)
    found.pop("task", None)
    backends = list(dict.fromkeys(one.backend.value for one in exercises))
    if len(backends) > 1:
        found = {"backends": backends, **found}
    return {**found, "relation": len(backends) == 1}


def _reports(course: Course) -> Any:
    for path in sorted((course.root / "assignments").glob("*/assignment.toml")):
        try:
            report = read_toml(path, path.parent.name).document.get("report")
        except CourseError:
            continue
        if isinstance(report, dict) and report.get("chapter"):
            yield report

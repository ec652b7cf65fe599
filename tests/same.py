"""What must stay the same while the house is rebuilt, as one file that two runs can be compared by.

    make same              compares this tree with tests/data/same.txt.xz
    make same-record       writes that file anew, after a change of verdict that was meant
    make same PARTS="demo cases" KEEP=/tmp/now

Everything goes through the commands, so that nothing inside is held on to. A part is recorded
twice; what differs between the two runs (times, mostly) is left out. `KEEP` names a folder for the
results themselves, to look at where a hash differs. Decimals are compared by five digits: the last
ones of single precision are those of the processor; keys of evidence are left out.

    examples   verdict, points, sentences and places of every example of every assignment
    rules      the same of the small programs in tests/data/policy and tests/data/lifting
    demo       the demo classes: sheets in both languages, gradebooks, the text of every page
    doors      the JSON and CSV that other programs read: check, inspect, collect, export
    cases      how many cases every test function has: none may be lost on a move
"""

import hashlib
import html
import json
import lzma
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
RECORD = ROOT / "tests" / "data" / "same.txt.xz"  # 40,000 lines
COURSE = ("assignments", "reference", "submissions", "course.toml")
ASSIGNMENTS = sorted(path.parent.name for path in ROOT.glob("assignments/*/assignment.toml"))
CLASSES = [name for name in ASSIGNMENTS if (ROOT / "submissions" / "demo" / name).is_dir()]
SAID = 300  # characters of a value; of a longer one its hash stands in the record
CASE_FOLDERS = (
    *("correctness", "guest", "hostile", "intake", "people", "policy"),
    *("report", "tables", "timing"),
)
EXPORTS = {
    "csv": (),
    "moodle": ("--into", "moodle-sheet.csv"),
    "canvas": ("--into", "canvas-gradebook.csv"),
    "column": ("--into", "roster.csv"),
    "moodle-gradebook": (),
}

Record = dict[str, str]
NOTHING = "(nothing)"
UNSTEADY = "~"  # differs from run to run
KEYS = r"sha256:[0-9a-f]{64}(\++sha256:[0-9a-f]{64})*"  # of evidence, by the number of its schema
DECIMAL = r"(-?\d+\.\d{5,})"


def grader(course: Path, *arguments: str, lang: str = "ja") -> str:
    """Runs one command in the course and gives what it prints; a bug of ours ends it all."""
    state = {"XDG_STATE_HOME": str(course / "state"), "LANG": f"{lang}.UTF-8", "LC_ALL": ""}
    command = [sys.executable, "-m", "grader", *arguments]
    surroundings = {**os.environ, **state, "PYTHONPATH": str(ROOT)}
    ended = subprocess.run(
        command, cwd=course, env=surroundings, capture_output=True, text=True, check=False
    )
    if "bug in grader" in ended.stderr or "Traceback" in ended.stderr:
        raise SystemExit(f"{' '.join(command)}\n{ended.stderr}")
    return ended.stdout if ended.stdout.strip() else ended.stderr


def copy_course(folder: Path) -> Path:
    """Copies the course beside nothing else; its secret is always the same."""
    course = folder / "course"
    course.mkdir()
    for name in COURSE:
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy2
        copy(source, course / name)
    (course / ".grader").mkdir()
    (course / ".grader" / "secret").write_bytes(hashlib.sha256(b"same").digest())
    return course


def write(value: object) -> str:
    """Writes a value on one line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def sheets(out: Path, about: str, *, whole: bool) -> Iterator[tuple[str, str]]:
    """Reads every sheet: what it says of each check, each criterion and each exercise."""
    for path in sorted((out / "sheets").glob("*.json")):
        sheet = json.loads(path.read_text(encoding="utf-8"))
        student = f"{about} {path.stem}"
        for award in sheet["awards"]:
            yield f"{student} points {award['criterion']}", f"{award['points']} {award['reason']}"
        passed: list[str] = []
        counted: Counter[str] = Counter()
        for finding in sheet["findings"]:
            check = f"{finding['check']} {finding['subject']}".strip()
            counted[check] += 1
            if finding["verdict"] == "passed":
                passed.append(check)
            else:
                yield f"{student} {check} {counted[check]}", describe(finding)
        yield f"{student} passed", ", ".join(sorted(passed))
        for exercise in sheet["exercises"] if whole else ():
            yield f"{student} exercise {exercise['id']}", write(exercise)
        if whole and sheet["report"]:
            yield f"{student} report", write(sheet["report"])


def describe(finding: Mapping[str, Any]) -> str:
    """Says a finding on one line; of what nobody has to act on the sentences' hash is enough."""
    places = [f"{place['file']}:{place['line']}" for place in finding["locations"]]
    verdict, text = finding["verdict"], " | ".join((finding["message"], finding["hint"], *places))
    acted_on = verdict in {"failed", "undecided", "broken"}
    return f"{verdict} | {text}" if acted_on else f"{verdict} {digest_of(text)}"


def digest_of(text: str) -> str:
    """Names a text that is too long to keep."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def text_of(page: Path) -> str:
    """Takes what a reader sees off a page, but for times."""
    markup = re.sub(r"<(style|script|svg)\b.*?</\1>", " ", page.read_text(), flags=re.DOTALL)
    words = " ".join(html.unescape(re.sub(r"<[^>]+>", " ", markup)).split())
    return re.sub(r"\d+\.\d+(e[-+]\d+)?|\d+e-\d+", "#", words)


def grade(course: Path, assignment: str, folder: Path, out: Path) -> None:
    """Grades a class without timing, where times would differ, and without a GPU."""
    quick = ("--no-timing", "--device", "cpu", "--jobs", "2")
    grader(course, "grade", assignment, str(folder), "-o", str(out), *quick)


def examples(course: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Grades every example as a student."""
    for assignment in ASSIGNMENTS:
        folder = course / "classes" / assignment
        shutil.copytree(course / "assignments" / assignment / "examples", folder)
        for expected in folder.glob("*/expected.toml"):
            expected.unlink()
        grade(course, assignment, folder, out / "examples" / assignment)
        yield from sheets(out / "examples" / assignment, f"example {assignment}", whole=False)


def rules(course: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Grades the small programs that say of themselves what is to be found."""
    folder = course / "classes" / "rules"
    for table in sorted((ROOT / "tests" / "data").glob("[pl]*/*.py")):
        if table.parent.name not in {"policy", "lifting"}:
            continue
        programs = re.split(r"^#: .*\n", table.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for number, program in enumerate(programs[1:], 1):
            student = folder / f"{table.parent.name}-{table.stem}-{number:03}"
            student.mkdir(parents=True)
            (student / "kadai1.py").write_text(program, encoding="utf-8")
    grade(course, "kadai1", folder, out / "rules")
    yield from sheets(out / "rules", "rule", whole=False)


def demo(course: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Grades the demo classes, and says them again in English."""
    for assignment in CLASSES:
        place = out / "demo" / assignment
        grade(course, assignment, course / "submissions" / "demo" / assignment, place)
        for lang in ("ja", "en"):
            if lang == "en":
                grader(course, "regrade", assignment, "-o", str(place), "--lang", "en")
            about = f"demo {assignment} {lang}"
            yield from sheets(place, about, whole=lang == "ja")
            for page in sorted((*place.glob("*.html"), *place.glob("sheets/*.html"))):
                yield f"{about} page {page.stem}", text_of(page)
        yield f"demo {assignment} grades.csv", (place / "grades.csv").read_text(encoding="utf-8")


def doors(course: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Asks for the documents that other programs read."""
    demo_class = course / "submissions" / "demo"
    for student in ("24A1201", "24A1206", "24A1212", "24A1214", "24A1216"):
        files = sorted(map(str, (demo_class / "kadai1" / student).iterdir()))
        yield f"check {student}", grader(course, "check", "kadai1", *files, "--json")
        yield f"check {student} text", grader(course, "check", "kadai1", *files, "--lang", "en")
    for report in sorted(demo_class.glob("*/*/*.[dp]*[xf]"))[::3]:
        document = json.loads(grader(course, "inspect", str(report), "--json"))
        for part, value in document.items():
            yield f"inspect {report.relative_to(demo_class)} {part}", write(value)
    downloads = demo_class / "downloads"
    roster = ("--roster", str(downloads / "roster.csv"))
    for lms in ("moodle", "canvas", "manaba"):
        archive = str(downloads / f"{lms}.zip")
        collected = grader(
            course, "collect", archive, "-a", "kadai1", *roster, "--dry-run", "--json"
        )
        yield f"collect {lms}", collected
    yield (
        "collected",
        grader(course, "collect", str(downloads / "moodle.zip"), "-a", "kadai1", *roster),
    )
    grade_collected = ("--no-timing", "--device", "cpu", "-o", str(out / "collected"))
    grader(course, "grade", "kadai1", *grade_collected)
    yield "collected grades.csv", (out / "collected" / "grades.csv").read_text(encoding="utf-8")
    results = out / "collected"
    table = results / "table.csv"
    grader(course, "export", "kadai1", "--results", str(results), "-o", str(table))
    rows = table.read_text(encoding="utf-8-sig").splitlines()
    cells = [row.split(",") for row in rows]
    decided = [cells[0], *([*row[:3], row[3] or "1.5", *row[4:]] for row in cells[1:])]
    table.write_text("\n".join(map(",".join, decided)), encoding="utf-8-sig")
    by = ("--by", "TA1", "-o", str(results))
    yield "review import", grader(course, "review", "kadai1", "--import", str(table), *by)
    yield "review", grader(course, "review", "kadai1", "--list", *by[2:])
    yield "review confirm", grader(course, "review", "kadai1", "--confirm", "all", *by)
    for form, into in EXPORTS.items():
        target = out / f"export-{form}.csv"
        given = [str(downloads / name) if "." in name else name for name in into]
        places = ("--results", str(results), "-o", str(target))
        said = grader(course, "export", "kadai1", "--format", form, *given, *places)
        yield f"export {form}", target.read_text(encoding="utf-8") if target.exists() else said


def cases(course: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Counts every test function's cases."""
    del course, out
    folders = [f"tests/{name}" for name in CASE_FOLDERS]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(
        [*command, *folders], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [line.split("::") for line in listed.stdout.splitlines() if "::" in line]
    counted = Counter(f"cases {name[0].split('/')[1]} {name[1].split('[')[0]}" for name in names)
    yield from ((name, str(count)) for name, count in counted.items())


PARTS = {one.__name__: one for one in (examples, rules, demo, doors, cases)}


def observe(parts: Sequence[str], keep: Path | None) -> Record:
    """Runs the parts in a fresh copy of the course."""
    record: Record = {}
    with tempfile.TemporaryDirectory(prefix="same-") as scratch:
        course, out = copy_course(Path(scratch)), Path(scratch) / "out"
        out.mkdir()
        for name in parts:
            for key, value in PARTS[name](course, out):
                text = write(value.replace(scratch, "/scratch").replace(str(ROOT), "/root"))
                record[f"{name} {key}"] = re.sub(KEYS, "#", text)
                if keep is not None:
                    place = keep / name / re.sub(r"[^\w.-]+", "_", key)
                    place.parent.mkdir(parents=True, exist_ok=True)
                    place.write_text(value, encoding="utf-8")
            count = sum(key.startswith(f"{name} ") for key in record)
            say(f"{name}: {count} lines")
    return {key: shorten(value) for key, value in record.items()}


def say(*lines: str) -> None:
    """Says something line by line."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def shorten(value: str) -> str:
    """Keeps what a person compares, and a hash of what is long."""
    return value if len(value) <= SAID else f"{value[:SAID]}… {digest_of(value)}"


def read_record() -> Record:
    """Reads the recorded file."""
    lines = lzma.decompress(RECORD.read_bytes()).decode().splitlines()
    return {line.rpartition("\t")[0]: line.rpartition("\t")[2] for line in lines}


def differences(before: Record, now: Record, parts: Sequence[str]) -> Iterator[str]:
    """Says what is other than recorded; further cases of a test are no difference."""
    for key in sorted(before.keys() | now.keys()):
        part = key.partition(" ")[0]
        was, is_now = before.get(key, NOTHING), now.get(key, NOTHING)
        if part not in parts or was == UNSTEADY or (part == "cases" and was == NOTHING):
            continue
        if is_alike(was, is_now):
            continue
        if part == "cases" and is_now != NOTHING and cases_in(is_now) >= cases_in(was):
            continue
        yield f"{key}\n  - {was}\n  + {is_now}"


def is_alike(was: str, is_now: str) -> bool:
    """Compares the words exactly, and the decimal numbers among them by five digits."""
    before, after = re.split(DECIMAL, was), re.split(DECIMAL, is_now)
    return before[::2] == after[::2] and all(
        math.isclose(float(old), float(new), rel_tol=1e-5)
        for old, new in zip(before[1::2], after[1::2], strict=True)
    )


def cases_in(cases: str) -> int:
    """Reads a number of cases."""
    return int(json.loads(cases))


def main() -> int:
    """Compares, or records when asked to; the answer is 1 where something differs."""
    parts = os.environ.get("PARTS", "").split() or list(PARTS)
    keep = Path(os.environ["KEEP"]) if os.environ.get("KEEP") else None
    now = observe(parts, keep)
    if sys.argv[1:] == ["record"]:
        again = observe(parts, None)
        steady = {key: now[key] if again.get(key) == now[key] else UNSTEADY for key in now}
        kept = read_record() if RECORD.exists() else {}
        others = {key: kept[key] for key in kept if key.partition(" ")[0] not in parts}
        lines = sorted(f"{key}\t{value}" for key, value in {**others, **steady}.items())
        RECORD.write_bytes(lzma.compress("".join(f"{line}\n" for line in lines).encode()))
        unsteady = sum(value == UNSTEADY for value in steady.values())
        say(f"{RECORD}: {len(lines)} lines, {unsteady} of them unsteady")
        return 0
    different = list(differences(read_record(), now, parts))
    say(*different, f"{len(different)} differences, {len(now)} lines compared")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

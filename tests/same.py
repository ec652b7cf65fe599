"""What must stay the same while the house is rebuilt, and what may get better meanwhile.

    make same            compares this tree with what is recorded
    make same-record     records both files anew, after a change of verdict that was meant
    make same PARTS="demo doors"

`tests/data/same.txt` blocks: points, verdicts, exit codes, the keys of every JSON, the columns and
numbers of every table, and what stored evidence is made of. A change of a line there is on the list
of what was to change, or it is a bug.

`tests/data/sentences.txt.xz` does not block: every sentence of a sheet, a page, a table and the
terminal, with how often it stood there, and how many cases each test function has. What differs is
listed by cause: by the check, the criterion or the page that the sentence belongs to.

Everything goes through the commands, so that nothing inside is held on to. Numbers and names of
students are left out of sentences, so that no time makes a difference.

    examples   every example of every assignment, graded as a student
    rules      the small programs in tests/data/source and tests/data/lifting
    demo       the demo classes, in both languages
    doors      what other programs read and see: check, inspect, collect, review, export
    cases      how many cases every test function has
"""

import csv
import hashlib
import html
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.schemas import SCHEMAS, generated, stored_facts

ROOT = Path(__file__).resolve().parents[1]
HELD = ROOT / "tests" / "data" / "same.txt"
SENTENCES = ROOT / "tests" / "data" / "sentences.txt.xz"
COURSE = ("assignments", "reference", "submissions", "course.toml")
ASSIGNMENTS = sorted(path.parent.name for path in ROOT.glob("assignments/*/assignment.toml"))
CLASSES = [name for name in ASSIGNMENTS if (ROOT / "submissions" / "demo" / name).is_dir()]
EXPORTS = {
    "csv": (),
    "moodle": ("--into", "moodle-sheet.csv"),
    "canvas": ("--into", "canvas-gradebook.csv"),
    "column": ("--into", "roster.csv"),
    "moodle-gradebook": (),
}
BLOCK = r"</?(?:p|li|td|th|h\d|tr|div|summary|figcaption|dt|dd|option|button|label|pre)\b[^>]*>"
VARYING = r"-?\d+(?:[.,:]\d+)*(?:e[-+]?\d+)?(?: [µm]?s\b)?|#[-\w]*|[0-9a-f]{12,}"  # ids, hashes, …
SHOWN = 400  # characters of a sentence


@dataclass
class Record:
    """What was observed: lines that block, by key, and sentences with how often each was met."""

    held: dict[str, str] = field(default_factory=dict)
    sentences: Counter[tuple[str, str]] = field(default_factory=Counter)

    def hold(self, key: str, value: object) -> None:
        """Records a line that blocks."""
        self.held[key] = " ".join(str(value).split())

    def hold_keys(self, key: str, document: object) -> None:
        """Records the keys of a JSON document, together with those of others of its kind."""
        known = set(self.held.get(key, "").split())
        self.hold(key, " ".join(sorted(known | set(keys_in(document)))))

    def hold_table(self, key: str, text: str) -> None:
        """Records the columns of a table, and of each row its first cell and its numbers."""
        rows = list(csv.reader(io.StringIO(text)))
        for number, row in enumerate(rows):
            kept = row if number == 0 else [row[0], *filter(is_number, row[1:])] if row else []
            self.hold(f"{key} row {number:03}", " | ".join(kept))
            for cell in row[1:] if number else ():
                if not is_number(cell):
                    self.say(f"{key} cell", cell)

    def say(self, cause: str, *sentences: str) -> None:
        """Records sentences that belong to one cause."""
        for sentence in sentences:
            plain = re.sub(VARYING, "#", " ".join(sentence.split()))[:SHOWN]
            if plain.strip("# "):
                self.sentences[cause, plain] += 1


def keys_in(document: object, above: str = "") -> Iterator[str]:
    """Lists the paths of all keys of a JSON document; parameters of a finding by its check."""
    if isinstance(document, Mapping):
        named = f"({document['check']})" if {"check", "params"} <= document.keys() else ""
        for key, value in document.items():
            yield f"{above}{named if key == 'params' else ''}.{key}"
            yield from keys_in(value, f"{above}{named if key == 'params' else ''}.{key}")
    elif isinstance(document, list):
        for value in document:
            yield from keys_in(value, f"{above}[]")


def is_number(cell: str) -> bool:
    """Whether a cell holds a number or nothing."""
    return bool(re.fullmatch(r"-?\d*(\.\d+)?", cell))


class Course:
    """A copy of this course beside nothing else; its secret is always the same."""

    def __init__(self, scratch: Path) -> None:
        self.folder, self.out = scratch / "course", scratch / "out"
        self.folder.mkdir()
        self.out.mkdir()
        for name in COURSE:
            source = ROOT / name
            copy = shutil.copytree if source.is_dir() else shutil.copy2
            copy(source, self.folder / name)
        (self.folder / ".grader").mkdir()
        (self.folder / ".grader" / "secret").write_bytes(hashlib.sha256(b"same").digest())

    def run(self, *arguments: str, lang: str = "ja") -> tuple[int, str]:
        """Runs one command; gives its exit code and what it prints. A bug of ours ends it all."""
        state = {"XDG_STATE_HOME": str(self.folder / "state"), "LANG": f"{lang}.UTF-8"}
        surroundings = {**os.environ, **state, "LC_ALL": "", "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "grader", *arguments]
        ended = subprocess.run(
            command, cwd=self.folder, env=surroundings, capture_output=True, text=True, check=False
        )
        if ended.returncode == 3 or "Traceback" in ended.stderr:
            raise SystemExit(f"{' '.join(command)}\n{ended.stderr}")
        printed = ended.stdout if ended.stdout.strip() else ended.stderr
        return ended.returncode, printed.replace(str(self.folder.parent), "")

    def grade(self, assignment: str, folder: Path, out: Path) -> None:
        """Grades a class without timing, where times would differ, and without a GPU."""
        quick = ("--no-timing", "--device", "cpu", "--jobs", "2")
        self.run("grade", assignment, str(folder), "-o", str(out), *quick)


def read_sheets(record: Record, out: Path, about: str) -> None:
    """Records every sheet: points and verdicts to hold, sentences by their check."""
    for path in sorted((out / "sheets").glob("*.json")):
        sheet = json.loads(path.read_text(encoding="utf-8"))
        record.hold_keys("keys of a sheet", sheet)
        points = [f"{award['criterion']}={award['points']}" for award in sheet["awards"]]
        verdicts = defaultdict(list)
        for finding in sheet["findings"]:
            check = finding["check"]
            verdicts[finding["verdict"]].append(f"{check} {finding['subject']}".strip())
            record.say(f"{check} {finding['verdict']}", finding["message"], finding["hint"])
        statuses = [f"{each['id']}={each['status']}" for each in sheet["exercises"]]
        for quiet in ("passed", "skipped"):  # who leaves them is listed, or counted in the other
            verdicts[quiet] = [str(len(verdicts[quiet]))]
        listed = (f"{name}: {', '.join(sorted(each))}" for name, each in sorted(verdicts.items()))
        record.hold(f"{about} {path.stem}", " ".join([*points, *statuses, "|", "; ".join(listed)]))
        for award in sheet["awards"]:
            record.say(f"reason of {award['criterion']}", award["reason"])


def read_page(record: Record, page: Path, about: str) -> None:
    """Records what a reader sees on a page."""
    markup = re.sub(r"<(style|script|svg)\b.*?</\1>", " ", page.read_text(), flags=re.DOTALL)
    for block in re.split(BLOCK, markup):
        record.say(about, html.unescape(re.sub(r"<[^>]+>", " ", block)))


def examples(course: Course, record: Record) -> None:
    """Grades every example as a student."""
    for assignment in ASSIGNMENTS:
        folder = course.folder / "classes" / assignment
        shutil.copytree(course.folder / "assignments" / assignment / "examples", folder)
        for expected in folder.glob("*/expected.toml"):
            expected.unlink()
        out = course.out / "examples" / assignment
        course.grade(assignment, folder, out)
        read_sheets(record, out, f"example {assignment}")


def rules(course: Course, record: Record) -> None:
    """Grades the small programs that say of themselves what is to be found."""
    folder = course.folder / "classes" / "rules"
    data = ROOT / "tests" / "data"
    for table in (*sorted(data.glob("lifting/*.py")), *sorted(data.glob("source/*.py"))):
        programs = re.split(r"^#: .*\n", table.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for number, program in enumerate(programs[1:], 1):
            student = folder / f"{table.parent.name}-{table.stem}-{number:03}"
            student.mkdir(parents=True)
            (student / "kadai1.py").write_text(program, encoding="utf-8")
    course.grade("kadai1", folder, course.out / "rules")
    read_sheets(record, course.out / "rules", "rule")


def demo(course: Course, record: Record) -> None:
    """Grades the demo classes, and writes them again in English."""
    for assignment in CLASSES:
        place = course.out / "demo" / assignment
        course.grade(assignment, course.folder / "submissions" / "demo" / assignment, place)
        for lang in ("ja", "en"):
            if lang == "en":
                course.run("regrade", assignment, "-o", str(place), "--lang", "en")
            read_sheets(record, place, f"demo {assignment} {lang}")
            for page in sorted((*place.glob("*.html"), *place.glob("*/*.html"))):
                kind = page.stem if page.parent == place else "sheet"  # and what it leads to
                read_page(record, page, f"page {kind} {lang}")
        record.hold_table(
            f"demo {assignment} grades.csv", (place / "grades.csv").read_text("utf-8")
        )


def doors(course: Course, record: Record) -> None:
    """Asks for the documents that other programs read, and for what the terminal shows."""

    def ask(about: str, *arguments: str, lang: str = "ja") -> str:
        code, printed = course.run(*arguments, lang=lang)
        record.hold(f"exit {about}", code)
        if "--json" in arguments:
            record.hold_keys(f"keys of {about.partition(' ')[0]}", json.loads(printed))
        else:
            record.say(f"terminal {about.partition(' ')[0]}", *printed.splitlines())
        return printed

    demo_class = course.folder / "submissions" / "demo"
    for student in ("24A1201", "24A1206", "24A1212", "24A1214", "24A1216"):
        files = sorted(map(str, (demo_class / "kadai1" / student).iterdir()))
        answer = json.loads(ask(f"check {student}", "check", "kadai1", *files, "--json"))
        found = [
            f"{each['check']} {each['subject']}={each['verdict']}" for each in answer["findings"]
        ]
        record.hold(f"check {student}", ", ".join(sorted(found)))
        ask(f"check-text {student}", "check", "kadai1", *files, lang="en")
    for report in sorted(demo_class.glob("*/*/*.[dp]*[xf]"))[::3]:
        name = str(report.relative_to(demo_class))
        document = json.loads(ask(f"inspect {name}", "inspect", str(report), "--json"))
        figures = [figure["is_graph"] for figure in document.get("figures", ())]
        record.hold(f"inspect {name} is_graph", ", ".join(map(str, figures)))
        record.say("inspect", *map(write, document.items()))
    downloads = demo_class / "downloads"
    roster = ("--roster", str(downloads / "roster.csv"))
    for lms in ("moodle", "canvas", "manaba"):
        archive = str(downloads / f"{lms}.zip")
        asked = ("collect", archive, "-a", "kadai1", *roster, "--dry-run", "--json")
        manifest = json.loads(ask(f"collect {lms}", *asked))
        for student in manifest["students"]:
            files = [f"{each['name']} {each['role']}" for each in student["files"]]
            record.hold(f"collect {lms} {student['student']}", ", ".join(files))
        for kind in ("not_submitted", "unassigned", "refused"):
            record.hold(f"collect {lms} {kind}", len(manifest[kind]))
    ask("collected", "collect", str(downloads / "moodle.zip"), "-a", "kadai1", *roster)
    results = course.out / "collected"
    ask("grade", "grade", "kadai1", "--no-timing", "--device", "cpu", "-o", str(results))
    record.hold_table("collected grades.csv", (results / "grades.csv").read_text("utf-8-sig"))
    table = results / "table.csv"
    ask("export-table", "export", "kadai1", "--results", str(results), "-o", str(table))
    rows = [row.split(",") for row in table.read_text(encoding="utf-8-sig").splitlines()]
    decided = [rows[0], *([*row[:3], row[3] or "1.5", *row[4:]] for row in rows[1:])]
    table.write_text("\n".join(map(",".join, decided)), encoding="utf-8-sig")
    by = ("--by", "TA1", "-o", str(results))
    ask("review-import", "review", "kadai1", "--import", str(table), *by)
    ask("review-list", "review", "kadai1", "--list", *by[2:])
    ask("review-confirm", "review", "kadai1", "--confirm", "all", *by)
    for form, into in EXPORTS.items():
        target = course.out / f"export-{form}.csv"
        given = [str(downloads / name) if "." in name else name for name in into]
        places = ("--results", str(results), "-o", str(target))
        ask(f"export {form}", "export", "kadai1", "--format", form, *given, *places)
        if target.exists():
            record.hold_table(f"export {form}", target.read_text(encoding="utf-8-sig"))


def cases(course: Course, record: Record) -> None:
    """Counts every test function's cases."""
    del course
    command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in (line.split("::") for line in listed.stdout.splitlines() if "::" in line):
        record.sentences[f"cases of {name[0].split('/')[1]}", name[-1].partition("[")[0]] += 1


def stored(course: Course, record: Record) -> None:
    """Holds what stored evidence is made of, and the shipped JSON Schemas."""
    del course
    for name, fields in stored_facts().items():
        record.hold(f"stored {name}", fields)
    for file in SCHEMAS:
        record.hold_keys(f"schema {file}", json.loads(generated(file)))


PARTS = {part.__name__: part for part in (examples, rules, demo, doors, stored, cases)}


def observe(parts: Sequence[str]) -> dict[str, Record]:
    """Runs the parts in a fresh copy of the course."""
    records = {}
    with tempfile.TemporaryDirectory(prefix="same-") as scratch:
        course = Course(Path(scratch))
        for name in parts:
            records[name] = Record()
            PARTS[name](course, records[name])
            say(
                f"{name}: {len(records[name].held)} lines, {len(records[name].sentences)} sentences"
            )
    return records


def write(value: object) -> str:
    """Writes a value on one line."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def say(*lines: str) -> None:
    """Prints lines at once."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def read_records() -> dict[str, Record]:
    """Reads both files, by part."""
    records: dict[str, Record] = defaultdict(Record)
    for line in HELD.read_text(encoding="utf-8").splitlines() if HELD.exists() else ():
        part, key, value = line.split("\t")
        records[part].held[key] = value
    packed = SENTENCES.read_bytes() if SENTENCES.exists() else lzma.compress(b"")
    for line in lzma.decompress(packed).decode().splitlines():
        part, cause, sentence, count = line.split("\t")
        records[part].sentences[cause, sentence] = int(count)
    return records


def write_records(records: Mapping[str, Record]) -> None:
    """Writes both files."""
    held = [
        f"{part}\t{key}\t{value}"
        for part, record in records.items()
        for key, value in record.held.items()
    ]
    sentences = [
        f"{part}\t{cause}\t{sentence}\t{count}"
        for part, record in records.items()
        for (cause, sentence), count in record.sentences.items()
    ]
    HELD.write_text(in_lines(sorted(held)), encoding="utf-8")
    SENTENCES.write_bytes(lzma.compress(in_lines(sorted(sentences)).encode()))
    say(f"recorded {len(held)} lines that block, {len(sentences)} sentences")


def in_lines(lines: Iterable[str]) -> str:
    """Joins lines as a text file has them."""
    return "".join(f"{line}\n" for line in lines)


def list_sentences(before: Record, now: Record) -> Iterator[str]:
    """Lists the sentences that are other than recorded, by what they belong to."""
    causes = defaultdict(list)
    for cause, sentence in sorted(before.sentences.keys() | now.sentences.keys()):
        was, is_now = before.sentences[cause, sentence], now.sentences[cause, sentence]
        if was != is_now:
            sign = "-" if not is_now else "+" if not was else "~"
            causes[cause].append(f"  {sign} {was} -> {is_now}  {sentence}")
    for cause, lines in causes.items():
        yield f"{cause}: {len(lines)} sentences"
        yield from sorted(lines, key=lambda line: "-+~".index(line.strip()[0]))


def list_breaks(part: str, before: Record, now: Record) -> Iterator[str]:
    """Lists the lines that block and are other than recorded."""
    for key in sorted(before.held.keys() | now.held.keys()):
        was, is_now = before.held.get(key, "(nothing)"), now.held.get(key, "(nothing)")
        if was != is_now:
            if len(was) > SHOWN:  # of a long list only what differs
                words = [set(re.split(r"[ ,;]+", value)) for value in (was, is_now)]
                was, is_now = (
                    " ".join(sorted(one - other)) for one, other in (words, reversed(words))
                )
            yield f"{part} {key}\n  - {was}\n  + {is_now}"


def main() -> int:
    """Compares, or records when asked to; the answer is 1 where a line that blocks differs."""
    parts = os.environ.get("PARTS", "").split() or list(PARTS)
    now, before = observe(parts), read_records()
    if sys.argv[1:] == ["record"]:
        write_records({**before, **now})
        return 0
    breaks: list[str] = []
    compared = 0
    for part in parts:
        say(*list_sentences(before[part], now[part]))
        breaks += list_breaks(part, before[part], now[part])
        compared += len(now[part].held)
    different = sum(not line.startswith("  ") for line in breaks)
    say(*breaks, f"{different} of {compared} lines that block differ")
    return 1 if breaks else 0


if __name__ == "__main__":
    sys.exit(main())

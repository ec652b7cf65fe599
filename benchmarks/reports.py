"""How well reports are read, and how fast.

    python benchmarks/report_set.py SET                     writes the labelled documents (once)
    python benchmarks/reports.py right SET --set held       precision and recall, false failures
    python benchmarks/reports.py claims                     sentences about growth
    python benchmarks/reports.py fast SET [--rounds 5]      beside pypdfium2 alone and pdfplumber

`right` reads every document as `grader inspect` does: a child inside the fence, then the outline,
then the checks. `claims` judges a report of each sentence of tests/data/reports/growth.tsv beside a
measured n^3.07. `fast` prints medians over rounds in each of which all ways are measured one after
the other. pdfplumber is left out, with a word, where it is not installed.
"""

import argparse
import json
import platform
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from report_scores import Tally, compare, verdicts  # noqa: E402  # grader is found by the line above
from report_speed import fast  # noqa: E402

SHOWN = 10  # documents named behind a count


class Chain:
    """Reads reports the way `grader inspect` does."""

    def __init__(self) -> None:
        from grader.course import load_assignment, load_course

        course = load_course(ROOT)
        self.assignments = {name: load_assignment(course, name) for name in ("kadai1", "kadai2")}

    def read(self, path: Path, assignment: str, reader: Any) -> Any:
        """Observes one report."""
        from grader.intake import submission_of_report
        from grader.reports.inspector import evidence_of_report

        asked = self.assignments[assignment]
        return evidence_of_report(submission_of_report(path, asked), asked, reader)


def labelled(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Gives every document and its label."""
    for file in sorted(folder.glob("*.json")):
        known = json.loads(file.read_text(encoding="utf-8"))
        yield folder / known["file"], known


def right(folder: Path, *, every: bool) -> bool:
    """Prints how much was found rightly; says whether nobody failed wrongly."""
    from grader.judging import judge_report
    from grader.reports.inspector import open_documents
    from grader.reports.reading import document_libraries_missing
    from grader.reports.record import report_of
    from grader.sandbox import choose_level

    chain, tallies = Chain(), defaultdict[str, Tally](Tally)
    kinds, rules, wrongly, seconds = Tally(), defaultdict[str, Counter[str]](Counter), [], []
    if lacking := document_libraries_missing():
        sys.exit(f"install {', '.join(lacking)}")
    with open_documents(choose_level(own_code=True), "report.pdf") as reader:
        for path, known in labelled(folder):
            start = time.perf_counter()
            evidence = chain.read(path, known["assignment"], reader)
            seconds.append(time.perf_counter() - start)
            report = report_of(evidence)
            assert report is not None  # both assignments ask for one
            same = report.kind == known["kind"] and (report.reading or "") == known["trouble"]
            kinds.add(int(same), int(not same), 0, f"{known['name']}:{report.kind}")
            if report.outline and known["content"]:
                compare(tallies, known, report.outline)
            judged = judge_report(evidence, chain.assignments[known["assignment"]])
            for rule, expected, given in verdicts(known, judged):
                agrees = given in expected.split("/")
                rules[rule]["right" if agrees else f"{given} for {expected}"] += 1
                if not agrees:
                    rules[f"{rule} where"][known["name"]] += 1
                if given == "failed" and not agrees:
                    wrongly.append(f"{known['name']}: {rule}")
    show(len(seconds), sum(seconds), {"kind and trouble": kinds, **tallies}, every=every)
    show_rules(rules, every=every)
    print(f"\nfalse failures: {len(wrongly)} {', '.join(wrongly)}")
    return not wrongly


def show(count: int, seconds: float, tallies: dict[str, Tally], *, every: bool) -> None:
    """Prints the counts as a table."""
    print(
        f"{count} documents, {seconds:.1f} s, {seconds / max(count, 1):.2f} s each; {machine()}\n"
    )
    print("| Question | Right | Wrong | Missed | Unsure | Precision | Recall |")
    print("|---|---|---|---|---|---|---|")
    for name, tally in tallies.items():
        numbers = f"{tally.right} | {tally.wrong} | {tally.missed} | {tally.unsure}"
        print(f"| {name} | {numbers} | {tally.precision:.3f} | {tally.recall:.3f} |")
    for name, tally in tallies.items():
        if tally.where:
            print(
                f"  {name}: {', '.join(tally.where[: None if every else SHOWN])}", file=sys.stderr
            )


def show_rules(rules: dict[str, Counter[str]], *, every: bool) -> None:
    """Prints what each rule said, and where it should have said something else."""
    print("\n| Rule | Documents | As expected | Otherwise |")
    print("|---|---|---|---|")
    for rule, counts in sorted(rules.items()):
        if rule.endswith(" where"):
            named = ", ".join(list(counts)[: None if every else SHOWN])
            print(f"  {rule}: {named}", file=sys.stderr)
            continue
        others = ", ".join(f"{n} {what}" for what, n in counts.items() if what != "right")
        print(f"| {rule} | {counts.total()} | {counts['right']} | {others} |")


def claims() -> bool:
    """Print how the labelled sentences about growth are answered; return whether none is wrong."""
    from tests.reports.claims import figures

    counts, wrong = figures()
    print("| Sentences | Check | Right | Wrong | Left open |")
    print("|---|---|---|---|---|")
    for source, code in sorted({key[:2] for key in counts}):
        numbers = (str(counts[source, code, each]) for each in ("right", "wrong", "open"))
        print(f"| {source} | {code} | {' | '.join(numbers)} |")
    print(*wrong, sep="\n", end="\n" * bool(wrong))
    return not wrong


def machine() -> str:
    """Names the machine in a few words."""
    from os import cpu_count

    return f"Python {platform.python_version()}, {platform.machine()}, {cpu_count()} CPUs"


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=("right", "claims", "fast"))
    parser.add_argument(
        "folder", type=Path, nargs="?", help="the folder that report_set.py wrote (not for claims)"
    )
    parser.add_argument("--set", choices=("tune", "held"), default="tune")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--every", action="store_true", help="name every document behind a count")
    options = parser.parse_args()
    if options.what == "claims":
        sys.exit(not claims())
    if options.folder is None:
        parser.error("name the folder that report_set.py wrote")
    if options.what == "fast":
        print(machine())
        fast(options.folder / options.set, options.rounds, ["ten-pages", "ten-pages-tex"])
    else:
        sys.exit(not right(options.folder / options.set, every=options.every))


if __name__ == "__main__":
    main()

"""The index of the checks, docs/checks/README.md: `python -m tests.checks_index` writes it anew."""

from grader.registry import SLUGS
from grader.wording import load_wording
from tests.tree import ROOT

INDEX = ROOT / "docs" / "checks" / "README.md"


def with_its_rows(text: str) -> str:
    """The index with one row for each check of the registry; what stands around them stays."""
    japanese, english = load_wording("ja"), load_wording("en")
    rows = [
        f"| [{code}](../../grader/wording/checks/{code}.md) | {slug} | {japanese.title(code)}"
        f" | {english.title(code)} |"
        for code, slug in SLUGS.items()
    ]
    before, rule, after = text.partition("|---|---|---|---|\n")
    lines = after.splitlines(keepends=True)
    rest = next(place for place, line in enumerate(lines) if not line.startswith("|"))
    return before + rule + "".join(f"{row}\n" for row in rows) + "".join(lines[rest:])


if __name__ == "__main__":
    INDEX.write_text(with_its_rows(INDEX.read_text(encoding="utf-8")), encoding="utf-8")

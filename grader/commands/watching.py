"""`grader check --watch`: check again after every save, and report what has changed."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import click
from msgspec import Struct

from grader.commands.exits import ExitCode
from grader.model.course import Assignment
from grader.model.errors import IntakeError
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Verdict
from grader.model.submission import Submission
from grader.wording import Wording, say

SECONDS = 0.3  # between looks at the files
SETTLED = 0.2  # seconds after a save: an editor may write a file in several steps
NAMED = 5  # checks listed as corrected, or as new


class CheckedFiles(Struct, frozen=True, kw_only=True):
    """One check, and its subject."""

    assignment: Assignment
    submission: Submission
    evidence: Evidence
    findings: Sequence[Finding]
    timed: Evidence | None = None  # with times of a quick sweep, if the report needs them


def watched(
    files: Sequence[Path],
    check: Callable[[], CheckedFiles],
    tell: Callable[[CheckedFiles], None],
    words: Wording,
) -> ExitCode:
    """Check now and whenever one of the files is saved; Ctrl-C ends it."""
    before: CheckedFiles | None = None
    code = ExitCode.DONE
    try:
        while True:
            stamps_before = stamps(files)
            try:
                checked = check()
            except IntakeError as error:  # it is being written, or was moved for a moment
                for message in error.messages:
                    click.secho(say(message, words.lang), fg="yellow")
            else:
                tell(checked)
                for line in changes(before.findings if before else None, checked.findings, words):
                    click.secho(line, bold=True)
                before, code = checked, ExitCode.of(checked.findings)
            click.secho(words.text("check.watching"), dim=True)
            while stamps(files) == stamps_before:
                time.sleep(SECONDS)
            time.sleep(SETTLED)
            click.echo()
            click.secho(f"── {time.strftime('%H:%M:%S')} " + "─" * 40, dim=True)
    except KeyboardInterrupt:
        click.echo()
        return code


def stamps(files: Iterable[Path]) -> list[tuple[int, int] | None]:
    """Return the modification time and size of each file; None while it does not exist."""
    return [_stamp(path) for path in files]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def changes(
    before: Sequence[Finding] | None, after: Sequence[Finding], words: Wording
) -> list[str]:
    """Return which checks no longer fail, and which fail now."""
    if before is None:
        return []
    earlier, now = _failed(before, words), _failed(after, words)
    mended = [name for key, name in earlier.items() if key not in now]
    new = [name for key, name in now.items() if key not in earlier]
    if not mended and not new:
        return [words.text("check.unchanged")]
    return [
        words.text(key, names=tuple(names[:NAMED]), count=len(names))
        for key, names in (("check.mended", mended), ("check.new", new))
        if names
    ]


def _failed(findings: Iterable[Finding], words: Wording) -> Mapping[tuple[str, str], str]:
    return {
        (
            finding.subject,
            finding.check,
        ): f"{finding.subject} {words.title(finding.check)} [{finding.check}]".strip()
        for finding in findings
        if finding.verdict is Verdict.FAILED
    }

"""What the page shows of the program as its author runs it: its end, its output, its pictures."""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from grader.export.bilingual import CODE_LIMIT, Bilingual, BilingualText, Code
from grader.export.report_figures import NOTHING, Png
from grader.model.evidence import Evidence
from grader.model.run import ProgramRun, RunStatus

SHOWN = 12  # answers, graphs' names and files that are listed
ENDS = {
    RunStatus.OK: "ok",
    RunStatus.RUNTIME_ERROR: "raised",
    RunStatus.TIMEOUT: "cut",
    RunStatus.OUTPUT: "output_cap",
    RunStatus.MEMORY: "memory",
}


class DrawnView(Struct, frozen=True, kw_only=True):
    """One figure that the program drew."""

    png: Png
    alt: BilingualText
    caption: BilingualText


class ProgramView(Struct, frozen=True, kw_only=True):
    """One run of the whole program."""

    facts: Sequence[BilingualText]
    output: Code
    drawn: Sequence[DrawnView] = ()
    drawn_note: BilingualText = NOTHING  # why there is no picture, or something is missing from it


def view_program(evidence: Evidence, words: Bilingual) -> ProgramView | None:
    """Views the run; None when there was none, or when it showed nothing at all."""
    run = evidence.program
    if run is None or run.trouble or run.run.status is RunStatus.SANDBOX_ERROR:
        return None
    if run.run.status is RunStatus.OK and not (
        run.cut or run.output.strip() or run.plots or run.pictures
    ):
        return None
    return ProgramView(
        facts=list(_facts(run, words)),
        output=Code(_ends(run.output)),
        drawn=[
            DrawnView(
                png=Png(picture),
                alt=words.say("program.drawn_alt", number=number),
                caption=words.say("program.drawn_caption", number=number),
            )
            for number, picture in enumerate(run.pictures, start=1)
            if Png(picture)
        ],
        drawn_note=_drawn_note(run, words),
    )


def _drawn_note(run: ProgramRun, words: Bilingual) -> BilingualText:
    if run.plots and not run.drawn:
        return words.say("program.not_drawn")
    return words.say("program.boxes") if run.pictures and run.boxes else NOTHING


def _facts(run: ProgramRun, words: Bilingual) -> Iterator[BilingualText]:
    key = "cut" if run.cut else ENDS.get(run.run.status, "ended")
    error = run.run.traceback
    yield words.say(
        f"program.{key}",
        seconds=f"{run.run.wall_seconds:.1f}",
        status=run.run.status.value,
        error=f"{error.type}: {error.message}" if error else "",
    )
    if run.answers:
        yield words.say("program.answers", answers=run.answers[:SHOWN], count=len(run.answers))
    if run.plots:
        yield words.say("program.plots", count=len(run.plots))
    if run.files:
        yield words.say("program.files", files=tuple(name for name, _ in run.files[:SHOWN]))
    for product in run.products[:SHOWN]:
        yield words.say(
            "program.product",
            left=product.left,
            right=product.right,
            result=product.result,
            size=product.size,
        )


def _ends(output: str) -> str:
    """Keeps the beginning and the end of what is too long for a page."""
    shown = output.strip("\n")
    half = CODE_LIMIT // 2 - 2
    return shown if len(shown) <= CODE_LIMIT else f"{shown[:half]}\n…\n{shown[-half:]}"

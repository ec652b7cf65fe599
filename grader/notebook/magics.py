"""`%grader_kit` and `%%check` in Jupyter, VS Code and Colab.

The check runs in a separate process, as on a command line. It gets only the text of the cells, and
neither reads nor changes the kernel, its threads, and what the student computed. Afterwards the
cell runs in the notebook like any other.
"""

import ast
import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from grader.commands.exits import ExitCode
from grader.extras import quoted
from grader.intake.notebook import without_magics
from grader.model.errors import GraderError, IntakeError
from grader.notebook.kits import assignments_in, is_inside_place, place_of
from grader.wording import Wording, choose_language, load_wording, say

MAGIC = "%%check"
GRACE_SECONDS = 5.0  # for the check to end after an interrupt


def register(shell: Any) -> None:
    """Add the magics to an InteractiveShell."""
    magics = CheckMagics(shell)
    shell.events.register("pre_run_cell", magics.begin_cell)
    shell.register_magic_function(magics.check, "line_cell", "check")
    shell.register_magic_function(magics.kit, "line", "grader_kit")


class CheckMagics:
    """The state of one notebook's magics."""

    def __init__(self, shell: Any) -> None:
        """Take the InteractiveShell, whose history contains the cells so far."""
        self._shell = shell
        self._folder: TemporaryDirectory[str] | None = None  # of an unpacked kit
        self._place: Path | None = None
        self._options: list[str] = []
        self._raw = ""  # the text of the running cell
        self._numbers: dict[str, int] = {}  # number of each cell's newest run, by cell id
        self._rerun: set[int] = set()  # numbers of older runs of cells that were run again

    def begin_cell(self, info: Any) -> None:
        """Remember the running cell: if it ran before, only its newest text counts."""
        cell = getattr(info, "cell_id", None)
        if info.store_history:
            self._raw = info.raw_cell
        if cell is not None and info.store_history:
            if cell in self._numbers:
                self._rerun.add(self._numbers[cell])
            self._numbers[cell] = self._shell.execution_count

    def kit(self, line: str) -> None:
        """%grader_kit URL|FILE|FOLDER [OPTIONS]: check with this kit, always with these options."""
        words = _wording(line.split())
        try:
            kit, options = _split(line)
            if not kit:
                raise IntakeError(
                    "write the URL or the file of a kit, for example %grader_kit kadai1-kit.zip"
                )
            self._choose(kit, options)
            known = assignments_in(self._place) if self._place is not None else None
        except GraderError as error:
            _complain("%grader_kit", error, words)
            return
        known = known or ()
        ready = words.text("notebook.ready", assignments=known, first=next(iter(known), ""))
        sys.stdout.write(f"{ready}\n")

    def _choose(self, kit: str, options: list[str]) -> None:
        folder = TemporaryDirectory(prefix="grader-kit-")
        self._place = place_of(kit, Path(folder.name).resolve())
        self._folder, self._options = folder, options

    def check(self, line: str, cell: str | None = None) -> None:
        """%%check ASSIGNMENT [REPORT] [--kit URL|FILE] [--lang ja|en]: check the cells so far.

        `%check ASSIGNMENT` as a line checks the cells before it and its own.
        """
        words = _wording([*self._options, *line.split()])
        try:
            assignment, options = _split(line)
            if not assignment:
                raise IntakeError(
                    "write which assignment the cells are for, for example %%check kadai1"
                )
            if "--kit" in options[:-1]:
                at = options.index("--kit")
                self._choose(options[at + 1], self._options)
                del options[at : at + 2]
            if self._place is None and not is_inside_place(Path.cwd()):
                raise IntakeError(
                    "there is no kit and no course here; name one: %grader_kit URL|FILE"
                )
            cells, left_out = self._cells(cell)
            if not any(without_magics(text).strip() for text in cells):
                raise IntakeError("neither this cell nor an earlier one holds a program")
        except GraderError as error:
            _complain(MAGIC, error, words)
            return
        place = [] if self._place is None else ["--course", str(self._place)]
        code, output = _checked(assignment, cells, [*place, *self._options, *options])
        sys.stdout.write(output)
        if left_out and code != ExitCode.USAGE:
            skipped = words.text("notebook.left_out", cells=tuple(map(str, left_out)))
            sys.stdout.write(f"{skipped}\n")
        stopped = code < 0 or code == ExitCode.INTERRUPTED
        if cell is not None and not stopped and _parses(cell):
            self._shell.run_cell(cell, store_history=False)

    def _cells(self, cell: str | None) -> tuple[list[str], list[int]]:
        """Return the program's cells, each at the index of its number, and those left out.

        Cells that do not parse are left out, since they never ran; but not the current one.
        """
        history = self._shell.history_manager.input_hist_raw
        number = self._shell.execution_count
        texts, left_out = [""] * number, []
        for place, raw in enumerate(history[1:number], start=1):
            text = _body(raw)
            if place in self._rerun:
                continue
            if _parses(text):
                texts[place - 1] = text
            else:
                left_out.append(place)
        texts[-1] = self._raw if cell is None else f"\n{cell}"
        return texts, left_out


def _split(line: str) -> tuple[str, list[str]]:
    """Return the first word and the options after it; "" if options come first."""
    try:
        words = shlex.split(line, posix=os.name != "nt")
    except ValueError as error:
        raise IntakeError("a quote is not closed: {line}", line=line) from error
    return ("", words) if not words or words[0].startswith("-") else (words[0], words[1:])


def _body(raw: str) -> str:
    """Remove the magic from a cell that was checked before: the rest of it ran."""
    first, _, rest = raw.lstrip().partition("\n")
    return f"\n{rest}" if first.split()[:1] == [MAGIC] else raw


def _parses(cell: str) -> bool:
    try:
        ast.parse(without_magics(cell))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _checked(assignment: str, cells: Sequence[str], options: Sequence[str]) -> tuple[int, str]:
    """Run `grader check` on a notebook of these cells; return its exit code and output."""
    with TemporaryDirectory(prefix="grader-check-") as folder:
        notebook = Path(folder, f"{Path(assignment).name}.ipynb")
        notebook.write_text(json.dumps(_document(cells)), encoding="utf-8")
        command = [sys.executable, "-P", "-m", "grader", "check", assignment, str(notebook)]
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "FORCE_COLOR": "1"}
        with subprocess.Popen(  # noqa: S603  ours
            [*command, *options],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        ) as process:
            try:
                output, _ = process.communicate()
            except KeyboardInterrupt:
                if os.name != "nt":  # Windows has no such signal for another process
                    process.send_signal(signal.SIGINT)
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(GRACE_SECONDS)
                process.kill()
                output, _ = process.communicate()
        shown = output.decode("utf-8", "replace").replace(f"{folder}{os.sep}", "")
        program = f"{quoted(sys.executable)} -m grader"
        shown = shown.replace(
            f"{program} check {assignment} {notebook.name}", f"{MAGIC} {assignment}"
        )
        return process.returncode, shown.replace(program, f"!{program}")  # as a cell accepts it


def _document(cells: Sequence[str]) -> dict[str, Any]:
    return {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": {},
        "cells": [
            {
                "cell_type": "code",
                "id": str(number),
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": cell,
            }
            for number, cell in enumerate(cells, start=1)
        ],
    }


def _wording(options: Sequence[str]) -> Wording:
    """Load the wording of the language in the options, else of the environment."""
    asked = dict(pairwise(options)).get("--lang")
    try:
        return load_wording(choose_language(asked, os.environ))
    except ValueError:
        return load_wording(choose_language(None, os.environ))


def _complain(magic: str, error: GraderError, words: Wording) -> None:
    for message in error.messages:
        sys.stderr.write(f"{magic}: {say(message, words.lang)}\n")

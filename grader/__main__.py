"""The command line: which command, and what the process answers in the end.

Commands return 0 or what they found; everything that ends one early becomes a code here.
"""

import os
import sys
from collections.abc import Sequence
from functools import partial

import click

from grader import __version__
from grader.commands.check import check
from grader.commands.crash import log_fault
from grader.commands.exits import Exit
from grader.commands.grade import grade
from grader.commands.machine import machine
from grader.commands.regrade import regrade
from grader.commands.verify import verify
from grader.model.errors import GraderError
from grader.model.fault import Fault, shielded


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="grader")
def cli() -> None:
    """Grade programming assignments: untrusted code in, score sheets out.

    プログラミングの課題を採点します。
    """


for command in (check, grade, regrade, verify, machine):
    cli.add_command(command)


def main() -> None:
    """Runs the command line and ends the process."""
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot show must not end the program.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Runs one command and returns the exit code; a bug of ours is logged, never shown."""
    answer = shielded(partial(_answer, arguments))
    if not isinstance(answer, Fault):
        return answer
    log = log_fault(answer, "grader " + " ".join(arguments))
    where = f"the details are in {log}" if log else "the log file could not be written"
    click.echo(f"grader: a bug in grader: {answer.summary}; {where}", err=True)
    return Exit.OURS


def _answer(arguments: Sequence[str]) -> int:
    """Runs one command; what can be explained in a sentence is explained here."""
    try:
        code = cli.main(args=list(arguments), prog_name="grader", standalone_mode=False)
    except click.Abort:
        return Exit.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return Exit.USAGE
    except GraderError as error:
        click.echo(f"grader: {error}", err=True)
        return error.exit_code
    except BrokenPipeError:
        # Whoever read our output has left; nothing may be flushed to them at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return Exit.DONE
    return int(code or 0)


if __name__ == "__main__":
    main()

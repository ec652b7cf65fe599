"""The command line: which command, and what the process answers in the end.

Commands return 0 or what they found; everything that ends one early becomes a code here.
"""

import errno
import os
import signal
import sys
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path


def _stop(_number: int, _frame: object) -> None:
    """Answers Ctrl-C while modules are still imported: nothing has been done by then."""
    os.write(2, "\ngrader: 中断しました。 / Interrupted.\n".encode())
    os._exit(130)


_STARTED = __name__ == "__main__" or (
    Path(sys.argv[0]).stem == "grader" and "--multiprocessing-fork" not in sys.orig_argv
)
if _STARTED and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _stop)

import click

from grader import __version__
from grader.commands.check import check
from grader.commands.collect import collect
from grader.commands.crash import log_fault
from grader.commands.exits import Exit
from grader.commands.explain import explain
from grader.commands.export import export
from grader.commands.grade import grade
from grader.commands.inspect import inspect
from grader.commands.machine import machine
from grader.commands.new import new
from grader.commands.purge import purge
from grader.commands.regrade import regrade
from grader.commands.review import review
from grader.commands.verify import verify
from grader.model.errors import GraderError
from grader.model.fault import Fault, shielded

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="grader")
def cli() -> None:
    """Grade programming assignments: untrusted code in, score sheets out.

    プログラミングの課題を採点します。
    """


COMMANDS = (
    *(check, collect, grade, regrade, review, export, inspect, explain),
    *(new, verify, machine, purge),
)
for command in COMMANDS:
    cli.add_command(command)


def main() -> None:
    """Runs the command line and ends the process."""
    if signal.getsignal(signal.SIGINT) is _stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = _main()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done: only Python's own end is left
    except KeyboardInterrupt:
        _stop(signal.SIGINT, None)
    sys.exit(code)


def _main() -> int:
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot show must not end the program.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    return run(sys.argv[1:])


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
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt) as stopped:
        if not getattr(stopped.__cause__, "args", ()):  # with words, somebody has said it
            _say("stopped; run the same command again, and it goes on", arguments)
        return Exit.INTERRUPTED
    except click.ClickException as error:
        _show_usage(error, arguments)
        return Exit.USAGE
    except GraderError as error:
        _say(error, arguments)
        return error.exit_code
    except BrokenPipeError:
        _drop_output()
        return Exit.DONE
    except OSError as error:
        if error.errno not in FULL or error.filename is not None:
            raise
        _drop_output()
        _say(f"the output cannot be written: {error.strerror}", arguments)
        return Exit.USAGE
    return int(code or 0)


def _drop_output() -> None:
    """Lets nothing be flushed in the end to a reader who has left, or to a full disk."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: str | GraderError, arguments: Sequence[str]) -> None:
    click.echo(f"grader: {_explained(message, arguments)}", err=True)


def _show_usage(error: click.ClickException, arguments: Sequence[str]) -> None:
    """Shows how the command is used, and what was wrong with it."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        click.echo(context.get_usage(), err=True)
    _say(error.format_message(), arguments)


def _explained(message: str | GraderError, arguments: Sequence[str]) -> str:
    """Says an error in the language that the command line or the locale asks for."""
    from grader.wording import choose_language, explain, say

    given = [two for one, two in pairwise([*arguments, ""]) if one == "--lang"]
    joined = [one.removeprefix("--lang=") for one in arguments if one.startswith("--lang=")]
    asked = next((one for one in (*given, *joined) if one in ("ja", "en")), None)
    lang = choose_language(asked, os.environ)
    if isinstance(message, GraderError):
        return "\n".join(say(one, lang) for one in message.messages)
    return explain(message, lang)


if __name__ == "__main__":
    main()

"""The command line: choose a command, run it, and end with its exit code.

Commands return 0 or what they found; any exception that ends one becomes an exit code here.
"""

import os
import sys

# Students' files may be in the current folder; a `random.py` there must not shadow Python's.
_OURS = f"{sys.path[0]}{os.sep}grader{os.sep}__main__.py"  # where grader itself is there
if __name__ == "__main__" and not sys.flags.safe_path and __file__ != _OURS:
    del sys.path[0]

import errno
import gc
import signal
from collections.abc import Sequence
from pathlib import Path


def _stop(_number: int, _frame: object) -> None:
    """Handle Ctrl-C while modules are still being imported: nothing has been done by then."""
    os.write(2, "\ngrader: 中断しました。 / Interrupted.\n".encode())
    os._exit(130)


_STARTED = __name__ == "__main__" or (
    Path(sys.argv[0]).stem == "grader" and "--multiprocessing-fork" not in sys.orig_argv
)
if _STARTED and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _stop)

gc.set_threshold(200_000)  # else garbage collection takes a tenth of a short command's time

import click

from grader import __version__
from grader.commands.calling import program_as_called
from grader.commands.crash import log_fault
from grader.commands.exits import ExitCode
from grader.commands.help import language_asked, speaking, usage_sentence
from grader.commands.options import complete_assignment, lang_option
from grader.extras import LibraryMissing
from grader.model.errors import GraderError, Message, SandboxUnavailable, shield
from grader.plugins import Plugin, foreign, installed, load
from grader.wording import Language, choose_language, commands_as_called, say

LEAST_MIB = 320  # address space: with less, libraries end the process with messages of their own
NO_ROOM = ("RuntimeError: can't start new thread", "MemoryError", "BlockingIOError: [Errno 11]")
TOO_LITTLE = (
    "this computer gives grader too few processes or too little memory: {reason}; see `ulimit -a`"
)
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO) if hasattr(errno, "EDQUOT") else (errno.ENOSPC,)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="grader")
@lang_option
def cli(*, lang: str | None) -> None:
    """Grade programming assignments: untrusted code in, score sheets out."""


def _add(plugin: Plugin) -> None:
    """Add a plugin's commands."""
    for name in plugin.commands:
        command = load(name)
        cli.add_command(command)
        for param in command.params:
            if param.name == "assignment":
                param._custom_shell_complete = complete_assignment  # noqa: SLF001  click sets it so


def _extend(plugin: Plugin) -> None:
    """Add a plugin's options to existing commands, including those of other plugins."""
    for name, extend in plugin.extends.items():
        if name in cli.commands:
            load(extend)(cli.commands[name])


for step, each in [(step, each) for step in (_add, _extend) for each in installed().values()]:
    with shield() as fault:
        step(each)
    if fault and each.name not in foreign():
        raise ImportError(fault.caught.traceback)  # others': see `grader machine`


def main() -> None:
    """Run the command line and end the process."""
    os.environ["PYTHONSAFEPATH"] = "1"  # nor do multiprocessing's children look there
    if signal.getsignal(signal.SIGINT) is _stop:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = _main()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # only Python's shutdown is left
    except KeyboardInterrupt:
        _stop(signal.SIGINT, None)
    gc.freeze()  # no garbage collection at shutdown either
    sys.exit(code)


def _main() -> int:
    for stream in (sys.stdout, sys.stderr):
        # A character that the terminal cannot show must not end the program.
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")
    return run(sys.argv[1:])


def run(arguments: Sequence[str]) -> int:
    """Run one command and return the exit code; a bug of ours is logged, never shown."""
    lang = choose_language(language_asked(arguments), os.environ)
    with shield() as fault:
        return _answer(arguments, lang)
    answer = fault.caught
    if answer.summary.startswith(NO_ROOM):
        reason = {"reason": answer.summary.partition(": ")[2] or answer.summary}
        _say(Message(TOO_LITTLE, reason), lang)
        return ExitCode.OURS
    log = log_fault(answer, "grader " + " ".join(arguments))
    where = Message("see {log} for details", {"log": log})
    where = where if log else Message("the log file could not be written")
    bug = {"summary": answer.summary, "where": where}
    _say(Message("a bug in grader: {summary}; {where}", bug), lang)
    return ExitCode.OURS


def _answer(arguments: Sequence[str], lang: Language) -> int:
    """Run one command; explain errors that can be explained in a sentence."""
    try:
        _ensure_memory()
        command = speaking(cli, lang)
        program = program_as_called()
        for shown in (command, *getattr(command, "commands", {}).values()):
            shown.epilog = commands_as_called(shown.epilog or "", program)
        # https://no-color.org and force-color.org: rich knows both, click knows neither.
        color = True if os.environ.get("FORCE_COLOR") else None
        color = False if os.environ.get("NO_COLOR") else color
        code = command.main(
            args=list(arguments),
            prog_name=program,
            complete_var="_GRADER_COMPLETE",
            standalone_mode=False,
            color=color,
        )
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt) as stopped:
        return _say_why_it_stopped(stopped, lang)
    except click.ClickException as error:
        _show_usage(error, lang)
        return ExitCode.USAGE
    except (GraderError, ModuleNotFoundError) as error:
        explained = error if isinstance(error, GraderError) else LibraryMissing.of_import(error)
        if explained is None:
            raise
        return _explain(explained, lang)
    except BrokenPipeError:
        _drop_output()
        return ExitCode.DONE
    except OSError as error:
        if error.errno not in FULL or error.filename is not None:
            raise
        _drop_output()
        reason = {"reason": error.strerror}
        _say(Message("the output cannot be written: {reason}", reason), lang)
        return ExitCode.USAGE
    return int(code or 0)


def _explain(error: GraderError, lang: Language) -> int:
    """Print what is wrong and what to do; return the exit code."""
    if usage := getattr(error, "usage", ""):
        click.echo(usage, err=True)
    lines = "\n".join(
        commands_as_called(say(message, lang), program_as_called()) for message in error.messages
    )
    click.echo(f"grader: {lines}", err=True)
    return error.exit_code


def _ensure_memory() -> None:
    """Raise GraderError if `ulimit -v` leaves too little for any command."""
    try:
        import resource
    except ImportError:  # Windows
        return
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most != resource.RLIM_INFINITY and most < LEAST_MIB * 2**20:
        raise SandboxUnavailable(
            "`ulimit -v` limits the memory to {most} MiB; grader needs at least {least} MiB",
            most=most // 2**20,
            least=LEAST_MIB,
        )


def _say_why_it_stopped(stopped: BaseException, lang: Language) -> ExitCode:
    """Distinguish an interrupt from the end of one of our processes: click calls both an abort."""
    if isinstance(stopped.__cause__, EOFError):
        _say(
            Message(
                "a process of grader was stopped from outside; run the same command again to "
                "continue"
            ),
            lang,
        )
        return ExitCode.OURS
    if not getattr(stopped.__cause__, "args", ()):  # with arguments, it was printed already
        _say(Message("stopped; the same command can be run again"), lang)
    return ExitCode.INTERRUPTED


def _drop_output() -> None:
    """Discard buffered output whose reader is gone, or for which the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _say(message: Message, lang: Language) -> None:
    click.echo(f"grader: {say(message, lang)}", err=True)


def _show_usage(error: click.ClickException, lang: Language) -> None:
    """Print the command's usage, and what was wrong with it."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        click.echo(error.format_message(), err=True)  # all of the help
        return
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        click.echo(context.get_usage(), err=True)
    click.echo(f"grader: {usage_sentence(error, lang)}", err=True)


if __name__ == "__main__":
    main()

"""Choose the Python for a submission whose assignment names versions.

The first listed version that is on this machine and can read the program is used. If only a missing
version could read it, the submission waits for that one. An author's own check uses the Python that
is installed, and the evidence records that.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from grader.kinds import kind_of
from grader.model.evidence import Evidence
from grader.model.machine import GRADED_UNDER, HOST, OWN_VERSION, PYTHON, UNREADABLE_BY
from grader.model.static import ParseStatus, SourceFacts
from grader.model.submission import Submission
from grader.observing.setup import Setup, Tools


class PythonChoice(Struct, frozen=True, kw_only=True):
    """The Python with which a submission is read and run."""

    version: str
    unreadable_by: tuple[str, ...] = ()
    instead_of: tuple[str, ...] = ()  # versions that the assignment names and this machine lacks


def under_its_python(submission: Submission, setup: Setup, tools: Tools) -> Setup:
    """Return the set-up of one submission; the class's set-up if no Python is named."""
    assignment = setup.assignment
    chosen = any(exercise.python for exercise in assignment.exercises)
    asked = any(kind_of(exercise).is_python for exercise in assignment.exercises)
    if chosen or not (asked and assignment.python) or submission.main is None:
        return setup
    here = setup.capabilities
    wanted = [version for version in assignment.python if here.has_python(version)]
    unread = tools.reader.compare(submission, wanted)
    choice = choose_python(
        assignment.python, wanted, submission.main.name, unread, own=setup.own_program
    )
    machine = dict(setup.machine)
    if choice.version != OWN_VERSION:
        releases = {each.version: each.release for each in here.pythons}
        # If it is missing here, evidence from another machine stays valid for it.
        release = releases.get(choice.version, choice.version)
        machine |= {PYTHON: release, HOST: machine.get(PYTHON, "")}
    if choice.unreadable_by:
        machine[UNREADABLE_BY] = ", ".join(choice.unreadable_by)
    if choice.instead_of:
        machine[GRADED_UNDER] = ", ".join(choice.instead_of)
    return replace(_under(setup, choice.version), machine=machine)


def choose_python(
    named: Sequence[str],
    here: Sequence[str],
    main: str,
    unread: Mapping[str, Mapping[str, str]],
    *,
    own: bool,
) -> PythonChoice:
    """Choose one of the versions that an assignment names.

    `unread` are the files that each version cannot read, with the version they need. `own`: the
    program's author is checking it, and has only the Pythons that are here.

    >>> newer = {"3.11": {"a.py": "3.12"}}
    >>> choose_python(["3.11", "3.13"], ["3.11", "3.13"], "a.py", newer | {"3.13": {}}, own=False)
    PythonChoice(version='3.13', unreadable_by=('3.11',), instead_of=())
    >>> choose_python(["3.11", "3.13"], ["3.11"], "a.py", newer, own=False).version
    '3.13'
    """
    if not here:
        if own:
            return PythonChoice(version=OWN_VERSION, instead_of=tuple(named))
        return PythonChoice(version=named[0])
    asked = [version for version in here if version in unread] or [here[0]]
    files = {version: unread.get(version, {}) for version in asked}
    best = min(asked, key=lambda version: (main in files[version], len(files[version])))
    if main not in files[best]:
        return PythonChoice(version=best, unreadable_by=tuple(asked[: asked.index(best)]))
    newest = max(asked, key=_numbers)  # its error is shown if none can read the program
    needs = files[newest][main]
    absent = [version for version in named if version not in here]
    fitting = [version for version in absent if needs and _numbers(version) >= _numbers(needs)]
    if fitting and not own:
        return PythonChoice(version=fitting[0], unreadable_by=tuple(asked))
    others = tuple(version for version in asked if version != newest)
    return PythonChoice(version=newest, unreadable_by=others, instead_of=tuple(fitting))


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part)


def under_python_of(evidence: Evidence, setup: Setup) -> Setup:
    """Return the set-up with the Python that stored evidence was observed under."""
    return _under(setup, python_of(evidence)) if setup.assignment.python else setup


def python_of(evidence: Evidence) -> str:
    """Return the version that the programs of stored evidence were run under."""
    return ".".join(evidence.machine.get(PYTHON, "").split(".")[:2])


def chooses_again(evidence: Evidence, setup: Setup) -> bool:
    """Return whether the same Python would be chosen now.

    A machine without that Python never discards what another one observed with it.
    """
    named, here, version = setup.assignment.python, setup.capabilities, python_of(evidence)
    if not named:
        return True
    if version not in named:
        return False
    unreadable = evidence.machine.get(UNREADABLE_BY, "").split(", ")
    earlier = [each for each in named[: named.index(version)] if here.has_python(each)]
    return not here.has_python(version) or all(each in unreadable for each in earlier)


def naming_all(facts: SourceFacts, setup: Setup) -> SourceFacts:
    """List every Python that could not read a program, not only the last one tried."""
    named, here = setup.assignment.python, setup.capabilities
    if not named or facts.status is not ParseStatus.FOREIGN or facts.syntax is None:
        return facts
    able = ", ".join(version for version in named if here.has_python(version))
    later = any(_numbers(version) >= _numbers(facts.syntax.needs) for version in named)
    lesson = "newer-than-here" if later and setup.own_program else "newer-than-named"
    trouble = replace(facts.syntax, here=able or facts.syntax.here, lesson=lesson)
    return replace(facts, syntax=trouble)


def _under(setup: Setup, version: str) -> Setup:
    assignment = setup.assignment
    exercises = tuple(
        replace(exercise, python=version) if kind_of(exercise).is_python else exercise
        for exercise in assignment.exercises
    )
    return replace(setup, assignment=replace(assignment, exercises=exercises))

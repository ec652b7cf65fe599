"""Check what was submitted: is there exactly one readable source? Pure.

The four codes divide one question, so that exactly one of them reports the problem: INT005 if the
expected source was refused, INT004 if several files could be it, INT002 if there is none, RUN001 if
the source cannot be read.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum, auto

from msgspec.structs import replace

from grader.intake.lateness_checks import handed_in_in_time
from grader.intake.names import stem_and_suffix, stems
from grader.intake.syntax import cells_left_out, unreadable_text
from grader.kinds import all_sources, is_here, kind_of, kind_of_file
from grader.model.collection import NoteKind
from grader.model.course import Assignment
from grader.model.evidence import Evidence
from grader.model.finding import Finding, Param, Verdict
from grader.model.machine import waits_for_python
from grader.model.submission import FileTrouble, Trouble

__all__ = [
    "handed_in_in_time",
    "names_are_as_given",
    "nothing_was_refused",
    "one_file_is_the_source",
    "something_was_handed_in",
    "source_can_be_read",
    "student_is_known",
]

_ARCHIVES = (".zip", ".rar", ".7z", ".lzh", ".tar", ".gz", ".tgz")
_TEXTS = frozenset({".txt", ".text", ".rtf"})  # endings that an editor or LMS may give a program
_EARLIER = NoteKind.EARLIER
_ONLINE = ("onlinetext.html", "_text.html", "_submissiontext.html")  # typed into the LMS
_MAX_NAMES = 10  # names in one message

_REFUSALS = frozenset(
    {
        Trouble.LINK,
        Trouble.SPECIAL,
        Trouble.DIRECTORY,
        Trouble.UNREADABLE,
        Trouble.TOO_MANY,
        Trouble.NOT_UNPACKED,
    }
)
# Our limits or faults, not the student's: a person must look.
_GRADER_FAULTS = frozenset({Trouble.UNREADABLE, Trouble.TOO_MANY, Trouble.NOT_UNPACKED})
_NO_TEXT = frozenset(
    {
        Trouble.EMPTY,
        Trouble.TOO_LARGE,
        Trouble.OTHER_KIND,
        Trouble.NUL_BYTES,
        Trouble.UNDECODABLE,
        Trouble.BAD_NOTEBOOK,
        Trouble.NO_CODE,
    }
)


class _SourceState(Enum):
    """The result of looking for the source."""

    READ = auto()
    NO_TEXT = auto()
    AMBIGUOUS = auto()
    REFUSED = auto()
    MISSING = auto()


def something_was_handed_in(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """INT002: there is a source."""
    state = _state(evidence)
    if state is _SourceState.REFUSED:
        return [_because("INT002", Verdict.SKIPPED, "INT005")]
    if state is not _SourceState.MISSING:
        return [_passed("INT002")]
    instead = {
        "renamed": [name for name in evidence.files if _is_renamed(name, evidence, assignment)],
        "typed": [name for name in evidence.files if name.casefold().endswith(_ONLINE)],
        "archive": [name for name in evidence.files if name.casefold().endswith(_ARCHIVES)],
    }
    for case, names in instead.items():
        if names:
            return [
                Finding(
                    check="INT002",
                    subject="",
                    verdict=Verdict.UNDECIDED,
                    case=case,
                    params={"found": _some(names), "source": assignment.source},
                )
            ]
    return [
        Finding(
            check="INT002",
            subject="",
            verdict=Verdict.FAILED,
            case=_missing(evidence, assignment),
            params={"found": _some(evidence.files), "source": assignment.source},
        )
    ]


def _is_renamed(name: str, evidence: Evidence, assignment: Assignment) -> bool:
    """Return whether a file has the source's name with a text ending; some LMSs refuse `.py`."""
    wanted, _ = stem_and_suffix(assignment.source)
    last = name.rpartition("/")[2]
    named = last if "." in last else f"{last}.txt"
    return stem_and_suffix(named)[1] in _TEXTS and wanted in stems(named, evidence.student)


def _missing(evidence: Evidence, assignment: Assignment) -> str:
    if not evidence.files:
        return "nothing"
    return _worded(assignment.source, "INT002", "no-source")


def one_file_is_the_source(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """INT004: it is clear which file the source is."""
    match _state(evidence):
        case _SourceState.REFUSED:
            return [_because("INT004", Verdict.SKIPPED, "INT005")]
        case _SourceState.MISSING:
            return [_because("INT004", Verdict.SKIPPED, "INT002")]
        case _SourceState.AMBIGUOUS:
            return [_ambiguous(evidence, assignment)]
    if evidence.main and not _is_called(evidence.main, assignment.source):
        notebook = f"{assignment.source.removesuffix('.py')}.ipynb"
        wanted = notebook if evidence.main.endswith(".ipynb") else assignment.source
        params = {"main": evidence.main, "source": wanted}
        return [_passed("INT004", "other-name", params)]
    earlier = [name for note in evidence.collected if note.kind is _EARLIER for name in note.names]
    return [
        _passed("INT004", "earlier", {"names": _some(earlier)}) if earlier else _passed("INT004")
    ]


def _is_called(main: str, source: str) -> bool:
    """Return whether a file has the requested name; a notebook may keep its own ending."""
    name = main.rpartition("/")[2]
    return name == source or name == f"{source.removesuffix('.py')}.ipynb"


def nothing_was_refused(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """INT005: no link, special file or folder stands where the source should be."""
    refused = [trouble for trouble in evidence.troubles if trouble.trouble in _REFUSALS]
    names = _some([trouble.file for trouble in refused])
    if _state(evidence) is not _SourceState.REFUSED:
        return [_passed("INT005", "extra", {"refused": names}) if refused else _passed("INT005")]
    worst = _worst(refused)
    folder = worst.detail == "folder"
    undecided = folder or worst.trouble in _GRADER_FAULTS or _leads_to_a_folder(worst)
    params = {"file": worst.file, "source": assignment.source, "detail": worst.detail}
    if worst.trouble is Trouble.NOT_UNPACKED:
        params["refusal"], _, params["detail"] = worst.detail.partition(" ")
    return [
        Finding(
            check="INT005",
            subject="",
            verdict=Verdict.UNDECIDED if undecided else Verdict.FAILED,
            case="folder" if folder else worst.trouble,
            params=params,
        )
    ]


def source_can_be_read(evidence: Evidence, assignment: Assignment) -> Iterable[Finding]:
    """RUN001: the source decodes and parses."""
    match _state(evidence):
        case _SourceState.REFUSED:
            return [_because("RUN001", Verdict.SKIPPED, "INT005")]
        case _SourceState.MISSING:
            return [_because("RUN001", Verdict.SKIPPED, "INT002")]
        case _SourceState.AMBIGUOUS:
            return [_because("RUN001", Verdict.UNDECIDED, "INT004")]
        case _SourceState.NO_TEXT:
            trouble = next(t for t in evidence.troubles if t.trouble in _NO_TEXT)
            return [_no_text(trouble, assignment)]
    if lacking := _lacking(evidence, assignment):
        return [Finding(check="RUN001", subject="", verdict=Verdict.WAITING, params=lacking)]
    return [next(_about_text(evidence, assignment), _passed("RUN001"))]


def _lacking(evidence: Evidence, assignment: Assignment) -> dict[str, Param]:
    """Return what is missing to read the source: a plugin or a Python version."""
    if absent := [each.kind for each in assignment.exercises if not is_here(each.kind)]:
        return {"absent": absent[0]}
    waits = [each.waiting for each in evidence.exercises if waits_for_python(each.waiting)]
    unread = all(each.source is None for each in evidence.exercises)
    return {"needs": waits[0]} if waits and unread else {}


def _state(evidence: Evidence) -> _SourceState:
    kinds = {trouble.trouble for trouble in evidence.troubles}
    if evidence.main:
        return _SourceState.READ
    if evidence.candidates or Trouble.SAME_STUDENT in kinds:
        return _SourceState.AMBIGUOUS
    if kinds & _NO_TEXT:
        return _SourceState.NO_TEXT
    refused = any(_stands_for_the_source(trouble) for trouble in evidence.troubles)
    return _SourceState.REFUSED if refused else _SourceState.MISSING


def _stands_for_the_source(trouble: FileTrouble) -> bool:
    if trouble.trouble not in _REFUSALS:
        return False
    whole_folder = trouble.detail == "folder" or trouble.trouble in _GRADER_FAULTS
    named = trouble.file.casefold().removesuffix(".txt").endswith(all_sources())
    return whole_folder or named or _leads_to_a_folder(trouble)


def _leads_to_a_folder(trouble: FileTrouble) -> bool:
    """Return whether a link pointed to a folder, judging by its name; the source may be in it."""
    name = trouble.file.rpartition("/")[2]
    return trouble.trouble is Trouble.LINK and "." not in name


def _worst(refused: list[FileTrouble]) -> FileTrouble:
    """Pick the refusal to report: first one that only a person can judge, then a lost source."""
    standing = [trouble for trouble in refused if _stands_for_the_source(trouble)]
    return min(standing, key=lambda trouble: (trouble.trouble not in _GRADER_FAULTS, trouble.file))


def _ambiguous(evidence: Evidence, assignment: Assignment) -> Finding:
    folders = [t.file for t in evidence.troubles if t.trouble is Trouble.SAME_STUDENT]
    return Finding(
        check="INT004",
        subject="",
        verdict=Verdict.UNDECIDED,
        case="same-student" if folders else "several",
        params={
            "candidates": _some(evidence.candidates),
            "folders": _some(folders),
            "source": assignment.source,
        },
    )


def _no_text(trouble: FileTrouble, assignment: Assignment) -> Finding:
    return Finding(
        check="RUN001",
        subject="",
        verdict=Verdict.FAILED,
        case=trouble.trouble,
        params={
            "file": trouble.file,
            "source": assignment.source,
            "detail": trouble.detail,
            "line": trouble.location.line if trouble.location else 0,
        },
        locations=(trouble.location,) if trouble.location else (),
    )


def _about_text(evidence: Evidence, assignment: Assignment) -> Iterator[Finding]:
    """Yield the findings about a source that was read, most severe first."""
    for finding in unreadable_text(evidence.exercises):
        yield replace(finding, case=_worded(evidence.main, "RUN001", finding.case))
    yield from cells_left_out(evidence.exercises)
    for trouble in evidence.troubles:
        if trouble.trouble is Trouble.REDECODED and trouble.file == evidence.main:
            yield Finding(
                check="RUN001",
                subject="",
                verdict=Verdict.PASSED,
                case=_redecoded(evidence.main, trouble.detail),
                params={"file": trouble.file, "encoding": _encoding(trouble.detail)},
                locations=(trouble.location,) if trouble.location else (),
            )
    helpers = [trouble.file for trouble in evidence.troubles if trouble.trouble in _NO_TEXT]
    if helpers:
        yield _passed("RUN001", "helper", {"files": _some(helpers)})
    exercises = {exercise.id: exercise for exercise in assignment.exercises}
    for observed in evidence.exercises:
        if observed.exercise in exercises:
            yield from kind_of(exercises[observed.exercise]).notes(observed)


def _redecoded(main: str, encoding: str) -> str:
    case = "coding-line" if encoding.startswith("utf-8") else "redecoded"
    return _worded(main, "RUN001", case)


def _worded(file: str, check: str, case: str) -> str:
    """Return the case of a sentence, worded for the kind of file."""
    kind = kind_of_file(file)
    return kind.case(check, case) if kind is not None else case


def _encoding(name: str) -> str:
    """Return an encoding's name as editors show it."""
    if name == "cp932":
        return "Shift_JIS (CP932)"
    if name.startswith("iso2022"):
        return "ISO-2022-JP (JIS)"
    return "EUC-JP" if name.startswith("euc") else name.upper()


def _passed(check: str, case: str = "", params: Mapping[str, Param] | None = None) -> Finding:
    return Finding(
        check=check, subject="", verdict=Verdict.PASSED, case=case, params={**(params or {})}
    )


def _because(check: str, verdict: Verdict, earlier: str) -> Finding:
    return Finding(check=check, subject="", verdict=verdict, params={"because": earlier})


def _some(names: Iterable[str]) -> tuple[str, ...]:
    listed = list(dict.fromkeys(names))
    return (*listed[:_MAX_NAMES], "…") if len(listed) > _MAX_NAMES else tuple(listed)


# The notes of collecting. Their subject is the collecting, not the submission: a criterion that
# names INT takes no points for what an LMS or archive did to a name.

COLLECTED = "collected"  # subject of these findings

_VERDICTS_ON_IDENTITY: Mapping[NoteKind, Verdict] = {
    NoteKind.UNKNOWN: Verdict.UNDECIDED,
    NoteKind.FROM_FILE_NAME: Verdict.PASSED,
    NoteKind.OTHER_ID: Verdict.PASSED,
}


def student_is_known(evidence: Evidence, _assignment: Assignment) -> Iterable[Finding]:
    """INT003: the owner of the files is certain. No finding if nothing was collected."""
    return _findings_from_notes(evidence, "INT003", _VERDICTS_ON_IDENTITY)


def names_are_as_given(evidence: Evidence, _assignment: Assignment) -> Iterable[Finding]:
    """INT006: no file name had to be repaired. No finding if nothing was collected."""
    return _findings_from_notes(evidence, "INT006", {NoteKind.REPAIRED: Verdict.PASSED})


def _findings_from_notes(
    evidence: Evidence, check: str, verdicts: Mapping[NoteKind, Verdict]
) -> Iterator[Finding]:
    notes = [note for note in evidence.collected if note.kind in verdicts]
    for note in notes:
        yield Finding(
            check=check,
            subject=COLLECTED,
            verdict=verdicts[note.kind],
            case=note.kind.value,
            params={"names": _some(note.names), "student": evidence.student},
        )
    if not notes and evidence.received is not None:
        yield Finding(check=check, subject=COLLECTED, verdict=Verdict.PASSED)

"""Choose the source among a submission's files: the first rule that matches any decides."""

from collections.abc import Callable, Iterable, Sequence

from grader.intake.listing import sources_like
from grader.intake.names import matching, stem_and_suffix, stems

# (names, requested name, student) -> candidates
Rule = Callable[[Sequence[str], str, str], Iterable[str]]

# Files that tools require; never an answer to an exercise.
_NOT_AN_ANSWER = frozenset({"__init__", "__main__", "setup", "conftest"})


def choose_source(names: Sequence[str], source: str, student: str) -> tuple[str, ...]:
    """Return the files that could be the source: one is the choice, several are ambiguous."""
    for rule in _RULES:
        candidates = tuple(rule(names, source, student))
        if candidates:
            return candidates
    return ()


def is_asked_for(name: str, source: str, student: str) -> bool:
    """Return whether a file has the requested name, or nearly."""
    return any(tuple(rule((name,), source, student)) for rule in _BY_NAME)


def could_be_source(name: str, source: str = "") -> bool:
    """Return whether a file's ending is that of a program in the language of `source`."""
    return stem_and_suffix(name)[1] in sources_like(source) or _is_disguised(name, source)


def _is_disguised(name: str, source: str) -> bool:
    """Return whether a browser appended .txt to a download: kadai1.py.txt."""
    return matching(name).endswith(tuple(f"{suffix}.txt" for suffix in sources_like(source)))


def _at_the_top(names: Sequence[str], source: str, _student: str) -> Iterable[str]:
    return (name for name in names if name == source)


def _anywhere(names: Sequence[str], source: str, _student: str) -> Iterable[str]:
    return (name for name in names if name.rpartition("/")[2] == source)


def _nearly(place: int) -> Rule:
    """Return the rule for names equal up to case, width, copy marks and the student's id."""

    def rule(names: Sequence[str], source: str, student: str) -> Iterable[str]:
        wanted = stem_and_suffix(source)[0]
        suffixes = sources_like(source)[place : place + 1]
        return (
            name
            for name in names
            if stem_and_suffix(name)[1] in suffixes and wanted in stems(name, student)
        )

    return rule


def _the_only_one(names: Sequence[str], source: str, _student: str) -> Iterable[str]:
    for name in names:
        stem, suffix = stem_and_suffix(name)
        if suffix in sources_like(source) and stem not in _NOT_AN_ANSWER:
            yield name


def _disguised(names: Sequence[str], source: str, student: str) -> Iterable[str]:
    """Match kadai1.py.txt: files with the requested name, else any."""
    disguised = [name for name in names if _is_disguised(name, source)]
    bare = {name: name[: -len(".txt")] for name in disguised}
    wanted = stem_and_suffix(source)[0]
    named = [name for name in disguised if wanted in stems(bare[name], student)]
    return named or disguised


_BY_NAME: tuple[Rule, ...] = (_at_the_top, _anywhere, _nearly(0), _nearly(1))
_RULES: tuple[Rule, ...] = (*_BY_NAME, _the_only_one, _disguised)

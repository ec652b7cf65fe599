"""Questions to the reader about a program: the part of an exercise that the text can answer."""

from msgspec import Struct

from grader.backends import library_of
from grader.model.course import Exercise, Scope
from grader.plugins import extractor

OPERATIONS = frozenset({"matmul", "convolution"})  # of two matrices


class SourceQuestion(Struct, frozen=True, kw_only=True):
    """What one exercise allows and requires."""

    allowed: tuple[str, ...] = ()  # top-level names of modules
    whole_program: bool = True  # the rule applies to all of it, not only to what a function reaches
    entry: str = ""
    aliases: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # names that belong to other exercises
    library: str = ""  # the backend's own, "" for pure Python
    requires: tuple[str, ...] = ()
    inputs: int = 1  # minimum number of arrays passed to the entry; 0: it may be a model
    operation: str = ""  # "matmul", "convolution"; "": code without functions is not extracted
    extracts: str = ""  # see Plugin.extracts; "" = no extraction
    python: str = ""  # version of the syntax; "" = the reader's

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the function may have, in lower case."""
        return tuple(name.lower() for name in (self.entry, *self.aliases))


def question_about(exercise: Exercise) -> SourceQuestion:
    """Return the question that an exercise asks about a program's text."""
    return SourceQuestion(
        allowed=exercise.allowed_imports,
        whole_program=exercise.scope is Scope.FILE,
        entry=exercise.entry,
        aliases=exercise.aliases,
        others=exercise.others,
        library=library_of(exercise.backend),
        requires=exercise.requires,
        inputs=_inputs(exercise),
        operation=exercise.operation,
        extracts=extractor(),
        python=exercise.python,
    )


def _inputs(exercise: Exercise) -> int:
    if not exercise.of_arrays:
        return 0
    return 2 if exercise.operation in OPERATIONS else 1

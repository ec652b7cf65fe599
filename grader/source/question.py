"""What the reader is asked about a program: the part of an exercise that its text can answer."""

from msgspec import Struct

from grader.backends import library_of
from grader.model.course import Exercise, Scope
from grader.plugins import extractor

OPERATIONS = frozenset({"matmul", "convolution"})  # of two matrices


class SourceQuestion(Struct, frozen=True, kw_only=True):
    """What one exercise allows and asks for."""

    allowed: tuple[str, ...] = ()  # top-level names of modules
    whole_program: bool = True  # the rule is about all of it, not about what a function reaches
    entry: str = ""
    aliases: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # names that belong to other exercises
    library: str = ""  # the backend's own, "" for pure Python
    requires: tuple[str, ...] = ()
    inputs: int = 1  # arrays that the entry is called with, at least; 0: it may be a model
    operation: str = ""  # "matmul", "convolution"; "": a program without functions is left as it is
    extracts: str = ""  # see Plugin.extracts; "" = nothing is guessed
    python: str = ""  # the version whose syntax it is; "" = that of the reader

    @property
    def names(self) -> tuple[str, ...]:
        """The names that the function may have, in small letters."""
        return tuple(name.lower() for name in (self.entry, *self.aliases))


def question_about(exercise: Exercise) -> SourceQuestion:
    """Puts the question that an exercise asks of a text."""
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

"""Tries an exercise that asks for odd things on our own right program, before anybody is graded.

A table may be legal and yet no right answer come of it, such as one that gives NumPy's arrays to a
function of PyTorch. Then the file is to be mended. Where the program fails with plain settings as
well, it is the machine's fault, which `known` tells of each student.
"""

from collections.abc import Callable, Iterator, Mapping

from msgspec import Struct
from msgspec.structs import replace

from grader.course import place_in
from grader.model.course import Assignment, Backend, Calls, Exercise, Form, Precision
from grader.model.errors import CourseError, Message
from grader.model.machine import BACKEND_LIBRARY

Ask = Callable[[Exercise], str]
"""Says why our right program for such an exercise does not come out right; "" when it does."""

USUAL: Mapping[Backend, tuple[Form, ...]] = {
    Backend.NUMPY: (Form.NUMPY, Form.LISTS),
    Backend.CUPY: (Form.CUPY,),
    Backend.TORCH: (Form.TORCH, Form.TORCH_4D),
    Backend.C: (Form.C_DOUBLE, Form.C_FLOAT, Form.C_ROWS),
}
"""As what programs of a backend are given their matrices; one of these is enough."""

WRONG = (
    "the correct program {program} gives a wrong result with this setting "
    "({trouble}) but a correct one with {plain}; change the setting or the program"
)


class _Odd(Struct, frozen=True, kw_only=True):
    """A key that asks for something odd, and the exercise without that."""

    key: str
    plain: str  # what would be usual, as it is written
    exercise: Exercise


def asks_oddly(exercise: Exercise) -> bool:
    """Whether programs of its backend can seldom do what is asked for."""
    return any(True for _ in _odd_keys(exercise))


def refuse_impossible(assignment: Assignment, ask: Ask) -> None:
    """Raises CourseError with every key for which alone our own right programs fail."""
    problems = []
    for index, exercise in enumerate(assignment.exercises):
        odd_keys = list(_odd_keys(exercise))
        trouble = ask(exercise) if odd_keys else ""
        if not trouble:
            continue
        ending = "c" if exercise.backend is Backend.C else "py"
        program = f"reference/programs/{exercise.operation}_{exercise.backend}.{ending}"
        reason = next((odd for odd in odd_keys if not ask(odd.exercise)), None)
        if reason is not None:
            where = place_in(assignment, ("exercise", index, reason.key))
            params = {"program": program, "trouble": trouble, "plain": reason.plain}
            problems.append(Message(WRONG, params, where))
    if problems:
        raise CourseError(problems)


def _odd_keys(exercise: Exercise) -> Iterator[_Odd]:
    """Gives the keys that may be the reason, each time with all those before it made plain, too."""
    usual = USUAL.get(exercise.backend, exercise.gives)
    plain = exercise
    if exercise.calls is not Calls.ARRAYS:
        plain = replace(plain, calls=Calls.ARRAYS)
        yield _Odd(key="calls", plain='calls = "arrays"', exercise=plain)
    if not set(usual) & set(exercise.gives):
        plain = replace(plain, gives=usual[:1])
        yield _Odd(key="gives", plain=f'gives = ["{usual[0]}"]', exercise=plain)
    library = BACKEND_LIBRARY.get(exercise.backend)
    if library is not None and library not in exercise.allowed_imports:
        plain = replace(plain, allowed_imports=(*exercise.allowed_imports, library))
        yield _Odd(key="allowed_imports", plain=f'"{library}"', exercise=plain)
    if exercise.dtype == "float32" and exercise.precision is Precision.DOUBLE:
        plain = replace(plain, precision=Precision.SINGLE)
        yield _Odd(key="precision", plain='precision = "single"', exercise=plain)

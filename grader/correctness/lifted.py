"""Whether a lifted function does with a script's own matrices what the script did."""

from grader.correctness.values import numbers, same_numbers
from grader.model.run import RunStatus, Target
from grader.model.running import Program, Whole
from grader.model.static import Lifted


def does_as_the_script(lifted: Lifted, target: Target, program: Program, whole: Whole) -> bool:
    """Calls it with the matrices that the script left, and compares with the result it left.

    False when one of the three is not there.
    """
    values = [whole.values.get(name) for name in (lifted.left, lifted.right, lifted.result)]
    left, right, result = (None if one is None else numbers(one) for one in values)
    if left is None or right is None or result is None:
        return False
    session = program.start()
    try:
        if session.load.status is not RunStatus.OK:
            return False
        call = session.call(target, (left, right))
    finally:
        session.close()
    answered = None if call.result is None else numbers(call.result)
    return answered is not None and same_numbers(answered, result)

"""Asks a loaded program for one product."""

from grader.model.calling import Convention, Target
from grader.model.run import RunStatus
from grader.model.running import Session


def multiplies(session: Session) -> bool:
    """Says whether its matmul gives the right product of two small matrices."""
    import numpy as np

    a = np.array([[1, 2], [3, 5]], dtype=np.int64)
    call = session.call(Target(name="matmul", convention=Convention.AB), [a, a])
    assert call.run.status is RunStatus.OK, call.run
    return call.result is not None and call.result.data == (a @ a).tobytes()

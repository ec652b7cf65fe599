"""Arrays and tensors among a program's variables come home, too."""

from msgspec.structs import replace

from grader.model.course import Scope
from grader.model.run import RunStatus
from grader.model.running import ScriptResult
from grader.sandbox import IsolationLevel, Sandbox
from tests.sandbox.places import skip_unless_holds
from tests.sandbox.running import rows
from tests.sandbox.scientific import INSTALLED, exercise


def _run(source: str, *allowed: str) -> ScriptResult:
    asked = replace(exercise(*allowed), scope=Scope.FILE)
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B, capabilities=INSTALLED) as place:
        whole = place.open_program("k.py", {"k.py": source}, asked).run_script((), 10.0)
    assert whole.run.run.status is RunStatus.OK, whole.run
    return whole


def test_numpy_arrays_come_home() -> None:
    """Matrices of every number type, lists of rows and of scalars; no vector, no subclass."""
    source = """
import numpy as np
class Odd(np.ndarray):
    @property
    def shape(self):
        raise SystemExit
a = np.arange(6, dtype=np.int32).reshape(2, 3)
b = np.matrix([[1.5, 2]])
c = [np.array([1, 2]), np.array([3, 4])]
d = [[np.float64(1), np.float64(2)]]
e = a.astype(object)
f = np.asfortranarray(np.array([[1.0, 2.0], [3.0, 4.0]], dtype=np.float32))
vector, cube, words = np.ones(3), np.ones((2, 2, 2)), np.array([['a']])
odd = np.ones((2, 2)).view(Odd)
huge = np.zeros((5000, 10))
"""
    values = _run(source, "numpy").values
    assert set(values) == {"a", "b", "c", "d", "e", "f"}
    assert rows(values["a"]) == rows(values["e"]) == [[0, 1, 2], [3, 4, 5]]
    assert rows(values["c"]) == rows(values["f"]) == [[1, 2], [3, 4]]
    assert (values["f"].dtype, values["f"].container) == ("<f4", "numpy.ndarray")


def test_tensors_come_home() -> None:
    """A product of tensors, with its element type."""
    source = """
import torch
x, y = torch.eye(2), torch.tensor([[1.0, 2.0], [3.0, 4.0]])
z = x @ y
four = torch.ones(1, 1, 2, 2)
"""
    values = _run(source, "torch").values
    assert set(values) == {"x", "y", "z"}
    assert rows(values["z"]) == [[1, 2], [3, 4]]
    assert values["z"].container == "torch.Tensor"


def test_large_matrices_come_home_while_there_is_room() -> None:
    """Three of 1024 x 1024 and a small one: yes; what is larger is beyond the bound."""
    source = """
import numpy as np
a = np.ones((1024, 1024))
b = [[1] * 1024 for _ in range(1024)]
c = a @ b
d = [[1]]
e = np.ones((2000, 1000))
"""
    assert set(_run(source, "numpy").values) == {"a", "b", "c", "d"}

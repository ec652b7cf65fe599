"""Matrices are given in every form, and whatever array comes back arrives as bytes."""

from collections.abc import Iterator

import numpy as np
import pytest

from grader.cases.comparing import compare
from grader.cases.questions import CaseQuestion
from grader.model.calling import Value, ValueKind
from grader.model.course import Case, CaseKind, Form
from grader.model.run import RunStatus
from grader.sandbox import IsolationLevel, Sandbox
from tests.cases.course import reference
from tests.sandbox.places import skip_unless_holds
from tests.sandbox.scientific import INSTALLED, A, B, exercise, loaded, target

ALLOWED = ("numpy", "torch")
HEAD = "import numpy as np\nimport torch\n\ndef f(a, b):\n"


@pytest.fixture(scope="module")
def place() -> Iterator[Sandbox]:
    """One sandbox: forms are the same on every level."""
    skip_unless_holds(IsolationLevel.B)
    with Sandbox(IsolationLevel.B, capabilities=INSTALLED) as sandbox:
        yield sandbox


def _result(place: Sandbox, body: str, form: Form = Form.LISTS, dtype: str = "float64") -> Value:
    with loaded(place, f"{HEAD}    {body}\n", exercise(*ALLOWED, dtype=dtype)) as (_, session):
        called = session.call(target(form), [A, B])
    assert called.run.status is RunStatus.OK, called.run
    assert called.result is not None
    return called.result


GIVEN = {
    Form.LISTS: ("type(a) is list and type(a[0][0]) is float", "list of list"),
    Form.NUMPY: ("type(a) is np.ndarray and a.dtype == np.{}", "numpy.ndarray"),
    Form.TORCH: ("type(a) is torch.Tensor and a.dtype == torch.{}", "torch.Tensor"),
    Form.TORCH_4D: ("a.shape == (1, 1, 2, 2) and a.dtype == torch.{}", "torch.Tensor"),
}


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("form", GIVEN)
def test_each_form_is_given_in_the_type_of_the_exercise(
    place: Sandbox, form: Form, dtype: str
) -> None:
    """The function gets its own writable array, and what it holds afterwards comes back."""
    condition, container = GIVEN[form]
    body = f"assert {condition.format(dtype)}\n    a[0][0] = a[0][0] + 1\n    return a"
    value = _result(place, body, form, dtype)
    assert value.container == container
    got = np.frombuffer(value.data, value.dtype)
    if form is not Form.TORCH_4D:
        assert got[0] == A[0, 0] + 1
    assert value.shape == ((1, 1, 2, 2) if form is Form.TORCH_4D else (2, 2))


def test_whole_numbers_are_whole_floats_in_arrays(place: Sandbox) -> None:
    """Arrays have the type of the exercise for whole-number cases, too."""
    source = "def f(a, b):\n    assert str(a.dtype) == 'float32'\n    return a @ b\n"
    whole = A.astype(np.int64)
    with loaded(place, source, exercise("numpy", dtype="float32")) as (_, session):
        called = session.call(target(Form.NUMPY), [whole, whole])
    assert called.result is not None
    assert called.result.dtype == "<f4"
    assert [one.dtype for one in called.inputs_after if one] == ["<f4", "<f4"]


KEPT = {
    "return a": "",
    "a += 0": "",
    "b[60][70] += 1": "b",
    "a[0][0] = -a[0][0]; b += 1": "ab",
    "a[...] = a.T + 0": "a",
}
RESHAPED = {
    (Form.NUMPY, "a.shape = (a.size, 1)"): "a",
    (Form.NUMPY, "a.shape = (1, *a.shape)"): "",
    (Form.NUMPY, "a.dtype = np.int32"): "a",
    (Form.TORCH, "a.t_()"): "a",
    (Form.TORCH, "a.data = a.double()"): "",
    (Form.TORCH, "a.data = a[:100]"): "a",
    (Form.TORCH, "a.requires_grad_()"): "",
}


@pytest.mark.parametrize(
    ("form", "line", "changed"),
    [
        *((form, line, names) for form in GIVEN for line, names in KEPT.items()),
        *((*key, names) for key, names in RESHAPED.items()),
    ],
)
def test_of_large_inputs_only_what_was_changed_comes_back(
    place: Sandbox, form: Form, line: str, changed: str
) -> None:
    """What comes back holds what it was changed to; the host has the rest, and says so."""
    if form is Form.LISTS:
        line = "a[0][0] += 1; b[60][70] += 1"
        changed = "ab"
    line = line.replace("a.T", "a.mT") if form in {Form.TORCH, Form.TORCH_4D} else line
    if form is Form.TORCH_4D:
        line = f"a, b = a[0][0], b[0][0]; {line}"
    rng = np.random.default_rng(1)
    inputs = [rng.random((130, 140)).astype("f4") + 1.0 for _ in "ab"]
    inputs[0] = inputs[0][:, :130]
    source = f"{HEAD}    {line}\n    return [[1]]\n"
    asked = CaseQuestion(
        case=Case(size=130, kind=CaseKind.FLOATS),
        inputs=tuple(inputs),
        reference=reference(),
    )
    with loaded(place, source, exercise(*ALLOWED, dtype="float32")) as (_, session):
        called = session.call(target(form), inputs)
    assert called.run.status is RunStatus.OK, called.run
    found = compare(asked, called).comparison.changed
    assert "".join("ab"[at] for at in found) == changed
    if form is not Form.LISTS:
        sent = "".join("ab"[at] for at, after in enumerate(called.inputs_after) if after)
        assert {*changed} <= {*sent}
        assert (line in KEPT) <= (sent == changed)


ARRAYS = {
    "np.array(a, dtype=np.float16)": ("numpy.ndarray", "float16", "<f4"),
    "np.array(a, dtype=np.int32)": ("numpy.ndarray", "int32", "<i4"),
    "np.array(a, dtype='>f8')": ("numpy.ndarray", "float64", "<f8"),
    "np.array(a, dtype=np.longdouble)": ("numpy.ndarray", "longdouble", "<f8"),
    "np.array(a).T": ("numpy.ndarray", "float64", "<f8"),
    "np.matrix(a)": ("numpy.ndarray", "float64", "<f8"),
    "np.array([[1, 2.5]], dtype=object)": ("numpy.ndarray", "float and int", "<f8"),
    "torch.tensor(a, requires_grad=True)": ("torch.Tensor", "float32", "<f4"),
    "torch.tensor(a, dtype=torch.bfloat16)": ("torch.Tensor", "bfloat16", "<f4"),
    "torch.tensor(a).half().t()": ("torch.Tensor", "float16", "<f4"),
    "torch.tensor(a).to_sparse()": ("torch.Tensor", "float32", "<f4"),
    "torch._neg_view(torch.tensor(a))": ("torch.Tensor", "float32", "<f4"),
    "torch.nn.Parameter(torch.tensor(a))": ("torch.Tensor", "float32", "<f4"),
    "torch.tensor(a)[None, None]": ("torch.Tensor", "float32", "<f4"),
    "[[np.float64(x) for x in row] for row in a]": ("list of list", "float64", "<f8"),
    "[[np.int64(1), 2.5]]": ("list of list", "float and int64", "<f8"),
    "[np.array(row) for row in a]": ("list of list", "float", "<f8"),
    "[[torch.tensor(x) for x in row] for row in a]": ("list of list", "float32", "<f8"),
    "[[a]]": ("list of list of list of list", "float", "<f8"),
    "np.array([1.0, 2.0])": ("numpy.ndarray", "float64", "<f8"),
}


@pytest.mark.parametrize("expression", ARRAYS)
def test_numeric_arrays_arrive_as_bytes(place: Sandbox, expression: str) -> None:
    """Of any type, layout and subclass; what they were is written beside."""
    value = _result(place, f"return {expression}")
    assert value.kind is ValueKind.MATRIX
    container, elements, dtype = ARRAYS[expression]
    if elements == "longdouble":
        elements = np.dtype(np.longdouble).name
    assert (value.container, value.elements, value.dtype) == (container, elements, dtype)
    got = np.frombuffer(value.data, value.dtype).reshape(value.shape)
    expected = A.T if expression.endswith(("T", "t()")) else A
    if got.shape[-2:] == (2, 2):
        assert np.array_equal(got.reshape(2, 2), -expected if "neg" in expression else expected)


NOT_MATRICES = {
    "np.float64(3)": ValueKind.SCALAR,
    "np.array(3.0)": ValueKind.SCALAR,
    "torch.tensor(3.0)": ValueKind.SCALAR,
    "np.zeros((0, 3))": ValueKind.RAGGED,
    "np.zeros((1, 1, 1, 2, 2))": ValueKind.OTHER,
    "np.array(a) > 2": ValueKind.OTHER,
    "np.array(a) * 1j": ValueKind.OTHER,
    "torch.tensor(a) > 2": ValueKind.OTHER,
    "np.array([['1', '2']])": ValueKind.OTHER,
    "torch.zeros(2, 2, device='meta')": ValueKind.OTHER,
    "[[np.True_, np.False_]]": ValueKind.OTHER,
    "[np.zeros(2), np.zeros(3)]": ValueKind.RAGGED,
}


@pytest.mark.parametrize("expression", NOT_MATRICES)
def test_what_is_no_matrix_is_described(place: Sandbox, expression: str) -> None:
    """It has a kind and no bytes, and is no fault of ours."""
    value = _result(place, f"return {expression}")
    assert value.kind is NOT_MATRICES[expression]
    assert value.data == b""


def test_a_result_that_is_too_large_to_send_is_no_forgery(place: Sandbox) -> None:
    """np.kron of two matrices, say: its shape is told, and what was given still comes back."""
    source = "import numpy as np\n\ndef f(a, b):\n    return np.kron(a, np.ones((1500, 1500)))\n"
    with loaded(place, source, exercise("numpy", dtype="float64")) as (_, session):
        called = session.call(target(Form.NUMPY), [A, B])
    assert called.run.status is RunStatus.OK
    assert called.result is not None
    assert (called.result.kind, called.result.data) == (ValueKind.OTHER, b"")
    assert called.result.description == "shape (3000, 3000)"
    assert [np.frombuffer(one.data).tolist() for one in called.inputs_after if one] == [
        A.ravel().tolist(),
        B.ravel().tolist(),
    ]


TWICE = {
    (Form.LISTS, "c = buf.setdefault(0, [[0.0], [0.0]]); c[0][0] = a[0][0]; return c"): True,
    (Form.LISTS, "c = buf.setdefault(0, [[0.0], [0.0]]); c[0][0] = a[0][0]; return c, 1.5"): True,
    (Form.LISTS, "return [[a[0][0]], [1.0]]"): False,
    (Form.LISTS, "return a"): False,
    (Form.NUMPY, "return np.dot(a, b, out=buf.setdefault(0, np.zeros((2, 2))))"): True,
    (Form.NUMPY, "c = buf.setdefault(0, np.zeros((9, 9))); c[:2, :2] = a; return c[:2, :2]"): True,
    (Form.NUMPY, "return a"): False,
    (Form.NUMPY, "return a @ b"): False,
    (Form.NUMPY, "return a.T"): False,
    (Form.TORCH, "return torch.mm(a, b, out=buf.setdefault(0, torch.zeros(2, 2).double()))"): True,
    (Form.TORCH, "return buf.setdefault(0, torch.zeros(2, 2).double()).copy_(a)"): True,
    (Form.TORCH, "return a"): False,
    (Form.TORCH, "return a @ b"): False,
    (Form.TORCH, "return a.requires_grad_() @ b"): False,
}


@pytest.mark.parametrize(("form", "body"), TWICE)
def test_a_result_is_looked_at_again_after_another_call(
    place: Sandbox, form: Form, body: str
) -> None:
    """Only what a later call writes into is another one then; inputs are made anew each time."""
    source = f"buf = {{}}\n{HEAD}    {body}\n"
    with loaded(place, source, exercise(*ALLOWED)) as (_, session):
        first, again = session.result_twice(target(form), [A, B], [A + 1, B])
        assert session.alive
    assert first is not None
    assert again is not None
    assert (bytes(first.data) != bytes(again.data)) is TWICE[form, body]


@pytest.mark.parametrize("body", ["raise ValueError", "return 1 / (a[0][0] == 0.5)"])
def test_of_a_call_that_fails_nothing_is_looked_at_again(place: Sandbox, body: str) -> None:
    """Whether the first one fails or the second; the child goes on."""
    assert A[0, 0] != 0.5
    given = A * 0 + 0.5
    with loaded(place, f"{HEAD}    {body}\n", exercise(*ALLOWED)) as (_, session):
        _, again = session.result_twice(target(Form.LISTS), [given, B], [A, B])
        assert session.alive
    assert again is None

"""PyTorch's way to a GPU, as far as it shows without one: "meta" stands for another device."""

import struct
import sys
from collections.abc import Iterator

import pytest

from grader.guest import arrays, preloading
from tests import late_torch as torch
from tests.late_torch import needs_torch

pytestmark = needs_torch
DATA = memoryview(bytearray(struct.pack("<4f", 1, 2, 3, 4)))


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is asked of the driver, which says that it is in use."""
    waits: list[str] = []
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: waits.append("waits"))
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: True)
    return waits


@pytest.fixture(autouse=True)
def taken(calls: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes PyTorch's functions as a child does before it has a program."""
    monkeypatch.setattr(arrays, "taken", {})
    monkeypatch.setattr(arrays, "_sources", {})
    arrays.take()


@pytest.fixture
def tf32() -> Iterator[None]:
    """Leaves cuDNN's switch as it was."""
    before = torch.backends.cudnn.allow_tf32
    torch.backends.cudnn.allow_tf32 = True
    yield
    torch.backends.cudnn.allow_tf32 = before


def test_arguments_are_made_on_the_device() -> None:
    """They are there before the function is called, and in its type."""
    made = arrays.make("torch", "<f4", [2, 2], DATA, "meta")
    assert (made.device.type, made.dtype, tuple(made.shape)) == ("meta", torch.float32, (2, 2))
    assert arrays.make("torch-4d", "<f4", [2, 2], DATA, "meta").shape == (1, 1, 2, 2)
    assert arrays.make("torch", "<f4", [2, 2], DATA, "cpu").tolist() == [[1, 2], [3, 4]]


def test_a_program_cannot_take_the_wait_away(
    calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits was taken before the program was there."""
    monkeypatch.setattr(torch.cuda, "synchronize", lambda: None)
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: False)
    arrays.wait()
    assert calls == ["waits"]


def test_a_program_cannot_change_how_results_come_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gradients are left behind, and methods that were replaced are not asked."""
    for name in ("detach", "cpu", "numpy", "contiguous"):
        monkeypatch.setattr(torch.Tensor, name, None)
    result = torch.ones(2, 2, requires_grad=True) * 2
    array, device, elements = arrays.taken["torch"].fetch(result)
    assert (array.tolist(), device, elements) == ([[2, 2], [2, 2]], "cpu", "float32")


def test_a_tensor_without_memory_is_described() -> None:
    """Nothing of it can be copied; the child goes on."""
    head, data = arrays.pack_array(torch.empty(2, 2, device="meta"))
    assert (head["kind"], head["container"], data) == ("other", "torch.Tensor", b"")


@pytest.mark.usefixtures("tf32")
def test_convolutions_do_without_tf32(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is switched off before the device is opened."""
    opened: list[bool] = []

    class Tensor:
        def to(self, device: str) -> "Tensor":
            assert device == "cuda"
            opened.append(torch.backends.cudnn.allow_tf32)
            return self

        def cpu(self) -> None:
            """Wait for the device."""

    def zeros(count: int, *, device: str = "") -> Tensor:
        del count
        return Tensor().to(device) if device else Tensor()

    monkeypatch.setattr("torch.zeros", zeros)
    monkeypatch.delitem(sys.modules, "cupy", raising=False)
    preloading.start_device([])
    assert set(opened) == {False}
    assert not torch.backends.cuda.matmul.allow_tf32

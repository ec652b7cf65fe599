"""What a machine can give is found from its files and a fake CuPy, down to the files it needs."""

from pathlib import Path

import pytest

from grader.model.course import DeviceKind
from grader.model.errors import SandboxUnavailable
from grader.sandbox.machine.capable import find_capabilities, find_devices
from grader.sandbox.machine.facts import (
    NoAnswerError,
    ask,
    look_for_devices,
    needed_nodes,
)
from grader.sandbox.mounts import Mounts
from grader.wording import say
from tests.sandbox.machine.gpus import amd_machine, fake_cupy, touch

__all__ = ["fake_cupy"]


def test_a_machine_without_device_files_is_not_asked(tmp_path: Path) -> None:
    """Libraries are reported, a GPU is not."""
    found = find_capabilities(["numpy", "no_such_library"], "auto", root=tmp_path)
    assert set(found.libraries) == {"numpy"}
    assert found.gpu is None
    assert not found.cpu_instead


def test_the_cpu_instead(tmp_path: Path) -> None:
    """Asked for the CPU, nothing looks for a GPU."""
    found = find_capabilities(["numpy"], "cpu", root=amd_machine(tmp_path))
    assert found.cpu_instead
    assert found.gpu is None


@pytest.mark.parametrize(("files", "reason"), [((), "there is no GPU"), (("dev/kfd",), "neither")])
def test_a_gpu_that_cannot_be_had_is_a_sentence(
    tmp_path: Path, files: tuple[str, ...], reason: str
) -> None:
    """In English and in Japanese."""
    touch(tmp_path, *files)
    with pytest.raises(SandboxUnavailable, match=reason) as raised:
        find_capabilities(["numpy"], "gpu", root=tmp_path)
    (message,) = raised.value.messages
    assert "GPU" in say(message, "ja") != str(message)


@pytest.mark.usefixtures("fake_cupy")
def test_a_gpu_with_its_files(tmp_path: Path) -> None:
    """The first device of the library, and the files of that device only."""
    found = find_capabilities(["cupy"], "gpu", root=amd_machine(tmp_path))
    assert found.gpu is not None
    assert found.gpu.kind is DeviceKind.GPU
    assert (found.gpu.name, found.gpu.arch) == ("Fake Instinct", "gfx90a")
    assert (found.gpu.runtime, found.gpu.driver) == ("HIP 6.4.43482", "6.12.12")
    assert found.gpu.memory_mib == 64_000
    assert found.gpu.nodes == ("/dev/kfd", "/dev/dri/renderD129")


@pytest.mark.usefixtures("fake_cupy")
def test_gpus_of_one_model_are_told_apart_by_their_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are given to children; one that has no files of its own is no second device."""
    monkeypatch.setenv("FAKE_CUPY_DEVICES", "2")
    found = find_capabilities(["cupy"], "gpu", root=amd_machine(tmp_path))
    nodes = [("/dev/kfd", f"/dev/dri/renderD{number}") for number in (129, 130)]
    assert [device.nodes for device in found.gpus] == nodes
    (tmp_path / "sys/class/drm/renderD130/device").unlink()
    found = find_capabilities(["cupy"], "gpu", root=tmp_path)
    assert [device.nodes for device in found.gpus] == nodes[:1]


def test_a_library_that_fails_says_why(tmp_path: Path) -> None:
    """What the library raised is in the sentence."""
    with pytest.raises(match="No module named 'cupy'"):
        find_devices(["cupy"], amd_machine(tmp_path))


def test_one_nvidia_device_among_several(tmp_path: Path) -> None:
    """Its number is read from the driver; unknown addresses leave nothing out."""
    touch(tmp_path, *(f"dev/nvidia{name}" for name in ("ctl", "-uvm", "-modeset", "0", "1", "10")))
    information = tmp_path / "proc/driver/nvidia/gpus/0000:1b:00.0/information"
    information.parent.mkdir(parents=True)
    information.write_text("Model: NVIDIA H200\nDevice Minor: \t 1\n", encoding="utf-8")
    files = look_for_devices(tmp_path)
    shared = ("/dev/nvidiactl", "/dev/nvidia-uvm")
    assert needed_nodes(files, "0000:1B:00.0", tmp_path) == (*shared, "/dev/nvidia1")
    everything = (*shared, "/dev/nvidia0", "/dev/nvidia1", "/dev/nvidia10")
    assert needed_nodes(files, "", tmp_path) == everything


def test_instances_of_a_divided_nvidia_device(tmp_path: Path) -> None:
    """A guest gets the files with which instances are used, not those that divide the device."""
    touch(tmp_path, *(f"dev/nvidia{name}" for name in ("ctl", "-uvm", "0")))
    touch(tmp_path, *(f"dev/nvidia-caps/nvidia-cap{number}" for number in (1, 2, 12, 13)))
    own = "proc/driver/nvidia/capabilities"
    minors = {
        f"{own}/mig/config": 1,
        f"{own}/mig/monitor": 2,
        f"{own}/gpu0/mig/gi1/access": 12,
        f"{own}/gpu0/mig/gi1/ci0/access": 13,
        f"{own}/gpu0/mig/gi2/access": 21,  # without a file: it may not be used here
    }
    for name, minor in minors.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        text = f"DeviceFileMinor: {minor}\nDeviceFileMode: 292\nDeviceFileModify: 1\n"
        (tmp_path / name).write_text(text, encoding="utf-8")
    caps = tuple(f"/dev/nvidia-caps/nvidia-cap{number}" for number in (12, 13))
    nodes = needed_nodes(look_for_devices(tmp_path), "0000:1b:00.0", tmp_path)
    assert nodes == ("/dev/nvidiactl", "/dev/nvidia-uvm", *caps, "/dev/nvidia0")
    chosen = {"CUDA_VISIBLE_DEVICES": "MIG-1"}  # by which a library knows its instance
    assert Mounts(nodes=nodes).environment("/w", chosen).items() >= chosen.items()


def test_a_process_that_says_nothing() -> None:
    """What is wrong with it is in the sentence, not a traceback of ours."""
    with pytest.raises(NoAnswerError, match="ended with code 2"):
        ask(Path("no_such_program.py"))

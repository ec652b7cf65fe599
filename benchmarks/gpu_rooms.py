"""What has to be tried on a real GPU beside grading: isolation levels, several devices, wheels.

    python benchmarks/gpu_rooms.py level-b|two|wheels|taken

Each way prints one sentence for each thing that it tried, and ends with 1 if one of them failed.
Where the machine lacks what is needed, the only line is "skipped: no …". on_gpu.sh runs them all.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata

import numpy as np  # noqa: TID253

from grader.model.calling import Convention, Target
from grader.model.course import Backend, DeviceKind, Exercise, Form, Limits
from grader.model.errors import GraderError
from grader.model.machine import Capabilities
from grader.model.run import RunRecord, RunStatus
from grader.sandbox import IsolationLevel, Sandbox, find_capabilities, probe
from grader.sandbox.levels import SAFE
from grader.sandbox.view import find_libraries

LIBRARIES = ("torch", "cupy", "numpy")
BACKENDS = {
    "torch": (Backend.TORCH, Form.TORCH),
    "cupy": (Backend.CUPY, Form.CUPY),
}
PROGRAMS = {
    "torch": "import torch\n\ndef matmul(a, b):\n    return torch.matmul(a, b)\n",
    # Compiled when it is called: the compiler's first step is a folder in TMPDIR.
    "cupy": (
        "import cupy as cp\n"
        "twice = cp.ElementwiseKernel('float32 x', 'float32 y', 'y = x * 2', 'twice')\n\n"
        "def matmul(a, b):\n    return twice(cp.matmul(a, b)) / 2\n"
    ),
}
HOGS = {
    "torch": (
        "import torch\n\ndef matmul(a, b):\n    return torch.zeros(10**6, 10**6, device='cuda')\n"
    ),
    "cupy": "import cupy as cp\n\ndef matmul(a, b):\n    return cp.zeros((10**6, 10**6))\n",
}
HOLDERS = {
    "torch": (
        "import torch\nfree, _ = torch.cuda.mem_get_info()\n"
        "kept = torch.empty(max(0, free - 700 * 2**20), dtype=torch.uint8, device='cuda')\n"
    ),
    "cupy": (
        "import cupy\nfree, _ = cupy.cuda.runtime.memGetInfo()\n"
        "kept = cupy.cuda.runtime.malloc(max(1, free - 700 * 2**20))\n"
    ),
}
HOLD = "print('held', flush=True)\nimport sys\nsys.stdin.read()\n"
LEVELS = (IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B)
OWN_WHEELS = ("rocm", "cuda-toolkit")  # which bring their libraries with extras
A = np.array([[1.0, 2.0], [3.0, 5.0]], dtype="float32")
B = np.array([[7.0, 0.5], [13.0, 17.0]], dtype="float32")


class Skipped(Exception):
    """The machine lacks what is needed; the text says what."""


def main() -> int:
    """Run one way; return the exit code."""
    ways: dict[str, Callable[[], Iterator[tuple[bool, str]]]] = {
        "level-b": level_b,
        "two": two_devices,
        "wheels": own_wheels,
        "taken": taken_memory,
    }
    if len(sys.argv) < 2 or sys.argv[1] not in ways:
        print(__doc__)
        return 2
    failed = False
    try:
        for held, sentence in ways[sys.argv[1]]():
            failed |= not held
            print("ok:" if held else "FAILED:", sentence, flush=True)
    except Skipped as error:
        print(f"skipped: no {error}")
    return int(failed)


def level_b() -> Iterator[tuple[bool, str]]:
    """Level B has no namespaces: one rule set, and a folder of this computer's for each child."""
    here = _capabilities()
    if not probe(IsolationLevel.B).holds:
        raise Skipped(f"level B here: {probe(IsolationLevel.B).reason}")
    for library in _on_device(here):
        run = _run(IsolationLevel.B, here, library, PROGRAMS[library])
        yield _is_right(run), f"level B, {library}: {_told(run)}"


def two_devices() -> Iterator[tuple[bool, str]]:
    """With several devices, each by itself; without namespaces HIP needs the files of all."""
    here = _capabilities()
    assert here.gpu is not None
    others = [node for node in here.gpu.siblings if node not in here.gpu.nodes]
    if not here.more_gpus and not others:
        raise Skipped("second GPU here")
    for level in LEVELS:
        if not probe(level).holds:
            yield True, f"level {level} does not hold here and was not tried"
            continue
        for gpu in here.gpus:
            one = Capabilities(libraries=here.libraries, gpu=gpu)
            for library in _on_device(here):
                run = _run(level, one, library, PROGRAMS[library])
                nodes = " ".join(gpu.nodes)
                yield _is_right(run), f"level {level}, {library}, {nodes}: {_told(run)}"


def own_wheels() -> Iterator[tuple[bool, str]]:
    """Wheels of AMD's own index, and of CUDA 13: their libraries have to be in a guest's view."""
    found = [name for name in OWN_WHEELS if _version(name)]
    if not found:
        raise Skipped(f"wheel that brings its libraries with extras ({', '.join(OWN_WHEELS)})")
    libraries = find_libraries(("torch",))
    shown = sorted(entry.name for entry in libraries.entries)
    versions = ", ".join(f"{name} {_version(name)}" for name in found)
    vendors = [name for name in shown if name.startswith(("_rocm_sdk", "rocm_sdk", "nvidia"))]
    yield bool(vendors), f"{versions}: a guest sees {', '.join(vendors) or 'none of the libraries'}"
    if "rocm" in found:
        needed = [name for name in shown if name.startswith("_rocm_sdk_libraries")]
        family = dict(libraries.variables).get("ROCM_SDK_TARGET_FAMILY", "not named in the wheels")
        yield bool(needed), f"_rocm_sdk_libraries is shown; family of GPUs: {family}"
    here = _capabilities()
    level = next((level for level in LEVELS if probe(level).holds), None)
    if level is None or "torch" not in here.libraries:
        return
    run = _run(level, here, "torch", PROGRAMS["torch"])
    yield _is_right(run), f"level {level}: PyTorch is imported in a guest: {_told(run)}"


def taken_memory() -> Iterator[tuple[bool, str]]:
    """A program that asks for too much: its own fault only where the device's memory was free."""
    here = _capabilities()
    level = next((level for level in LEVELS if probe(level).holds), None)
    if level is None:
        raise Skipped(f"isolation level that can give a program a GPU ({', '.join(SAFE)})")
    library = _on_device(here)[0]
    run = _run(level, here, library, HOGS[library])
    found = run.status is RunStatus.MEMORY and run.device_memory is not None
    alone = found and not run.lacks_device_memory
    yield alone, f"nobody else uses the GPU: RUN005 fails ({_memory(run)})"
    with _holding(library):
        run = _run(level, here, library, HOGS[library])
    yield run.lacks_device_memory, f"another process holds it: RUN005 is open ({_memory(run)})"


@contextmanager
def _holding(library: str) -> Iterator[None]:
    """Start a process that holds all of the device's memory but some 700 MiB."""
    words = [sys.executable, "-c", HOLDERS[library] + HOLD]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            if process.stdout.readline().strip() != b"held":
                raise Skipped("free memory of the GPU that a process could hold")
            yield
        finally:
            process.kill()


def _capabilities() -> Capabilities:
    try:
        return find_capabilities(LIBRARIES, "gpu")
    except GraderError as error:
        raise Skipped(f"GPU that can be used here ({error})") from error


def _on_device(here: Capabilities) -> list[str]:
    return [name for name in BACKENDS if name in here.libraries]


def _run(level: IsolationLevel, here: Capabilities, library: str, source: str) -> RunRecord:
    """Load a program in a child with a GPU and call its function once."""
    backend, form = BACKENDS[library]
    exercise = Exercise(
        id="matmul",
        operation="matmul",
        backend=backend,
        entry="matmul",
        device=DeviceKind.GPU,
        dtype="float32",
        allowed_imports=(library, "numpy"),
        limits=Limits(load_seconds=60, call_seconds=120, cpu_seconds=240, memory_mib=2048),
    )
    try:
        with Sandbox(level, capabilities=here) as place:
            session = place.open_program("k.py", {"k.py": source}, exercise).start()
            try:
                if session.load.status is not RunStatus.OK:
                    return session.load
                call = session.call(
                    Target(name="matmul", convention=Convention.AB, form=form), [A, B]
                )
            finally:
                session.close()
    except GraderError as error:
        return RunRecord(status=RunStatus.SANDBOX_ERROR, detail=str(error))
    if call.run.status is RunStatus.OK and call.result is not None:
        right = np.frombuffer(call.result.data, call.result.dtype).reshape(2, 2)
        if not np.allclose(right, A @ B):
            return RunRecord(status=RunStatus.RUNTIME_ERROR, detail=f"wrong: {right.tolist()}")
    return call.run


def _is_right(run: RunRecord) -> bool:
    return run.status is RunStatus.OK


def _told(run: RunRecord) -> str:
    if _is_right(run):
        return f"right, in {run.wall_seconds:.2f} s"
    error = run.traceback.message if run.traceback else run.stderr_tail[-300:]
    return f"{run.status} {run.detail} {error}".strip()


def _memory(run: RunRecord) -> str:
    memory = run.device_memory
    if memory is None:
        return f"not measured; {_told(run)}"
    return f"{memory.free_mib} MiB free at the start, {memory.needed_mib} MiB needed"


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


if __name__ == "__main__":
    sys.exit(main())

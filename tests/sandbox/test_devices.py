"""A guest gets the device files it needs, and no other; /dev/full stands for a GPU's here."""

import importlib.util
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.course import DeviceKind
from grader.model.errors import SandboxUnavailable
from grader.model.machine import Capabilities, Device
from grader.model.run import MORE_FILES, RunRecord, RunStatus
from grader.sandbox import IsolationLevel, Sandbox, children, view
from grader.sandbox.mounts import Mounts, device_mounts, unshown_folders, way_to
from grader.sandbox.sandbox import DeviceLock, lock_file, lock_files
from tests.sandbox.places import RIGHT, exercise, levels, skip_unless_holds

NODE = "/dev/full"
TWO = (NODE, "/dev/random")
WITH_GPU = Capabilities(gpu=Device(kind=DeviceKind.GPU, name="none", nodes=(NODE,)))
MAY = {
    "opens its device": f"os.close(os.open({NODE!r}, os.O_RDWR))",
    "maps shared memory": "mmap.mmap(-1, 4096)",
    "reserves a tebibyte": "mmap.mmap(-1, 2**40, flags=mmap.MAP_PRIVATE | 0x4000, prot=0)",
    "opens many files": "[os.open('/dev/null', os.O_RDONLY) for _ in range(200)]",
    "makes a folder for its cache": "os.mkdir(os.environ['CUPY_CACHE_DIR'] + '/kernels')",
    "compiles in a temporary folder": (
        "at = os.environ['TMPDIR'] + '/comgr-1'; os.mkdir(at); open(at + '/o', 'w').write('x');"
        "os.rename(at + '/o', at + '/p'); os.remove(at + '/p'); os.rmdir(at)"
    ),
}
MAY_NOT = {
    "opens the kernel's log": "os.open('/dev/kmsg', os.O_RDWR)",
    "connects": "socket.socket(socket.AF_INET, socket.SOCK_STREAM)",
    "speaks to a service": "socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)",
    "starts a program": "os.fork()",
    "writes to the kernel": "open('/sys/bus/pci/rescan', 'w')",
    "grows a stack": "mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | 0x100)",
}


@pytest.fixture(
    scope="module",
    params=levels(
        IsolationLevel.A_PLUS, IsolationLevel.A, IsolationLevel.B, always=(IsolationLevel.B,)
    ),
)
def place(request: pytest.FixtureRequest) -> Iterator[Sandbox]:
    """A sandbox with a device, on each level that can give one to a guest."""
    with Sandbox(request.param.choose(), capabilities=WITH_GPU) as place:
        yield place


def loaded(place: Sandbox, line: str, kind: DeviceKind = DeviceKind.GPU) -> RunRecord:
    """Runs a line at the top of a program; says how that ended."""
    source = f"import mmap, os, socket\n{line}\n{RIGHT}"
    wanted = replace(exercise("mmap", "os", "socket"), device=kind)
    program = place.open_program("kadai2.py", {"kadai2.py": source}, wanted)
    session = program.start()
    session.close()
    return program.whole_load or session.load


@pytest.mark.parametrize("line", MAY.values(), ids=MAY)
def test_what_a_driver_needs_is_there(place: Sandbox, line: str) -> None:
    """A child with a device may do what HIP and CUDA do when they start."""
    record = loaded(place, line)
    assert record.status is RunStatus.OK, record


@pytest.mark.parametrize("line", MAY_NOT.values(), ids=MAY_NOT)
def test_everything_else_stays_shut(place: Sandbox, line: str) -> None:
    """A device opens no other door."""
    record = loaded(place, line)
    assert record.status is RunStatus.RUNTIME_ERROR, record


def test_other_exercises_do_not_see_the_device(place: Sandbox) -> None:
    """A program for the CPU cannot open what the one for the GPU can."""
    record = loaded(place, MAY["opens its device"], DeviceKind.CPU)
    assert record.status is RunStatus.RUNTIME_ERROR, record


def test_no_device_is_a_sentence_of_ours() -> None:
    """Asking for a GPU where none was found is our fault, never the program's."""
    skip_unless_holds(IsolationLevel.B)
    with (
        Sandbox(IsolationLevel.B) as place,
        pytest.raises(SandboxUnavailable, match="requires a GPU"),
    ):
        loaded(place, "")


def test_one_child_at_a_time() -> None:
    """Whoever comes second waits until the first has given the device back."""
    nodes = ("/dev/one-at-a-time",)
    first, second = DeviceLock(nodes), DeviceLock(nodes)
    order: list[str] = []

    def come_second() -> None:
        second.take()
        order.append("second")
        second.give_back()

    first.take()
    first.take()  # the same sandbox may, and gives back as often
    thread = threading.Thread(target=come_second)
    thread.start()
    first.give_back()
    order.append("first")
    first.give_back()
    thread.join()
    lock_file(nodes).unlink()
    assert order == ["first", "second"]


def test_two_devices_are_used_side_by_side() -> None:
    """Two children have one each; the third waits until one of them ends."""
    skip_unless_holds(IsolationLevel.B)
    devices = [Device(kind=DeviceKind.GPU, name="none", nodes=(node,)) for node in TWO]
    here = Capabilities(gpu=devices[0], more_gpus=(devices[1],))
    wanted = replace(exercise("os"), device=DeviceKind.GPU)
    began: list[str] = []

    def come_third() -> None:
        with Sandbox(IsolationLevel.B, capabilities=here) as place:
            place.open_program("kadai2.py", {"kadai2.py": RIGHT}, wanted).start().close()
            began.append("third")

    with (
        Sandbox(IsolationLevel.B, capabilities=here) as one,
        Sandbox(IsolationLevel.B, capabilities=here) as other,
    ):
        sessions = [
            place.open_program("kadai2.py", {"kadai2.py": RIGHT}, wanted).start()
            for place in (one, other)
        ]
        locks = [DeviceLock((node,)) for node in TWO]
        assert [lock.take(wait=False) for lock in locks] == [False, False]
        third = threading.Thread(target=come_third)
        third.start()
        began.append("two")
        for session in sessions:
            session.close()
        third.join()
    assert began == ["two", "third"]
    assert [lock.take(wait=False) for lock in locks] == [True, True]
    for lock in locks:
        lock.give_back()


@pytest.fixture
def temporary(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where this computer's temporary files are, in a folder that other users can enter."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


def test_a_temporary_folder_ends_with_its_child(temporary: Path) -> None:
    """Without namespaces it is a folder of this computer's, however deep what was made there is."""
    skip_unless_holds(IsolationLevel.B)
    deep = "os.chdir(os.environ['TMPDIR'])\nfor _ in range(1100):\n    os.mkdir('d'); os.chdir('d')"
    with Sandbox(IsolationLevel.B, capabilities=WITH_GPU) as place:
        assert loaded(place, deep).status is not RunStatus.RUNTIME_ERROR  # a busy disk is slow
    assert [*temporary.iterdir()] == []


def test_room_for_files_that_runs_short_is_nobodys_fault(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without a name takes room as well; who used it up is not certain."""
    skip_unless_holds(IsolationLevel.B)
    monkeypatch.setattr(children, "OTHERS_DISK_MIB", -250)
    fill = (
        "name = os.environ['TMPDIR'] + '/f'\nf = os.open(name, os.O_RDWR | os.O_CREAT)\n"
        "os.remove(name)\nos.write(f, bytes(2**24))\nwhile True:\n    pass"
    )
    with Sandbox(IsolationLevel.B, capabilities=WITH_GPU) as place:
        record = loaded(place, fill)
    assert (record.status, record.detail) == (RunStatus.MEMORY, MORE_FILES)
    assert [*temporary.iterdir()] == []


KFD, RENDER = "/dev/kfd", ("/dev/dri/renderD128", "/dev/dri/renderD129")


def test_a_guest_without_namespaces_may_open_every_gpu_of_amd() -> None:
    """HIP's start fails at one that is there and may not be opened. All are locked together."""
    gpus = [
        Device(kind=DeviceKind.GPU, nodes=(KFD, node), siblings=(KFD, *RENDER)) for node in RENDER
    ]
    contained = [device_mounts(gpu).nodes for gpu in gpus]
    assert contained == [(KFD, RENDER[0]), (KFD, RENDER[1])]
    bare = {device_mounts(gpu, contained=False) for gpu in gpus}
    assert [more.nodes for more in bare] == [(KFD, *RENDER)]
    (more,) = bare
    assert more.environment("", {"HIP_VISIBLE_DEVICES": "1"})["HIP_VISIBLE_DEVICES"] == "1"
    everything, second = DeviceLock(more.nodes), DeviceLock(contained[1])
    assert second.take(wait=False)
    assert not everything.take(wait=False)
    second.give_back()
    assert everything.take(wait=False)
    assert not second.take(wait=False)
    everything.give_back()
    for file in lock_files(more.nodes):
        file.unlink()


SETTINGS = {
    **dict.fromkeys(("HSA_ENABLE_SDMA", "HSA_XNACK", "HSA_OVERRIDE_GFX_VERSION_0"), "0"),
    "HSA_OVERRIDE_GFX_VERSION": "10.3.0",
    "ROCBLAS_USE_HIPBLASLT": "0",
    "TORCH_BLAS_PREFER_HIPBLASLT": "0",
    "MIOPEN_FIND_MODE": "FAST",
    "PYTORCH_HIP_ALLOC_CONF": "expandable_segments:True,garbage_collection_threshold:0.8",
    "PYTORCH_CUDA_ALLOC_CONF": "backend:cudaMallocAsync",
    "PYTORCH_ALLOC_CONF": "max_split_size_mb:128",
    "GPU_MAX_HW_QUEUES": "1",
    "CUDA_DEVICE_ORDER": "PCI_BUS_ID",
}
NO_SETTINGS = {
    "HSA_TOOLS_LIB": "/home/ta/tool.so",
    "HIP_VISIBLE_DEVICES": "1",
    "CUDA_CACHE_PATH": "/shared",
    "CUDA_CACHE_DISABLE": "0",
    "MIOPEN_USER_DB_PATH": "here",
    "MIOPEN_ENABLE_LOGGING": "1",
    "AMD_LOG_LEVEL": "4",
    "AMD_API_KEY": "abc",
    "HIP_TOKEN": "abc",
    "HSA_TEXT": "two words",
    "PATH": "x",
    "SECRET": "x",
    "AWS_SECRET_ACCESS_KEY": "x",
}


def test_settings_that_some_machines_need_are_passed_on() -> None:
    """By a rule: words and numbers of GPU libraries, no path, no secret, nothing that prints."""
    one = Mounts(nodes=("/dev/kfd", "/dev/dri/renderD129")).environment(
        "/w", SETTINGS | NO_SETTINGS
    )
    assert one.items() >= SETTINGS.items()
    assert not {name for name, value in NO_SETTINGS.items() if one.get(name) == value}


def test_a_site_s_own_installation_is_shown_where_only_root_writes(tmp_path: Path) -> None:
    """What others can write could be changed by a student, or hold what is none of theirs."""
    if os.getuid():
        pytest.skip("needs root, to make folders of root's")
    with tempfile.TemporaryDirectory(dir="/opt") as site:
        Path(site).chmod(0o755)
        for name, mode in (("rocm", 0o755), ("cuda", 0o755), ("lib", 0o755), ("open", 0o777)):
            Path(site, name).mkdir()
            Path(site, name).chmod(mode)
        Path(site, "theirs").mkdir()
        os.chown(Path(site, "theirs"), 1234, -1)
        environ = {
            "ROCM_PATH": f"{site}/rocm",
            "CUDA_HOME": f"{site}/theirs",
            "LD_LIBRARY_PATH": f"{site}/lib:{site}/open::/usr/lib/x:lib:/:/opt:/etc/ssl:{tmp_path}",
        }
        unshown = {f"{site}/theirs", f"{site}/open", "/", "/opt", "/etc/ssl", str(tmp_path)}
        assert set(unshown_folders(environ)) == {each for each in unshown if Path(each).is_dir()}
        with pytest.MonkeyPatch.context() as patch:
            for name, value in environ.items():
                patch.setenv(name, value)
            more = Mounts(nodes=("/dev/kfd",))
            assert {f"{site}/rocm", f"{site}/lib"} <= set(more.readable)
            assert not unshown & set(more.readable)
            assert f"{site}/rocm" in more.options()
            assert more.environment("/w")["LD_LIBRARY_PATH"] == f"{site}/lib:/usr/lib/x"


def test_variables_of_a_guest_with_a_gpu() -> None:
    """Caches are its own; what hides devices is passed on only where several are to be seen."""
    environ = {"HIP_VISIBLE_DEVICES": "1", "HSA_OVERRIDE_GFX_VERSION": "10.3.0", "SECRET": "x"}
    one = Mounts(nodes=("/dev/kfd", "/dev/dri/renderD129")).environment("/w", environ)
    assert one["MIOPEN_CUSTOM_CACHE_DIR"] == one["CUPY_CACHE_DIR"] == "/w"
    assert one["HSA_OVERRIDE_GFX_VERSION"] == "10.3.0"
    assert not {"HIP_VISIBLE_DEVICES", "SECRET"} & set(one)
    two = Mounts(nodes=("/dev/kfd", "/dev/dri/renderD128", "/dev/dri/renderD129"))
    assert two.environment("/w", environ)["HIP_VISIBLE_DEVICES"] == "1"
    assert Mounts().environment("/w", environ) == {}


def test_caches_are_the_childs_own() -> None:
    """Wherever a library would keep compiled kernels, it is the folder that ends with the child."""
    mounts = Mounts(nodes=(NODE,))
    variables = view.environment("/w") | mounts.environment("/w", {"CUPY_CACHE_DIR": "/shared"})
    names: tuple[str, ...] = (
        "MIOPEN_USER_DB_PATH",
        "MIOPEN_CUSTOM_CACHE_DIR",
        "TRITON_CACHE_DIR",
        "HOME",
    )
    names += ("CUDA_CACHE_PATH", "CUPY_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR", "TMPDIR")
    assert {variables[name] for name in (*names, "XDG_CACHE_HOME")} == {"/w"}
    assert "CUPY_CACHE_IN_MEMORY" not in variables
    assert mounts.environment("", {})["CUPY_CACHE_IN_MEMORY"] == "1"


def test_a_cache_does_not_go_from_one_child_to_the_next(place: Sandbox) -> None:
    """What a program leaves there could be run in the next student's name."""
    where = "os.environ['CUPY_CACHE_DIR']"
    left = f"assert not os.listdir({where}); open({where} + '/kernel', 'w').close()"
    assert [loaded(place, left).status for _ in range(2)] == [RunStatus.OK] * 2


def test_way_to_a_device_is_open_to_other_users() -> None:
    """A child may be another user than the one who made the folders above its files."""
    words = " ".join(way_to(["/dev/dri/renderD128", "/opt/rocm"]))
    assert words == "--perms 0755 --dir /dev --perms 0755 --dir /dev/dri --perms 0755 --dir /opt"
    options = Mounts(nodes=("/dev/kfd", "/dev/dri/renderD128")).options()
    assert options.index("/dev/dri") < options.index("/dev/dri/renderD128")


def test_a_device_that_fails_says_why() -> None:
    """PyTorch for the CPU cannot open a GPU: our machine's fault, with PyTorch's own words."""
    if importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    skip_unless_holds(IsolationLevel.B)
    capable = replace(WITH_GPU, libraries={"torch": ""})
    with Sandbox(IsolationLevel.B, capabilities=capable) as place:
        wanted = replace(exercise("torch"), device=DeviceKind.GPU)
        with pytest.raises(SandboxUnavailable, match="the device: "):
            place.open_program("kadai2.py", {"kadai2.py": RIGHT}, wanted).start()

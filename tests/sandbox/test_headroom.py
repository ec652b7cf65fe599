"""How much memory there is: the narrowest of the machine and every group above us."""

from pathlib import Path

import pytest

from grader.sandbox import Headroom, find_headroom

GIB = 2**30
V1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
V2 = ("memory.max", "memory.current", "inactive_file")


def group(folder: Path, names: tuple[str, str, str], limit: object, used: int, idle: int) -> None:
    """Writes what a memory group tells of itself."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / names[0]).write_text(f"{limit}\n")
    (folder / names[1]).write_text(f"{used}\n")
    (folder / "memory.stat").write_text(f"cache 7\n{names[2]} {idle}\nunevictable 0\n")


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """A machine of 4 GiB, of which 3 are free, in the groups /a/b."""
    folder = tmp_path / "proc"
    (folder / "self").mkdir(parents=True)
    (folder / "meminfo").write_text("MemTotal: 4194304 kB\nMemAvailable:    3145728 kB\n")
    (folder / "self/cgroup").write_text("5:pids:/x\n4:memory:/a/b\n0::/a/b\n")
    return folder


def test_the_machine_is_narrow_where_no_group_is(proc: Path, tmp_path: Path) -> None:
    """Without groups, with unlimited ones, and with roomy ones."""
    machine = Headroom(mib=3072, grouped=False)
    assert find_headroom(proc, tmp_path / "none") == machine
    mount = tmp_path / "cgroup"
    group(mount / "memory/a/b", V1, 9223372036854771712, GIB, 0)
    group(mount / "a", V2, "max", GIB, 0)
    group(mount / "a/b", V2, 8 * GIB, GIB, 0)
    assert find_headroom(proc, mount) == machine


@pytest.mark.parametrize("own", ["a/b", "a", "b", "."])
@pytest.mark.parametrize(("names", "top"), [(V1, "memory"), (V2, ".")])
def test_any_group_above_may_be_narrow(
    proc: Path, tmp_path: Path, own: str, names: tuple[str, str, str], top: str
) -> None:
    """Also in a container, where the own group is the root of what is mounted, or below it.

    Idle files are free.
    """
    mount = tmp_path / "cgroup"
    group(mount / top / own, names, 2 * GIB, 2 * GIB, GIB)
    if own == "a":
        (mount / top / "a/b").mkdir()
    assert find_headroom(proc, mount) == Headroom(mib=1024, grouped=True)


def test_a_group_that_is_too_full_has_no_room(proc: Path, tmp_path: Path) -> None:
    """Never less than nothing."""
    group(tmp_path / "cgroup/memory", V1, GIB, 2 * GIB, 0)
    assert find_headroom(proc, tmp_path / "cgroup") == Headroom(mib=0, grouped=True)


def test_a_platform_that_does_not_tell_has_no_headroom(tmp_path: Path) -> None:
    """As many jobs as are asked for, then."""
    assert find_headroom(tmp_path, tmp_path) is None

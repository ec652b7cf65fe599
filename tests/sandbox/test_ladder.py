"""A level is claimed only when the canary attacks fail."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from grader.model.errors import SandboxUnavailable
from grader.sandbox import IsolationLevel, choose_level, ladder, probe, probe_all
from grader.sandbox.ladder import Probe, recall_level, remember_level
from grader.sandbox.levels import CONFIGS, SandboxConfig
from tests.killing import killed_zygotes
from tests.tree import ROOT


def test_some_safe_level_holds_here() -> None:
    """Everything else in this room is tested on a level; without one nothing is."""
    if sys.platform != "linux":
        pytest.skip("safe levels need Linux")
    assert choose_level().level is not IsolationLevel.D


def test_every_canary_was_stopped_on_a_warm_rung_that_holds() -> None:
    """No level that holds has an attack that went through."""
    for result in probe_all():
        if result.holds and result.level in (
            IsolationLevel.A_PLUS,
            IsolationLevel.A,
            IsolationLevel.B,
        ):
            assert len(result.stopped) >= 12
            assert all(result.stopped.values())


@pytest.mark.parametrize(
    ("config", "through"),
    [
        (replace(CONFIGS[IsolationLevel.B], landlock=False), {"read-file", "write-file"}),
        (
            replace(CONFIGS[IsolationLevel.B], seccomp=False),
            {"fork", "open-socket", "anonymous-file", "chmod-file"},
        ),
    ],
)
def test_the_canaries_notice_a_missing_wall(
    config: SandboxConfig, through: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a wall taken out the attacks get through, and the level is not claimed."""
    if not probe(IsolationLevel.B).holds:
        pytest.skip(probe(IsolationLevel.B).reason)
    monkeypatch.setitem(CONFIGS, IsolationLevel.B, config)
    result = ladder._attack(IsolationLevel.B)
    assert not result.holds
    assert through <= {name for name, held in result.stopped.items() if not held}
    assert "not stopped" in result.reason


def test_without_a_safe_rung_a_class_is_not_graded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other people's programs are refused with the reasons; one's own run on the last level."""
    monkeypatch.setattr(ladder, "SAFE", ())
    with pytest.raises(SandboxUnavailable, match="--unsafe-no-sandbox"):
        choose_level()
    assert choose_level(own_code=True).level is IsolationLevel.D
    assert choose_level(unsafe=True).level is IsolationLevel.D


@pytest.fixture
def afresh() -> Iterator[None]:
    """Levels are tried anew in the test, and after it."""
    if not probe(IsolationLevel.B).holds:
        pytest.skip(probe(IsolationLevel.B).reason)
    probe.cache_clear()
    yield
    probe.cache_clear()


@pytest.mark.usefixtures("afresh")
def test_a_canary_that_is_killed_is_sent_again() -> None:
    """The level stays what the machine can keep."""
    with killed_zygotes(1, every=0.002) as hit:
        found = choose_level()
    assert hit
    probe.cache_clear()
    assert found == choose_level()


@pytest.mark.usefixtures("afresh")
def test_a_rung_that_cannot_be_settled_is_not_taken_for_missing() -> None:
    """Nobody else's program runs on a lower level for that, unless somebody accepts it."""
    with killed_zygotes(1_000, every=0.002):
        found = probe(IsolationLevel.B)
        assert not found.holds
        assert not found.settled
        with pytest.raises(SandboxUnavailable, match="could not be determined"):
            choose_level()
        lower = next(
            (level for level in (IsolationLevel.C,) if probe(level).holds), IsolationLevel.D
        )
        assert choose_level(own_code=True).level is lower
        if lower is IsolationLevel.C:
            assert choose_level(accepted=IsolationLevel.C).level is IsolationLevel.C
            with pytest.raises(SandboxUnavailable, match="--accept-level C"):
                choose_level(accepted=IsolationLevel.B)


@pytest.mark.skipif(
    sys.platform != "linux" or os.getuid() != 0 or not shutil.which("setpriv"),
    reason="takes rights away from root",
)
@pytest.mark.parametrize("rights", ["-all", "-sys_admin", "-setuid,-setgid"])
def test_a_wall_that_the_kernel_refuses_is_settled(rights: str) -> None:
    """Where a right is missing for good, the next level is taken as ever."""
    program = "from grader.sandbox import choose_level, probe_all\n"
    program += "print(*[one.settled for one in probe_all()], choose_level().level)"
    words = ["setpriv", "--bounding-set", rights, "--inh-caps", "-all", sys.executable]
    told = subprocess.run(
        [*words, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert told[:-1] == ["True"] * len(IsolationLevel)
    assert told[-1] not in {"A+", "D"}


@pytest.mark.skipif(sys.platform == "win32", reason="has no such limit")
@pytest.mark.parametrize(("limits", "code"), [((40, 4096), 0), ((40, 40), 3)])
def test_too_few_open_files(tmp_path: Path, limits: tuple[int, int], code: int) -> None:
    """The limit is raised where it may be; where not, it is named rather than a lower level."""
    import resource

    program = "import sys; from grader.__main__ import run; sys.exit(run(sys.argv[1:]))"
    words = [sys.executable, "-c", program, "grade", "kadai1", "nowhere", "--lang", "en"]
    words += ["-o", str(tmp_path / "out")]
    ended = subprocess.run(
        words,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limits),
    )
    if code:
        assert ended.returncode == code
        assert "only 40 files can be open at once here (ulimit -n)" in ended.stderr
        assert "ulimit -n 4096" in ended.stderr
    else:
        assert "nowhere: there is no such file or folder" in ended.stderr


def test_a_level_that_held_is_remembered_for_own_code_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is attacked once; a class is never graded on what was only remembered."""
    held = choose_level(own_code=True, memory=tmp_path).level
    if held is IsolationLevel.D:
        pytest.skip("no level holds here that could be remembered")
    attacked: list[IsolationLevel] = []

    def attack(level: IsolationLevel) -> Probe:
        attacked.append(level)
        return Probe(level=level, holds=True)

    monkeypatch.setattr(ladder, "probe", attack)
    assert choose_level(own_code=True, memory=tmp_path).level is held
    assert not attacked
    choose_level(memory=tmp_path)
    assert attacked
    attacked.clear()
    for kept in tmp_path.iterdir():
        kept.write_text("Z", encoding="utf-8")  # whatever lies there
    choose_level(own_code=True, memory=tmp_path)
    assert attacked


def test_what_was_remembered_is_forgotten_when_its_walls_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another guest, another kernel or another container is attacked anew."""
    remember_level(tmp_path, IsolationLevel.B)
    if sys.platform != "linux":
        assert recall_level(tmp_path) is None
        return
    assert recall_level(tmp_path) is IsolationLevel.B
    (tmp_path / "guest").mkdir()
    (tmp_path / "guest/loading.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(ladder, "guests", lambda: {tmp_path / "guest": "/guest"})
    assert recall_level(tmp_path) is None

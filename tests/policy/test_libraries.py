"""The answer for one name of one library."""

import pytest

from grader.policy.libraries import MemberKind, look_up, top_of
from tests.policy.sources import names, read


@pytest.mark.parametrize(
    ("path", "answer", "leads_to"),
    [
        ("matplotlib.pyplot.plot", MemberKind.PUBLIC, "matplotlib.pyplot.plot"),
        ("matplotlib.pyplot.np", MemberKind.LEAK, "numpy"),
        ("matplotlib.pyplot.cm", MemberKind.MODULE, "matplotlib.cm"),
        ("matplotlib.animation", MemberKind.MODULE, "matplotlib.animation"),
        ("matplotlib.pyplot._api", MemberKind.PRIVATE, "matplotlib.pyplot._api"),
        ("matplotlib.pyplot.backend_registry", MemberKind.LEAK, "matplotlib.backends.registry"),
        ("matplotlib.pyplot.os", MemberKind.LEAK, "matplotlib.pyplot.os"),
        ("matplotlib.pyplot.hold", MemberKind.PUBLIC, "matplotlib.pyplot.hold"),
        ("matplotlib.pyplot.zzz", MemberKind.UNKNOWN, "matplotlib.pyplot.zzz"),
        ("matplotlib.pyplot.polt", MemberKind.ABSENT, "matplotlib.pyplot.polt"),
        ("mpl_toolkits.mplot3d", MemberKind.MODULE, "mpl_toolkits.mplot3d"),
        ("japanize_matplotlib.japanize", MemberKind.PUBLIC, "japanize_matplotlib.japanize"),
        ("time.time", MemberKind.PUBLIC, "time.time"),
        ("time.zzz", MemberKind.ABSENT, "time.zzz"),
        ("os.path", MemberKind.MODULE, "posixpath"),
        ("os.sys", MemberKind.LEAK, "sys"),
        ("no_such_library.anything", MemberKind.PUBLIC, "no_such_library.anything"),
        ("no_such_library.sys", MemberKind.LEAK, "no_such_library.sys"),
        ("this.sys", MemberKind.LEAK, "this.sys"),
        ("numpy.copy", MemberKind.PUBLIC, "numpy.copy"),
        ("cupy.copy", MemberKind.PUBLIC, "cupy.copy"),
        ("numpy.os", MemberKind.LEAK, "numpy.os"),
        ("cupy.os", MemberKind.LEAK, "cupy.os"),
        ("numpy.ctypeslib.ctypes", MemberKind.LEAK, "ctypes"),
        ("numpy.linalg", MemberKind.PUBLIC, "numpy.linalg"),
        ("torch.functional.F", MemberKind.MODULE, "torch.nn.functional"),
        ("torch.serialization.tarfile", MemberKind.LEAK, "tarfile"),
        ("torch.fx.proxy.torch", MemberKind.MODULE, "torch"),
        ("torch.multiprocessing", MemberKind.PUBLIC, "torch.multiprocessing"),
        ("scipy.io", MemberKind.PUBLIC, "scipy.io"),
        ("torch.types", MemberKind.PUBLIC, "torch.types"),
        ("torch.types.os", MemberKind.LEAK, "os"),
        ("torch.numpy", MemberKind.LEAK, "torch.numpy"),
        ("torch.Tensor.numpy", MemberKind.PUBLIC, "torch.Tensor.numpy"),
        ("torch.nn.functional.os", MemberKind.LEAK, "torch.nn.functional.os"),
        ("cupy.ndarray.ctypes", MemberKind.LEAK, "cupy.ndarray.ctypes"),
    ],
)
def test_answers(path: str, answer: MemberKind, leads_to: str) -> None:
    """Tables answer for what has one, the standard library for itself; others let little slip."""
    module, _, name = path.rpartition(".")
    member = look_up(module, name)
    assert member.kind is answer
    if leads_to != "posixpath":
        assert member.path == leads_to


def test_modules_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of another system has no names, and asking for one is no error."""
    monkeypatch.setitem(__import__("sys").modules, "winreg", None)
    assert look_up("winreg", "OpenKey").kind is MemberKind.ABSENT


def test_distributions() -> None:
    """The toolkits come with matplotlib, and so does what gives its plots Japanese letters."""
    assert top_of("mpl_toolkits.mplot3d.axes3d") == top_of("matplotlib.pyplot") == "matplotlib"
    for name in ("japanize_matplotlib", "matplotlib_fontja"):
        assert top_of(name) == "matplotlib"
        assert names(read(f"import {name}\n", allowed=("time",))) == [f"POL001 {name}"]

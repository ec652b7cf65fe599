"""The answer for one name of one library."""

import pytest

from grader.policy.libraries import Answer, look_up, top_of


@pytest.mark.parametrize(
    ("path", "answer", "leads_to"),
    [
        ("matplotlib.pyplot.plot", Answer.PUBLIC, "matplotlib.pyplot.plot"),
        ("matplotlib.pyplot.np", Answer.LEAK, "numpy"),
        ("matplotlib.pyplot.cm", Answer.MODULE, "matplotlib.cm"),
        ("matplotlib.animation", Answer.MODULE, "matplotlib.animation"),
        ("matplotlib.pyplot._api", Answer.PRIVATE, "matplotlib.pyplot._api"),
        ("matplotlib.pyplot.backend_registry", Answer.LEAK, "matplotlib.backends.registry"),
        ("matplotlib.pyplot.os", Answer.LEAK, "matplotlib.pyplot.os"),
        ("matplotlib.pyplot.hold", Answer.PUBLIC, "matplotlib.pyplot.hold"),
        ("matplotlib.pyplot.zzz", Answer.UNKNOWN, "matplotlib.pyplot.zzz"),
        ("matplotlib.pyplot.polt", Answer.ABSENT, "matplotlib.pyplot.polt"),
        ("mpl_toolkits.mplot3d", Answer.MODULE, "mpl_toolkits.mplot3d"),
        ("time.time", Answer.PUBLIC, "time.time"),
        ("time.zzz", Answer.ABSENT, "time.zzz"),
        ("os.path", Answer.MODULE, "posixpath"),
        ("os.sys", Answer.LEAK, "sys"),
        ("no_such_library.anything", Answer.PUBLIC, "no_such_library.anything"),
        ("no_such_library.sys", Answer.LEAK, "no_such_library.sys"),
        ("this.sys", Answer.LEAK, "this.sys"),
        ("numpy.copy", Answer.PUBLIC, "numpy.copy"),
        ("cupy.copy", Answer.PUBLIC, "cupy.copy"),
        ("numpy.os", Answer.LEAK, "numpy.os"),
        ("cupy.os", Answer.LEAK, "cupy.os"),
        ("numpy.ctypeslib.ctypes", Answer.LEAK, "ctypes"),
        ("numpy.linalg", Answer.PUBLIC, "numpy.linalg"),
        ("torch.functional.F", Answer.MODULE, "torch.nn.functional"),
        ("torch.serialization.tarfile", Answer.LEAK, "tarfile"),
        ("torch.fx.proxy.torch", Answer.MODULE, "torch"),
        ("torch.multiprocessing", Answer.PUBLIC, "torch.multiprocessing"),
        ("scipy.io", Answer.PUBLIC, "scipy.io"),
        ("torch.types", Answer.PUBLIC, "torch.types"),
        ("torch.types.os", Answer.LEAK, "os"),
    ],
)
def test_answers(path: str, answer: Answer, leads_to: str) -> None:
    """Tables answer for what has one, the standard library for itself; others let little slip."""
    module, _, name = path.rpartition(".")
    member = look_up(module, name)
    assert member.answer is answer
    if leads_to != "posixpath":
        assert member.path == leads_to


def test_modules_that_cannot_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A module of another system has no names, and asking for one is no error."""
    monkeypatch.setitem(__import__("sys").modules, "winreg", None)
    assert look_up("winreg", "OpenKey").answer is Answer.ABSENT


def test_distributions() -> None:
    """The toolkits come with matplotlib."""
    assert top_of("mpl_toolkits.mplot3d.axes3d") == top_of("matplotlib.pyplot") == "matplotlib"

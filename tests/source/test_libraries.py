"""What one name of one library leads to."""

import pytest

from grader.source.libraries import inside, is_private, other_library, top_of
from tests.source.sources import names, read


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("matplotlib.pyplot.plot", ""),
        ("matplotlib.pyplot.polt", ""),
        ("matplotlib.pyplot.np", "numpy"),
        ("matplotlib.pyplot.cm", ""),
        ("matplotlib.pyplot.os", "os"),
        ("japanize_matplotlib.japanize", ""),
        ("time.time", ""),
        ("time.zzz", ""),
        ("os.path", ""),
        ("os.sys", "sys"),
        ("sys.platform", ""),
        ("glob.glob", ""),
        ("json.scanner.re", "re"),
        ("random._os", ""),
        ("no_such_library.anything", ""),
        ("no_such_library.sys", "sys"),
        ("numpy.copy", ""),
        ("cupy.copy", ""),
        ("numpy.os", "os"),
        ("numpy.ctypeslib.ctypes", "ctypes"),
        ("scipy.io", ""),
        ("cupyx.scipy", ""),
        ("jax.numpy", ""),
        ("torch.fx.proxy.torch", ""),
        ("torch.multiprocessing", ""),
        ("torch.types", ""),
        ("torch.types.os", "os"),
        ("torch.numpy", "numpy"),
        ("torch.Tensor.numpy", ""),
        ("cupy.ndarray.ctypes", "ctypes"),
    ],
)
def test_other_libraries(path: str, other: str) -> None:
    """The standard library answers for itself; of others some words name another library."""
    module, _, name = path.rpartition(".")
    assert other_library(module, name) == other


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("matplotlib.animation", "matplotlib.animation"),
        ("torch.fx.proxy.torch", "torch"),
        ("concurrent.futures", "concurrent.futures"),
        ("concurrent.futures.thread", "concurrent.futures.thread"),
        ("os.path", "posixpath"),
        ("math.sqrt", ""),
        ("enum.Enum", ""),
        ("winreg.OpenKey", ""),
    ],
)
def test_own_modules(path: str, leads_to: str) -> None:
    """What may be a module of the library is followed; of the standard library that is known."""
    module, _, name = path.rpartition(".")
    assert inside(module, name) == (__import__("os").path.__name__ if name == "path" else leads_to)


def test_private_names() -> None:
    """An underscore says that a name is internal, but for a few that have a manual."""
    assert is_private("random", "_os")
    assert is_private("time", "__loader__")
    assert not is_private("os", "_exit")
    assert not is_private("numpy", "__version__")


def test_distributions() -> None:
    """The toolkits come with matplotlib, and so does what gives its plots Japanese letters."""
    assert top_of("mpl_toolkits.mplot3d.axes3d") == top_of("matplotlib.pyplot") == "matplotlib"
    for name in ("japanize_matplotlib", "matplotlib_fontja"):
        assert top_of(name) == "matplotlib"
        assert names(read(f"import {name}\n", allowed=("time",))) == [f"POL001 {name}"]

"""Check your program: `python3 kit.py`, on Windows `py kit.py`, as often as you like.

The first time, this makes an environment for grader in your account, and installs grader there from
the file beside it. Nothing else on the computer changes; to remove it, delete the folder that is
named then. Words after kit.py go to grader: `python3 kit.py check kadai1.py report.docx`.

The syntax is that of Python 3.6, so that any Python can start it and report which one is needed.
"""

import sys

# Students' files are in the same folder, and a `random.py` there is not Python's own.
if __name__ == "__main__" and not getattr(sys.flags, "safe_path", False):
    del sys.path[0]

import hashlib
import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import NoReturn

CALLED = "py kit.py" if os.name == "nt" else "python3 kit.py"
NO_WHEEL = (
    "saiten-….whl がこのファイルの隣にありません。zip を展開し直してください。\n"
    "saiten-….whl is missing beside this file: unpack the zip again."
)
NO_PYTHON = (
    "Python {wanted} が必要です (これは {here})。python.org の Python {best} を入れて、"
    "もう一度実行してください。\n"
    "Python {wanted} is needed (this is {here}). Install Python {best} from python.org, "
    "then run this again."
)
NO_VENV = (
    "環境を作れませんでした。Debian や Ubuntu では、先に sudo apt install python3-venv を"
    "実行してください。\n"
    "No environment could be made. On Debian and Ubuntu, first run: sudo apt install python3-venv"
)
NO_PIP = (
    "インストールできませんでした。ネットワークを確かめて、もう一度実行してください。\n"
    "It could not be installed. Look at the network connection, then run this again."
)
CPU_TORCH = (
    "Linux では、何も選ばないと GPU 用の PyTorch (3 GB) が入ります。pytorch.org の Get Started で"
    " Linux、Pip、CPU を選び、表示された行の pip3 を次のように書き換えて実行してください。\n"
    "On Linux the PyTorch that comes by itself is for GPUs (3 GB). At pytorch.org, Get Started, "
    "choose Linux, Pip and CPU, and run the line shown with this in place of pip3:\n"
    "  {python} -m pip"
)
INSTALLING = (
    "grader を入れています (最初の 1 回だけ、1 分ほど) … / Installing grader, once (a minute) …"
)


def main() -> int:
    """Install grader unless it is installed, and run it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # not before Python 3.7
            stream.reconfigure(errors="replace")
    wheels = sorted(Path(__file__).resolve().parent.glob("saiten-*.whl"))
    if not wheels:
        stop(NO_WHEEL)
    wheel = wheels[-1]
    digest = hashlib.sha256(wheel.read_bytes()).hexdigest()[:8]
    folder = data_folder() / "saiten" / "{}-{}".format(wheel.name.split("-py3")[0], digest)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = folder / "ready"
    if not (ready.is_file() and python.is_file()):
        make_environment(folder, python, wheel)
        ready.write_text("")
    words = sys.argv[1:] or ["check"]
    if words[0] == "install":
        return install(python, wheel, words[1:])
    os.environ["GRADER_CALLED_AS"] = CALLED
    return run([str(python), "-P", "-m", "grader", *words])


def data_folder() -> Path:
    """Return the folder for an account's application data."""
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def make_environment(folder: Path, python: Path, wheel: Path) -> None:
    """Create the environment with a suitable Python, and install the wheel there."""
    interpreter = fitting_python(metadata_of(wheel))
    say(INSTALLING)
    say("  " + str(folder))
    if run([*interpreter, "-P", "-m", "venv", "--clear", str(folder)]):
        stop(NO_VENV)
    pip_install(python, [str(wheel)])


def metadata_of(wheel: Path) -> str:
    """Return the wheel's METADATA."""
    with zipfile.ZipFile(str(wheel)) as opened:
        name = next(name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        return opened.read(name).decode("utf-8")


def fitting_python(metadata: str) -> "list[str]":
    """Find a Python that satisfies Requires-Python: this one, or another that is installed."""
    said = re.search("^Requires-Python: .*$", metadata, re.MULTILINE)
    bounds = dict(re.findall(r"(>=|<)3\.([0-9]+)", said.group() if said else ""))
    first, last = int(bounds.get(">=", 0)), int(bounds.get("<", 100)) - 1
    if first <= sys.version_info[1] <= last:
        return [sys.executable]
    minors = range(last, first - 1, -1)
    for minor in minors:
        command = ["py", f"-3.{minor}"] if os.name == "nt" else [f"python3.{minor}"]
        if shutil.which(command[0]) and not run([*command, "-c", ""], stderr=subprocess.DEVNULL):
            return command
    wanted = ", ".join(f"3.{minor}" for minor in reversed(minors))
    here = "{}.{}".format(*sys.version_info[:2])
    return stop(NO_PYTHON.format(wanted=wanted, here=here, best=f"3.{last}"))


def install(python: Path, wheel: Path, names: "list[str]") -> int:
    """Install extras of grader, or other packages, in the environment."""
    extras = [name for name in names if f"\nProvides-Extra: {name}\n" in metadata_of(wheel)]
    if "torch" in extras and sys.platform == "linux":
        stop(CPU_TORCH.format(python=python))
    wanted = [name for name in names if name not in extras]
    if extras:
        wanted.append("{}[{}]".format(wheel, ",".join(extras)))
    if wanted:
        pip_install(python, wanted)
    return 0


def pip_install(python: Path, words: "list[str]") -> None:
    """Run pip without compiling: modules are compiled when they are first imported."""
    pip = [str(python), "-P", "-m", "pip", "--disable-pip-version-check", "--quiet", "install"]
    if run([*pip, "--no-compile", *words]):
        stop(NO_PIP)


def run(command: "list[str]", stderr: "int | None" = None) -> int:
    """Run a program to its end, and return its exit code."""
    return subprocess.call(command, stderr=stderr)  # noqa: S603 - the arguments are ours


def stop(text: str) -> NoReturn:
    """Exit with a message; not with 1, the exit code of findings."""
    say(text)
    sys.exit(2)


def say(text: str) -> None:
    """Write a line immediately, in order with what other processes write."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        stop(f"kit.py: {error}")

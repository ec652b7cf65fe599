"""The sandbox of one worker: keeps a zygote per kind of exercise and hands out programs."""

import json
import platform
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import asdict, replace
from types import TracebackType
from typing import Self

from grader.model.c_source import Compiled
from grader.model.course import Backend, DeviceKind, Exercise, Limits
from grader.model.document import Document
from grader.model.errors import SandboxUnavailable
from grader.model.machine import STOOD_IN, Capabilities
from grader.model.running import Program
from grader.sandbox import bubblewrap, documents, view
from grader.sandbox.asking import Giving
from grader.sandbox.c_compiling import Source
from grader.sandbox.c_place import CPlace
from grader.sandbox.children import Child
from grader.sandbox.cold import ColdChild
from grader.sandbox.lanes import Lane, LaneChild
from grader.sandbox.libraries import Libraries, find_libraries
from grader.sandbox.passage import NO_DEVICE, Passage, passage_to
from grader.sandbox.program import SandboxProgram
from grader.sandbox.rungs import FENCES, Rung
from grader.sandbox.zygote import Setting, Zygote

NATIVE = "ctypes"  # who may use it may run machine code
# Modules of the standard library that bring machine code along which other programs do not need.
WINDOWS = frozenset({"tkinter", "turtle", "curses", "readline"})
NOTHING = Capabilities()  # the standard library, and the CPU


class Sandbox:
    """Use it in one thread: the zygotes end with the thread that started them."""

    def __init__(self, rung: Rung, *, slot: int = 0, capabilities: Capabilities = NOTHING) -> None:
        """Takes a rung that was probed and the worker's number; starts nothing yet."""
        self._fence = FENCES[rung]
        self._capabilities = capabilities
        self._slot = slot
        self._zygotes: dict[tuple[Libraries, Passage], Zygote] = {}
        self._passage = passage_to(capabilities.gpu)
        self._lane = Lane(self._passage.nodes)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._c = CPlace(self._fork, self._fence)

    def __enter__(self) -> Self:
        """Gives itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends every zygote."""
        self.close()

    def close(self) -> None:
        """Ends every zygote."""
        for zygote in self._zygotes.values():
            zygote.close()
        self._zygotes.clear()
        self._c.close()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def facts(self) -> Mapping[str, str]:
        """What about this machine an observation depends on."""
        return {
            "rung": self._fence.rung.value,
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
        }

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Prepares a program; `files` are logical names and decoded texts, `main` among them."""
        if exercise.backend is Backend.C:
            return self._c.open_program(main, files, exercise)
        on_gpu = self._capabilities.device(exercise) is DeviceKind.GPU
        giving = Giving(dtype=exercise.dtype, device="cuda" if on_gpu else "cpu")
        fork = self._device_child if on_gpu else self._child

        def start(limits: Limits) -> Child:
            return fork(replace(exercise, limits=limits))

        return SandboxProgram(start, main, files, exercise, giving)

    def compile_c(self, name: str, text: str, flags: tuple[str, ...], seconds: float) -> Compiled:
        """Compiles a C source in a child of its own, and says what that shows.

        However the compiler ends, the answer is a Compiled. SandboxUnavailable is raised when there
        is no compiler, or nothing that would hold it.
        """
        return self._c.compile(Source(name=name, text=text, flags=flags), seconds)

    def compile_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Compiled:
        """Compiles a C program with its own headers; see model.running.Compiler."""
        return self._c.compile_program(main, files, exercise)

    def read_document(self, name: str, data: bytes, limits: Limits = documents.LIMITS) -> Document:
        """Reads a report in a child of its own; see model.running.DocumentReader."""
        libraries, passage = documents.document_libraries(), documents.reading_passage()

        def fork(limits: Limits) -> Child:
            return self._fork(libraries, limits, passage)

        return documents.read_in_child(fork, name, data, limits)

    def _device_child(self, exercise: Exercise) -> Child:
        """Starts a child that has the GPU to itself until it ends."""
        if not self._passage.nodes:
            raise SandboxUnavailable("this exercise needs a GPU, and none was found")
        if self._fence.namespaces and not self._fence.warm:
            raise SandboxUnavailable(f"rung {self._fence.rung} cannot let a program use a GPU")
        self._lane.take()
        try:
            return LaneChild(self._child(exercise, self._passage), self._lane)
        except BaseException:
            self._lane.give_back()
            raise

    def _child(self, exercise: Exercise, passage: Passage = NO_DEVICE) -> Child:
        return self._fork(self._libraries(exercise), exercise.limits, passage)

    def _fork(self, libraries: Libraries, limits: Limits, passage: Passage) -> Child:
        if not self._fence.warm:
            return self._cold_child(libraries, limits, passage)
        zygote = self._zygotes.get((libraries, passage))
        if zygote is not None and not zygote.dirty:
            try:
                return zygote.fork(limits)
            except SandboxUnavailable:
                pass  # it has died; the one below is new
        if zygote is not None:
            zygote.close()
        zygote = self.start_zygote(libraries, limits, passage)
        self._zygotes[libraries, passage] = zygote
        return zygote.fork(limits)

    def _libraries(self, exercise: Exercise) -> Libraries:
        """Gives what the exercise allows and this machine has, with the files it consists of.

        Where that is pure Python, no machine code is needed but the standard library's own, which
        the zygote loads beforehand.
        """
        offered = self._capabilities.libraries
        names = (name for name in exercise.allowed_imports if name in offered)
        libraries = find_libraries(tuple(sorted({*names} - STOOD_IN)))
        if libraries.names or NATIVE in exercise.allowed_imports:
            return libraries
        windows = tuple(sorted(WINDOWS.intersection(exercise.allowed_imports)))
        return replace(libraries, own=windows, machine_code=False)

    def start_zygote(
        self, libraries: Libraries, limits: Limits, passage: Passage = NO_DEVICE
    ) -> Zygote:
        """Starts a zygote that has these libraries imported."""
        setting = Setting(
            fence=self._fence,
            bubblewrap=self._bubblewrap(),
            slot=self._slot,
            libraries=libraries,
            limits=limits,
            passage=passage,
        )
        return Zygote(setting)

    def _cold_work(self) -> str:
        """Gives the folder a cold program works in: its container's, or a fresh temporary one."""
        if self._fence.namespaces:
            return bubblewrap.WORK
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        return tempfile.mkdtemp(dir=self._folder.name)

    def _bubblewrap(self) -> str:
        if not self._fence.namespaces:
            return ""
        program = bubblewrap.find_bubblewrap(as_root=self._fence.as_root)
        if not program:
            raise SandboxUnavailable(bubblewrap.NOT_HERE)
        return program

    def _cold_child(self, libraries: Libraries, limits: Limits, passage: Passage) -> Child:
        work, contained = self._cold_work(), self._fence.namespaces
        machine_code = libraries.machine_code or not self._fence.seccomp
        covered = view.library_folders() if passage.bare else []
        covered += [] if machine_code else view.extension_folders()
        limits = passage.with_room(limits)
        config = json.dumps(
            {
                "limits": asdict(limits),
                "device": bool(passage.nodes),
                "work": work,
                "seccomp": self._fence.seccomp,
                "contained": contained,
                "stand_ins": [view.stand_ins(contained=contained)],
                "libraries": libraries.search_path(contained=contained),
                "tools": passage.tools,
                "machine_code": machine_code,
                "hidden": covered if contained else [],
                "preload": [*libraries.preloads, *(libraries.after_fork if passage.nodes else ())],
                "after_fork": libraries.after_fork if passage.nodes else (),
            }
        )
        words = view.command("cold", config, contained=contained)
        if contained:
            program = self._bubblewrap()
            box = bubblewrap.command(program, as_root=False, libraries=libraries, passage=passage)
            words = [*box, *words]
        elif sys.platform == "win32":
            words[0] = sys.executable
        environment = view.environment(work) | passage.environment(work)
        return ColdChild(words, environment, limits, contained=contained)

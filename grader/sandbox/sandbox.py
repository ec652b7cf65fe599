"""The sandbox of one worker: one zygote per set of libraries, from which programs are forked.

A device is used by one child at a time; its lock is respected by threads, processes and other
graders. With several devices, a child takes a free one.
"""

import contextlib
import hashlib
import json
import os
import platform
import sys
import tempfile
import weakref
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from msgspec import to_builtins
from msgspec.structs import replace

from grader.kinds import Workshop, kind_of, missing
from grader.model.course import DeviceKind, Exercise, Limits
from grader.model.errors import SandboxUnavailable
from grader.model.machine import DRAWING, STOOD_IN, Capabilities
from grader.model.running import Program
from grader.sandbox import mounts, view
from grader.sandbox.children import Child
from grader.sandbox.cold import ColdChild
from grader.sandbox.fonts import japanese_font
from grader.sandbox.levels import CONFIGS, IsolationLevel
from grader.sandbox.mounts import NO_DEVICE, Mounts, device_mounts, device_name
from grader.sandbox.requests import ArrayPlacement
from grader.sandbox.session import SandboxProgram
from grader.sandbox.standard import importable
from grader.sandbox.view import Libraries, find_libraries
from grader.sandbox.zygote import Portion, Zygote, ZygoteSetting, close_all

if TYPE_CHECKING:
    from grader.guest.start_protocol import ColdConfig

try:
    import fcntl
except ImportError:  # Windows: no sandboxed child gets a device there
    fcntl = None  # type: ignore[assignment]


class DeviceLock:
    """Exclusive use of devices; reentrant within the sandbox's thread."""

    def __init__(self, nodes: tuple[str, ...]) -> None:
        """Remember the devices' lock files; lock nothing yet."""
        self._files = lock_files(nodes)
        self._descriptors: list[int] = []
        self._taken = 0

    @property
    def taken(self) -> bool:
        """Whether this sandbox holds it."""
        return self._taken > 0

    def take(self, *, wait: bool = True) -> bool:
        """Wait until no other child uses the device; without `wait`, return False if one does."""
        self._taken += 1
        if self._taken > 1 or fcntl is None:
            return True
        try:
            for file in self._files:
                descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
                self._descriptors.append(descriptor)
                with contextlib.suppress(OSError):
                    file.chmod(0o666)  # graders of other users use it too
                fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            self.give_back()
            return False
        except BaseException:  # an interrupt
            self.give_back()
            raise
        return True

    def give_back(self) -> None:
        """Release the lock once every `take` is undone."""
        self._taken -= 1
        while self._taken == 0 and self._descriptors:
            os.close(self._descriptors.pop())


class GuestDevice:
    """A device as given to children: its mounts and its lock."""

    def __init__(self, mounts: Mounts) -> None:
        """Lock nothing yet."""
        self.mounts = mounts
        self.lock = DeviceLock(mounts.nodes)


def lock_files(nodes: tuple[str, ...]) -> list[Path]:
    """Return the lock file of each device, in an order that all graders share."""
    single = [node for node in nodes if device_name(node)]
    shared = tuple(node for node in nodes if node not in single)
    return sorted(lock_file((*shared, node)) for node in single) or [lock_file(nodes)]


def lock_file(nodes: tuple[str, ...]) -> Path:
    """Return a device's lock file, in a folder shared by all users of the machine."""
    digest = hashlib.sha256("\n".join(nodes).encode()).hexdigest()[:16]
    shared = Path("/run/lock")
    folder = shared if os.access(shared, os.W_OK) else Path(tempfile.gettempdir())
    return folder / f"grader-device-{digest}.lock"


NATIVE = "ctypes"  # allows running machine code
NO_CAPABILITIES = Capabilities()  # only the standard library and the CPU


class Sandbox:
    """The sandbox of one worker and one thread: zygotes end with the thread that started them."""

    def __init__(  # noqa: PLR0913 - where, with what, and for whom
        self,
        level: IsolationLevel,
        *,
        slot: int = 0,
        capabilities: Capabilities = NO_CAPABILITIES,
        threads: int = 1,
        exercises: Iterable[Exercise] = (),
        alone: bool = False,
    ) -> None:
        """Take a level that was probed, and the worker's number; start nothing yet.

        `threads` limits a library's threads if its program is Python. `exercises` may share one
        zygote if it holds slow libraries. `alone`: a single program and report, not those of a
        class.
        """
        self._config = CONFIGS[level]
        self._capabilities = capabilities
        self._slot = slot
        self._threads = threads
        self.alone = alone
        self._zygotes: dict[tuple[Libraries, Mounts], Zygote] = {}
        given = (
            device_mounts(gpu, contained=self._config.namespaces)
            for gpu in capabilities.gpus
            if gpu.nodes
        )
        self._devices = [GuestDevice(more) for more in dict.fromkeys(given)]
        if self._devices:  # workers begin with different ones
            first = (os.getpid() + slot) % len(self._devices)
            self._devices = [*self._devices[first:], *self._devices[:first]]
        self._shared = self._together(exercises)
        self._expected: tuple[str, ...] = ()
        self._cold_children: weakref.WeakSet[ColdChild] = weakref.WeakSet()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._workshops: dict[str, Workshop | None] = {}  # by kind, opened on demand

    @property
    def level(self) -> IsolationLevel:
        """The isolation level."""
        return self._config.level

    def __enter__(self) -> Self:
        """Return self."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End everything that was started."""
        self.close()

    def close(self) -> None:
        """End everything that was started."""
        for child in list(self._cold_children):
            child.end(0)
        close_all(self._zygotes.values())
        self._zygotes.clear()
        for workshop in self._workshops.values():
            if workshop is not None:
                workshop.close()
        self._workshops.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None

    def kill_zygotes(self) -> None:
        """Kill all zygotes at once, from any thread; a waiting thread sees that they died."""
        for zygote in list(self._zygotes.values()):
            zygote.kill()

    def expect(self, texts: Iterable[str]) -> None:
        """Announce the texts of later programs, so that what they mention is imported once."""
        self._expected = tuple(texts)

    def begin(self, exercise: Exercise, *, draws: bool = False) -> None:
        """Start the zygote for this exercise's children; see SandboxDoor.

        With a device, the zygote depends on which device is free later, so nothing is started.
        """
        workshop = self.workshop(exercise)
        if workshop is not None:
            with contextlib.suppress(SandboxUnavailable):
                for origin in workshop.origins(exercise.limits):
                    self._begin(*origin)
        elif self._capabilities.device(exercise) is not DeviceKind.GPU:
            libraries, more, _ = self._origin(exercise, (), NO_DEVICE, draws=draws)
            self._begin(libraries, exercise.limits, more)

    def begin_quick(self, exercises: Iterable[Exercise]) -> None:
        """Start zygotes that do not depend on the programs' text; see SandboxDoor."""
        for exercise in exercises:
            if not (missing(exercise, self._capabilities) or self._libraries(exercise).slow):
                self.begin(exercise)

    def begin_fork(self, libraries: Libraries, limits: Limits, more: Mounts) -> None:
        """Start the zygote that `fork` will need; see SandboxDoor."""
        self._begin(libraries, limits, more)

    def _begin(self, libraries: Libraries, limits: Limits, more: Mounts) -> None:
        """Start a zygote unless it exists; the first fork waits for it.

        A failure is ignored here: the fork tries once more and reports it.
        """
        if self._config.warm and not self._warm_for(libraries, more):
            with contextlib.suppress(SandboxUnavailable):
                self._zygotes[libraries, more] = self.start_zygote(libraries, limits, more)

    def facts(self) -> Mapping[str, str]:
        """Return the properties of this machine on which an observation depends."""
        return {
            "rung": self._config.level.value,
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
        }

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Prepare a program; `files` map logical names, `main` included, to decoded texts."""
        workshop = self.workshop(exercise)
        if workshop is not None:
            return workshop.open_program(main, files, exercise)
        return self.open_to_ask(main, files, exercise)

    def open_to_ask(
        self, main: str, files: Mapping[str, str], exercise: Exercise
    ) -> SandboxProgram:
        """Prepare a Python program for a plugin's questions; see SandboxDoor."""
        on_gpu = self._capabilities.device(exercise) is DeviceKind.GPU
        placement = ArrayPlacement(dtype=exercise.dtype, device="cuda" if on_gpu else "cpu")
        fork = self._device_child if on_gpu else self._child

        def start(limits: Limits, *, draws: bool = False) -> Child:
            return fork(replace(exercise, limits=limits), files.values(), draws=draws)

        return SandboxProgram(start, main, files, exercise, placement)

    def workshop(self, exercise: Exercise) -> Workshop | None:
        """Return the workshop that runs programs of the exercise's kind; None for Python."""
        if exercise.kind not in self._workshops:
            opened = kind_of(exercise).open_workshop(self._fork, self._config)
            self._workshops[exercise.kind] = opened
        return self._workshops[exercise.kind]

    def fork(self, libraries: Libraries, limits: Limits, more: Mounts) -> Child:
        """Start a child without a program; see SandboxDoor."""
        return self._fork(libraries, limits, more)

    def end_forks(self, libraries: Libraries, more: Mounts) -> None:
        """End the zygote of such children, and everything they started."""
        if zygote := self._zygotes.pop((libraries, more), None):
            zygote.close()

    def _device_child(self, exercise: Exercise, texts: Iterable[str], *, draws: bool) -> Child:
        """Start a child with exclusive use of the GPU until it ends."""
        if not self._devices:
            raise SandboxUnavailable("this exercise requires a GPU, but none was found")
        if self._config.namespaces and not self._config.warm:
            raise SandboxUnavailable(
                "programs cannot use a GPU at isolation level {level}", level=self._config.level
            )
        device = self._take_device()
        try:
            child = self._child(exercise, texts, device.mounts, draws=draws)
        except BaseException:
            device.lock.give_back()
            raise
        child.when_ended = device.lock.give_back
        return child

    def _take_device(self) -> GuestDevice:
        """Take the device held by another child of ours, else a free one, else wait for the first.

        Free ones are tried in a fixed order, so that a zygote warm for a device is reused.
        """
        for device in sorted(self._devices, key=lambda candidate: not candidate.lock.taken):
            if device.lock.take(wait=False):
                return device
        self._devices[0].lock.take()
        return self._devices[0]

    def _child(
        self, exercise: Exercise, texts: Iterable[str], more: Mounts = NO_DEVICE, *, draws: bool
    ) -> Child:
        libraries, more, portion = self._origin(exercise, texts, more, draws=draws)
        return self._fork(libraries, exercise.limits, more, portion)

    def _origin(
        self, exercise: Exercise, texts: Iterable[str], more: Mounts, *, draws: bool
    ) -> tuple[Libraries, Mounts, Portion | None]:
        """Return a child's zygote, and its portion of the zygote's libraries (None = all)."""
        libraries = self._libraries(exercise)
        there = self._capabilities.libraries_for(exercise)
        if draws and {DRAWING} <= {*exercise.allowed_imports} & {*there}:
            names = tuple(sorted({*libraries.names, DRAWING}))
            libraries = find_libraries(names, libraries.interpreter)
            more = replace(more, font=japanese_font())
        if more.nodes:  # a child with a device opens it, using the library that drives it
            return libraries, more, None
        mentioned = (*texts, *self._expected)
        if not self._is_shared(libraries):
            return libraries.mentioned_in(mentioned, alone=self.alone), more, None
        portion = Portion(libraries=libraries, font=more.font)
        everything = self._shared.mentioned_in(mentioned, alone=self.alone)
        more = replace(more, font=japanese_font() if everything.draws else "")
        return everything, more, portion

    def _together(self, exercises: Iterable[Exercise]) -> Libraries:
        """Return all libraries that children of these exercises, and their scripts, may use."""
        names = {name for exercise in exercises for name in self._libraries(exercise).names}
        drawing = {DRAWING} & {*self._capabilities.libraries} if names else set()
        return find_libraries(tuple(sorted(names | drawing)))

    def _is_shared(self, libraries: Libraries) -> bool:
        """Return whether a child with these libraries may be forked from the shared zygote.

        The rest is closed to it by rules of its own, which only Landlock can set per process. For
        quick libraries it is not worth it: a process with little loaded forks quickly.
        """
        there = {*libraries.entries} <= {*self._shared.entries}
        same = libraries.interpreter == self._shared.interpreter
        return self._config.landlock and libraries.slow and there and same

    def _fork(
        self, libraries: Libraries, limits: Limits, more: Mounts, portion: Portion | None = None
    ) -> Child:
        if not self._config.warm:
            return self._cold_child(libraries, limits, more)
        for key in self._warm_for(libraries, more):
            zygote = self._zygotes[key]
            if not zygote.dirty:
                try:
                    return zygote.fork(limits, portion=portion)
                except SandboxUnavailable:
                    pass  # it died; a new one is started below
            del self._zygotes[key]
            zygote.close()
        zygote = self.start_zygote(libraries, limits, more)
        self._zygotes[libraries, more] = zygote
        return zygote.fork(limits, portion=portion)

    def _warm_for(self, libraries: Libraries, more: Mounts) -> list[tuple[Libraries, Mounts]]:
        """Return the keys of zygotes from which such a child can be forked."""
        return [key for key in self._zygotes if key[0].covers(libraries) and key[1] == more]

    def _libraries(self, exercise: Exercise) -> Libraries:
        """Return the libraries that the exercise allows and this machine has.

        For pure Python no machine code is needed, except parts of the standard library that are
        loaded beforehand.
        """
        offered = self._capabilities.libraries_for(exercise)
        interpreter = self._capabilities.interpreter(exercise)
        names = (name for name in exercise.allowed_imports if name in offered)
        libraries = find_libraries(tuple(sorted({*names} - STOOD_IN)), interpreter)
        if libraries.names or NATIVE in exercise.allowed_imports:
            return libraries
        standard = importable(exercise.allowed_imports, interpreter)
        return replace(libraries, standard=standard, machine_code=False)

    def start_zygote(
        self, libraries: Libraries, limits: Limits, more: Mounts = NO_DEVICE
    ) -> Zygote:
        """Start a zygote that imports these libraries; forking waits for it."""
        setting = ZygoteSetting(
            config=self._config,
            bubblewrap=self._bubblewrap(),
            slot=self._slot,
            threads=self._threads,
            libraries=libraries,
            limits=limits,
            mounts=more,
        )
        return Zygote(setting)

    def _cold_work(self) -> str:
        """Return a cold program's working folder: its container's, or a fresh temporary one."""
        if self._config.namespaces:
            return mounts.WORK
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        return tempfile.mkdtemp(dir=self._folder.name)

    def _bubblewrap(self) -> str:
        if not self._config.namespaces:
            return ""
        program = mounts.find_bubblewrap(as_root=self._config.as_root)
        if not program:
            raise SandboxUnavailable(mounts.NOT_HERE)
        return program

    def _cold_child(self, libraries: Libraries, limits: Limits, more: Mounts) -> Child:
        work, contained = self._cold_work(), self._config.namespaces
        interpreter = libraries.interpreter
        covered = view.library_folders(interpreter) if more.bare else []
        covered += [] if libraries.machine_code else view.extension_folders(interpreter)
        limits = more.with_room(limits)
        after_fork = [*libraries.after_fork] if more.nodes else []
        config: ColdConfig = {
            "limits": to_builtins(limits),
            "device": bool(more.nodes),
            "work": work,
            "contained": contained,
            "draws": libraries.draws,
            "font": more.font,
            "libraries": libraries.search_path(contained=contained),
            "tools": more.tools,
            "machine_code": libraries.machine_code,
            "importable": libraries.importable,
            "hidden": covered if contained else [],
            "preload": [*libraries.preloads, *after_fork],
            "after_fork": after_fork,
        }
        words = view.command(
            "cold", json.dumps(config), contained=contained, interpreter=interpreter
        )
        if contained:
            program = self._bubblewrap()
            box = mounts.command(program, as_root=False, libraries=libraries, more=more)
            words = [*box, *words]
        elif sys.platform == "win32":
            words[0] = interpreter.path if interpreter else sys.executable
        environment = view.environment(work, 1, libraries) | more.environment(work)
        child = ColdChild(words, environment, limits, contained=contained)
        self._cold_children.add(child)
        return child

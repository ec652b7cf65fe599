"""The sandbox of one worker: keeps a zygote per kind of exercise and hands out programs.

One child at a time uses a device, whose lock threads, processes and other graders respect. Where
there are several, a child takes one that is free.
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
except ImportError:  # Windows: no child of a sandbox gets a device there
    fcntl = None  # type: ignore[assignment]


class DeviceLock:
    """The right to use devices; one sandbox may take it several times over, from its thread."""

    def __init__(self, nodes: tuple[str, ...]) -> None:
        """Names the devices by their files; locks nothing yet."""
        self._files = lock_files(nodes)
        self._descriptors: list[int] = []
        self._taken = 0

    @property
    def taken(self) -> bool:
        """Whether this sandbox has it at this moment."""
        return self._taken > 0

    def take(self, *, wait: bool = True) -> bool:
        """Waits until no other child uses the device, or says that one does."""
        self._taken += 1
        if self._taken > 1 or fcntl is None:
            return True
        try:
            for file in self._files:
                descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
                self._descriptors.append(descriptor)
                with contextlib.suppress(OSError):
                    file.chmod(0o666)  # graders of other users wait for it as well
                fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            self.give_back()
            return False
        except BaseException:  # an interrupt
            self.give_back()
            raise
        return True

    def give_back(self) -> None:
        """Lets the next one in, when everything that was taken is given back."""
        self._taken -= 1
        while self._taken == 0 and self._descriptors:
            os.close(self._descriptors.pop())


class GuestDevice:
    """A device as children are given it: its files, and the right to use it."""

    def __init__(self, mounts: Mounts) -> None:
        """Locks nothing yet."""
        self.mounts = mounts
        self.lock = DeviceLock(mounts.nodes)


def lock_files(nodes: tuple[str, ...]) -> list[Path]:
    """Name the locks of devices: each by itself, in the order in which every grader takes them."""
    single = [node for node in nodes if device_name(node)]
    shared = tuple(node for node in nodes if node not in single)
    return sorted(lock_file((*shared, node)) for node in single) or [lock_file(nodes)]


def lock_file(nodes: tuple[str, ...]) -> Path:
    """Names the lock of a device, in a folder that all users of the machine share."""
    digest = hashlib.sha256("\n".join(nodes).encode()).hexdigest()[:16]
    shared = Path("/run/lock")
    folder = shared if os.access(shared, os.W_OK) else Path(tempfile.gettempdir())
    return folder / f"grader-device-{digest}.lock"


NATIVE = "ctypes"  # who may use it may run machine code
NOTHING = Capabilities()  # the standard library, and the CPU


class Sandbox:
    """Use it in one thread: the zygotes end with the thread that started them."""

    def __init__(  # noqa: PLR0913  where, with what, and for whom
        self,
        level: IsolationLevel,
        *,
        slot: int = 0,
        capabilities: Capabilities = NOTHING,
        threads: int = 1,
        exercises: Iterable[Exercise] = (),
        alone: bool = False,
    ) -> None:
        """Takes a level that was probed and the worker's number; starts nothing yet.

        `threads`: that a library may use at a time, where its program is Python. `exercises` are
        those whose children may come from one zygote, if that holds slow libraries. `alone`: one
        program is run and one report is read, not those of a class.
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
        self._workshops: dict[str, Workshop | None] = {}  # by kind, as far as they were asked for

    @property
    def level(self) -> IsolationLevel:
        """How well it isolates."""
        return self._config.level

    def __enter__(self) -> Self:
        """Gives itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Ends everything that was started."""
        self.close()

    def close(self) -> None:
        """Ends everything that was started."""
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
        """Ends at once what runs in them, from any thread; who waits for it learns that it died."""
        for zygote in list(self._zygotes.values()):
            zygote.kill()

    def expect(self, texts: Iterable[str]) -> None:
        """Learns which texts are run from now on, so that what they mention is imported once."""
        self._expected = tuple(texts)

    def begin(self, exercise: Exercise, *, draws: bool = False) -> None:
        """Begins what this exercise's children will be forked from; see SandboxDoor.

        With a device it depends on which one is free then.
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
        """The same for exercises of which it does not depend on the programs; see SandboxDoor."""
        for exercise in exercises:
            if not (missing(exercise, self._capabilities) or self._libraries(exercise).slow):
                self.begin(exercise)

    def begin_fork(self, libraries: Libraries, limits: Limits, more: Mounts) -> None:
        """Begins what `fork` will need; see SandboxDoor."""
        self._begin(libraries, limits, more)

    def _begin(self, libraries: Libraries, limits: Limits, more: Mounts) -> None:
        """Starts a zygote that is not there yet; whoever forks from it waits for it.

        One that does not start is told of then: it is tried once more.
        """
        if self._config.warm and not self._warm_for(libraries, more):
            with contextlib.suppress(SandboxUnavailable):
                self._zygotes[libraries, more] = self.start_zygote(libraries, limits, more)

    def facts(self) -> Mapping[str, str]:
        """What about this machine an observation depends on."""
        return {
            "rung": self._config.level.value,
            "python": platform.python_version(),
            "platform": f"{platform.system()} {platform.machine()}",
        }

    def open_program(self, main: str, files: Mapping[str, str], exercise: Exercise) -> Program:
        """Prepares a program; `files` are logical names and decoded texts, `main` among them."""
        workshop = self.workshop(exercise)
        if workshop is not None:
            return workshop.open_program(main, files, exercise)
        return self.open_to_ask(main, files, exercise)

    def open_to_ask(
        self, main: str, files: Mapping[str, str], exercise: Exercise
    ) -> SandboxProgram:
        """Prepares a program in Python, for its plugin to ask; see SandboxDoor."""
        on_gpu = self._capabilities.device(exercise) is DeviceKind.GPU
        placement = ArrayPlacement(dtype=exercise.dtype, device="cuda" if on_gpu else "cpu")
        fork = self._device_child if on_gpu else self._child

        def start(limits: Limits, *, draws: bool = False) -> Child:
            return fork(replace(exercise, limits=limits), files.values(), draws=draws)

        return SandboxProgram(start, main, files, exercise, placement)

    def workshop(self, exercise: Exercise) -> Workshop | None:
        """Gives what runs programs of the exercise's kind, where these are no Python."""
        if exercise.kind not in self._workshops:
            opened = kind_of(exercise).open_workshop(self._fork, self._config)
            self._workshops[exercise.kind] = opened
        return self._workshops[exercise.kind]

    def fork(self, libraries: Libraries, limits: Limits, more: Mounts) -> Child:
        """Starts a child that gets no program; see SandboxDoor."""
        return self._fork(libraries, limits, more)

    def end_forks(self, libraries: Libraries, more: Mounts) -> None:
        """Ends what such children were forked from, and with it whatever they started."""
        if zygote := self._zygotes.pop((libraries, more), None):
            zygote.close()

    def _device_child(self, exercise: Exercise, texts: Iterable[str], *, draws: bool) -> Child:
        """Starts a child that has the GPU to itself until it ends."""
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
        """Takes the device that another child of ours has, else a free one, or waits for its own.

        Free ones are tried in the same order always: what is warm for a device is used again.
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
        """Says what a child is forked from, and which part of that it gets, if not all."""
        libraries = self._libraries(exercise)
        there = self._capabilities.libraries_for(exercise)
        if draws and {DRAWING} <= {*exercise.allowed_imports} & {*there}:
            names = tuple(sorted({*libraries.names, DRAWING}))
            libraries = find_libraries(names, libraries.interpreter)
            more = replace(more, font=japanese_font())
        if more.nodes:  # who has a device opens it, with the library that it is opened by
            return libraries, more, None
        mentioned = (*texts, *self._expected)
        if not self._is_shared(libraries):
            return libraries.mentioned_in(mentioned, alone=self.alone), more, None
        portion = Portion(libraries=libraries, font=more.font)
        everything = self._shared.mentioned_in(mentioned, alone=self.alone)
        more = replace(more, font=japanese_font() if everything.draws else "")
        return everything, more, portion

    def _together(self, exercises: Iterable[Exercise]) -> Libraries:
        """Gives all libraries that children of these exercises, and their scripts, may use."""
        names = {name for exercise in exercises for name in self._libraries(exercise).names}
        drawing = {DRAWING} & {*self._capabilities.libraries} if names else set()
        return find_libraries(tuple(sorted(names | drawing)))

    def _is_shared(self, libraries: Libraries) -> bool:
        """Whether a child with these may come from the zygote that holds more than they are.

        What it must not use is closed to it by rules of its own, which only Landlock has for one
        process among others. Quick libraries are not worth it: whoever has little loaded forks
        quickly.
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
                    pass  # it has died; the one below is new
            del self._zygotes[key]
            zygote.close()
        zygote = self.start_zygote(libraries, limits, more)
        self._zygotes[libraries, more] = zygote
        return zygote.fork(limits, portion=portion)

    def _warm_for(self, libraries: Libraries, more: Mounts) -> list[tuple[Libraries, Mounts]]:
        """Names the zygotes from which such a child can be forked."""
        return [key for key in self._zygotes if key[0].covers(libraries) and key[1] == more]

    def _libraries(self, exercise: Exercise) -> Libraries:
        """Gives what the exercise allows and this machine has, with the files it consists of.

        Where that is pure Python, no machine code is needed but a part of the standard library's
        own, which is loaded beforehand.
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
        """Starts a zygote that imports these libraries; to fork from it waits for that."""
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
        """Gives the folder a cold program works in: its container's, or a fresh temporary one."""
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

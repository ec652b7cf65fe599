"""Packs the first course into the wheel, for `grader demo`; pyproject.toml says everything else."""

import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
HAS_DEMO = (ROOT / "grader" / "demo").is_dir()  # a plugin may be absent
sys.path.insert(0, str(ROOT))


class BuildWithCourse(build_py):
    """Adds the zip file to what is built; a source distribution gets the files themselves."""

    @property
    def _zip(self) -> Path:
        from grader.demo.packing import PACKED

        return Path(self.build_lib, "grader", "demo", PACKED)

    def run(self) -> None:
        """Build; an editable installation finds the course in the tree."""
        from grader.demo.packing import packed

        super().run()
        if not self.editable_mode:
            self._zip.parent.mkdir(parents=True, exist_ok=True)
            self._zip.write_bytes(packed(ROOT))

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:  # noqa: FBT001, FBT002  as setuptools has it
        """List the built files."""
        return [*super().get_outputs(include_bytecode), str(self._zip)]

    def get_source_files(self) -> list[str]:
        """List the files that it is built from."""
        from grader.demo.packing import paths_of

        course = (path.relative_to(ROOT).as_posix() for path in paths_of(ROOT))
        return [*super().get_source_files(), *course]


setup(cmdclass={"build_py": BuildWithCourse} if HAS_DEMO else {})

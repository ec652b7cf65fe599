"""A course to collect into, again and again."""

from datetime import datetime
from pathlib import Path

from grader.intake.manifest import read_manifest
from grader.model.collection import NoteKind
from tests.lms.collecting.downloads import MOODLE, NOON, PROGRAM, roster, zipped

CLASS = [("24A1201", "山田 太郎"), ("24A1202", "佐藤 花子"), ("24A1203", "田中 実")]
TARO, HANAKO = f"山田 太郎_31201{MOODLE}", f"佐藤 花子_31202{MOODLE}"
NEWER = PROGRAM + "# newer\n"


class Lab:
    """A course with a roster, and a hand that makes downloads."""

    def __init__(self, folder: Path) -> None:
        """Start with nothing collected."""
        self.folder = folder
        self.target = folder / "submissions" / "kadai1"
        self.roster = roster(folder / "meibo.csv", CLASS)
        self.count = 0

    def download(self, files: dict[str, str], at: datetime = NOON) -> Path:
        """Makes a download of its own name."""
        self.count += 1
        return zipped(self.folder / f"download-{self.count}.zip", files, at)

    def read(self, name: str) -> str:
        """Reads a file of the target."""
        return (self.target / name).read_text(encoding="utf-8")

    def kinds(self) -> list[NoteKind]:
        """Lists what is noted about the first student."""
        collection = read_manifest(self.target)
        assert collection is not None
        return [note.kind for note in collection.students[0].notes]

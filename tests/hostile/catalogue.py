"""Reads the attacks: ordinary programs with a header that says what they need and how they end.

A header is a line `#: key: words`. `does` says what the attack tries; `allow` lists the modules it
needs; `ends` the outcomes that are right (`ends C` on one level only); `whole` how executing the
whole program ends, where that fails; `pure` that the exercise is one for pure Python, without
ctypes, and `narrow` that it allows nothing of the standard library but what does no harm; `rungs`
where it is tried; `variants` how many there are;
`machine` the only processor it is made for.
"""

import platform
import re
from dataclasses import dataclass
from pathlib import Path

from grader.sandbox import IsolationLevel
from grader.sandbox.levels import CONFIGS

FOLDER = Path(__file__).with_name("attacks")
HEADER = re.compile(r"^#: ([\w +]+): (.*)$", re.MULTILINE)
STRONG = "A+ A B C"
KINDS = ("pure", "narrow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """One program that means harm."""

    name: str
    text: str
    variant: int
    header: dict[str, str]

    def ends(self, level: IsolationLevel) -> set[str]:
        """Names the outcomes that are right."""
        return set(self.header.get(f"ends {level}", self.header["ends"]).split())

    @property
    def whole(self) -> set[str]:
        """Names how executing the whole program may end; empty when it must not fail."""
        return set(self.header.get("whole", "").split())

    @property
    def kind(self) -> str:
        """Says what the exercise it is handed in for allows; "" is everything that attacks need."""
        return next((kind for kind in KINDS if kind in self.header), "")

    @property
    def allow(self) -> set[str]:
        """Names the modules it imports."""
        return set(self.header.get("allow", "").split())

    def is_for(self, level: IsolationLevel) -> bool:
        """Says whether it is tried here."""
        machine = self.header.get("machine", platform.machine())
        levels = self.header.get("rungs", STRONG).split()
        fits = machine == platform.machine() and level.value in levels
        # A cold start takes long, and how a value lies is the same for the host on every level.
        return fits and (self.variant == 0 or CONFIGS[level].warm)


def read_attacks() -> list[Attack]:
    """Reads them all."""
    return [attack for path in sorted(FOLDER.glob("*.py")) for attack in _read(path)]


def _read(path: Path) -> list[Attack]:
    text = path.read_text(encoding="utf-8")
    header = dict(HEADER.findall(text))
    variants = int(header.get("variants", "1"))
    return [
        Attack(
            name=path.stem if variants == 1 else f"{path.stem}-{variant}",
            text=text,
            variant=variant,
            header=header,
        )
        for variant in range(variants)
    ]

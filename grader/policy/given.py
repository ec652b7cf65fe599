"""What a call hands over."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from grader.policy.values import NOTHING, Things, union


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The arguments of one call, and the object whose method is called."""

    positional: tuple[Things, ...] = ()
    named: Mapping[str, Things] = field(default_factory=dict)
    spread: Things = NOTHING  # what `*args` and `**kwargs` may bring
    starred: bool = False
    owner: Things = NOTHING
    method: str = ""

    @property
    def all(self) -> Things:
        """Everything that is handed over."""
        return union([*self.positional, *self.named.values(), self.spread])

    def at(self, position: int, name: str = "") -> Things:
        """Returns one argument, by position or by name."""
        if position < len(self.positional):
            return self.positional[position] | self.spread
        return self.named.get(name, NOTHING) | self.spread

    def __len__(self) -> int:
        """Counts the arguments that are written out."""
        return len(self.positional) + len(self.named)

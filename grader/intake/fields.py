"""Reads a JSON document field by field; what is not as expected is named with its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime


class Damaged(Exception):
    """A field is missing, or is not what it has to be; the text says which."""


@dataclass(frozen=True, slots=True)
class Fields:
    """An object of the document and its place in it."""

    value: object
    place: str

    def text(self, key: str, default: str | None = None) -> str:
        """Reads a text. Raises Damaged."""
        found = self._get(key, default)
        if not isinstance(found, str):
            raise self.wrong(key, "a text")
        return found

    def integer(self, key: str, default: int | None = None) -> int:
        """Reads a whole number that is not negative. Raises Damaged."""
        found = self._get(key, default)
        if not isinstance(found, int) or isinstance(found, bool) or found < 0:
            raise self.wrong(key, "a whole number")
        return found

    def flag(self, key: str) -> bool:
        """Reads yes or no; without the key no. Raises Damaged."""
        found = self._get(key, default=False)
        if not isinstance(found, bool):
            raise self.wrong(key, "true or false")
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """Reads a list of texts; without the key an empty one. Raises Damaged."""
        found = self._get(key, [])
        if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
            raise self.wrong(key, "a list of texts")
        return tuple(found)

    def mapping(self, key: str) -> dict[str, str]:
        """Reads texts by name; without the key none. Raises Damaged."""
        found = self._get(key, {})
        if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
            raise self.wrong(key, "texts by name")
        return dict(found)

    def named(self, key: str) -> Iterator[tuple[str, "Fields"]]:
        """Goes through objects by name; without the key none. Raises Damaged."""
        inner = self.inner(key)
        if inner is None:
            return
        if not isinstance(inner.value, dict):
            raise self.wrong(key, "objects by name")
        for name, one in inner.value.items():
            yield name, Fields(one, f"{inner.place}{name}.")

    def each(self, key: str) -> Iterator["Fields"]:
        """Goes through a list of objects; without the key an empty one. Raises Damaged."""
        found = self._get(key, [])
        if not isinstance(found, list):
            raise self.wrong(key, "a list")
        for number, one in enumerate(found, 1):
            yield Fields(one, f"{self.place}{key}.{number}.")

    def inner(self, key: str) -> "Fields | None":
        """Reads an object; None when it is null or missing. Raises Damaged."""
        found = self._get(key, None, optional=True)
        return None if found is None else Fields(found, f"{self.place}{key}.")

    def time(self, key: str) -> datetime | None:
        """Reads a time; None when it is null or missing. Raises Damaged."""
        found = self._get(key, None, optional=True)
        if found is None:
            return None
        try:
            if isinstance(found, str):
                return datetime.fromisoformat(found)
        except ValueError:
            pass
        raise self.wrong(key, "a time")

    def _get(self, key: str, default: object, *, optional: bool = False) -> object:
        if not isinstance(self.value, dict):
            raise Damaged(f"{self.place.rstrip('.') or 'all of it'}: an object is expected")
        found: object = self.value.get(key, default)
        if found is None and not optional:
            raise Damaged(f"{self.place}{key}: is missing")
        return found

    def wrong(self, key: str, expected: str) -> Damaged:
        """Makes the error of a field that does not hold what is expected."""
        return Damaged(f"{self.place}{key}: {expected} is expected")

"""The reference of a new operation, to be filled in: a program, and the words beside it."""

import tomllib
from importlib.resources import files


def template_files(operation: str) -> dict[str, str]:
    """Gives reference/<operation>.py and .toml, by path in the course."""
    place = files("grader.course.making").joinpath("reference_template.toml")
    texts: dict[str, str] = tomllib.loads(place.read_text(encoding="utf-8"))
    endings = {"py": texts["program"], "toml": texts["words"]}
    return {
        f"reference/{operation}.{ending}": text.replace("@NAME@", operation)
        for ending, text in endings.items()
    }

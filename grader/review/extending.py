"""Adds to `grader review` the options of those parts that can be taken away, as far as they are."""

from importlib import import_module
from importlib.util import find_spec

import click

PARTS = ("grader.review.fair", "grader.review.requests", "grader.review.alike")


def extend(command: click.Command) -> None:
    """Have each part that is there add its options."""
    for part in PARTS:
        if find_spec(part):
            import_module(f"{part}.command").extend(command)

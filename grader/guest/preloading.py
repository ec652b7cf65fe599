"""Imports beforehand what every program of an exercise would import."""

import importlib


def preload(names: list[str]) -> list[str]:
    """Imports modules; names what is not there, or not whole."""
    failed = []
    for name in names:
        try:
            importlib.import_module(name)
        except Exception:  # noqa: BLE001 - a broken library must not stop the others
            failed.append(name)
    return failed

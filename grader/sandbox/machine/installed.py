"""Which libraries are installed, and under which distribution names. Imports none of them."""

import importlib.util
from collections.abc import Collection, Mapping
from importlib import metadata


def installed_versions(names: Collection[str]) -> Mapping[str, str]:
    """Gives the version of each top-level module that can be imported; "" if nobody says it.

    A library is published under several distribution names: cupy as cupy-cuda12x, cupy-rocm-7-0 …
    """
    providers = metadata.packages_distributions()
    return {
        name: _version(providers.get(name, ()))
        for name in sorted(names)
        if name in providers or _can_be_found(name)
    }


def distributions_of(name: str) -> tuple[tuple[str, str], ...]:
    """Pairs the names and versions of all distributions that provide a top-level module.

    Several at once overwrite each other's files.
    """
    own = metadata.packages_distributions().get(name, ())
    return tuple(sorted({(one.lower(), metadata.version(one)) for one in own}))


def _version(providers: Collection[str]) -> str:
    return next((metadata.version(name) for name in sorted(set(providers))), "")


def _can_be_found(name: str) -> bool:
    """Looks like an import would; packages of a system may come without metadata."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False

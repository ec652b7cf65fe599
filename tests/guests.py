"""What plugins have inside the sandbox, in this process: modules of `_grader_guest`."""

import sys
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from grader.plugins import guest_folders
from tests.tree import ROOT

PACKAGE = "_grader_guest"


def guest_module(name: str) -> Any:
    """Imports a module as a guest does, from the folders that it sees."""
    if PACKAGE not in sys.modules:
        folders = [str(ROOT / "grader" / "guest"), *map(str, guest_folders())]
        init = f"{folders[0]}/__init__.py"
        spec = spec_from_file_location(PACKAGE, init, submodule_search_locations=folders)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[PACKAGE] = module_from_spec(spec)
        spec.loader.exec_module(sys.modules[PACKAGE])
    return import_module(f"{PACKAGE}.{name}")

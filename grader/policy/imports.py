"""Import statements: what may be imported, and which files of the student they reach."""

import ast

from grader.policy import dynamic, libraries
from grader.policy.analysis import Analysis, Site
from grader.policy.attributes import read_local, read_member
from grader.policy.program import up
from grader.policy.scopes import Scope
from grader.policy.values import NOTHING, Kind, Thing, Things, union


def import_modules(run: Analysis, scope: Scope, node: ast.Import) -> None:
    """Takes in `import a.b as c, d`."""
    for alias in node.names:
        if alias in run.skipped:
            continue
        site = Site(run, scope, node)
        whole = _import_path(site, alias.name)
        if alias.asname:
            run.bind(scope, alias.asname, whole)
        else:
            top = alias.name.partition(".")[0]
            run.bind(scope, top, _value_of(site, top))


def import_from(run: Analysis, scope: Scope, node: ast.ImportFrom) -> None:
    """Takes in `from a.b import c as d`, `from . import c` and `from a import *`."""
    site = Site(run, scope, node)
    if node.module == "__future__" and not node.level:
        return
    if node.level:
        base = _import_relative(site, node)
    elif node.names[0].name == "*":
        base = _import_path(site, node.module or "", reason="star")
    else:
        base = _import_path(site, node.module or "")
    for alias in node.names:
        if alias in run.skipped:
            continue
        if alias.name == "*":
            _import_star(site, base)
        else:
            run.bind(scope, alias.asname or alias.name, _member(site, base, alias.name))
        if node.level and not node.module:
            _expect_file(site, node.level, alias.name)


def _import_path(site: Site, path: str, reason: str = "import") -> Things:
    """Imports a dotted path and returns the module at its end."""
    run, parts = site.run, path.split(".")
    local = [run.files.find(run.files.roots, ".".join(parts[:n])) for n in range(1, len(parts) + 1)]
    for names in local:
        for name in names:
            run.reach(name)
    found = [frozenset({Thing(Kind.LOCAL, name)}) for name in local[-1]]
    top = parts[0]
    if top in dynamic.DYNAMIC_MODULES and "*" in dynamic.DYNAMIC_MODULES[top]:
        site.report("POL002", path, "import")
    if libraries.top_of(top) in run.allowed:
        return union([*found, _library(site, path)])
    if not local[0]:
        return site.report("POL001", path, reason)
    return union(found)


def _library(site: Site, path: str) -> Things:
    """Walks from an allowed library to one of its modules."""
    names = path.split(".")
    things: Things = frozenset({Thing(Kind.MODULE, names[0])})
    for name in names[1:]:
        things = union(
            read_member(site, thing.name, name) if thing.kind is Kind.MODULE else NOTHING
            for thing in things
        )
    return things


def _value_of(site: Site, top: str) -> Things:
    """Returns what `import a.b` binds: the topmost module."""
    run = site.run
    local = [frozenset({Thing(Kind.LOCAL, n)}) for n in run.files.find(run.files.roots, top)]
    if libraries.top_of(top) in run.allowed:
        local.append(frozenset({Thing(Kind.MODULE, top)}))
    return union(local)


def _import_relative(site: Site, node: ast.ImportFrom) -> Things:
    """Imports from the package that the file is in, if it is in one."""
    file = site.scope.file.name
    folder = up(file, node.level)
    shown = "." * node.level + (node.module or "")
    if folder is None:
        return site.report("POL001", shown, "relative")
    files = site.run.files
    names = files.find([folder], node.module) if node.module else (f"{folder}/",)
    for name in names:
        site.run.reach(name)
    if not names:
        return site.report("POL001", shown, "relative")
    return frozenset([Thing(Kind.LOCAL, name) for name in names])


def _expect_file(site: Site, level: int, name: str) -> None:
    """Notes `from . import x` where the folder has neither such a file nor an `__init__.py`."""
    folder, files = up(site.scope.file.name, level), site.run.files
    package = folder is not None and f"{folder}/__init__.py" in files.sources
    if folder is not None and not package and not files.find([folder], name):
        site.report("POL001", "." * level + name, "relative")


def _member(site: Site, base: Things, name: str) -> Things:
    found: list[Things] = []
    for thing in base:
        if thing.kind is Kind.LOCAL:
            found.append(read_local(site, thing.name, name))
        elif thing.kind is Kind.MODULE:
            found.append(read_member(site, thing.name, name))
    return union(found)


def _import_star(site: Site, base: Things) -> None:
    modules = frozenset([thing for thing in base if thing.kind in {Kind.LOCAL, Kind.MODULE}])
    site.run.learn(site.scope.module.stars, modules)

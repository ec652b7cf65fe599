"""Patterns of `match`: they open objects and bind names."""

import ast

from grader.policy.analysis import Analysis, Site
from grader.policy.attributes import read
from grader.policy.dynamic import looks_inside
from grader.policy.scopes import Scope
from grader.policy.targets import Evaluate
from grader.policy.values import Kind, Things, hold, texts_of, unpack

LIBRARY = frozenset({Kind.MODULE, Kind.MEMBER, Kind.OBJECT})


def match_pattern(
    run: Analysis, scope: Scope, pattern: ast.pattern, subject: Things, evaluate: Evaluate
) -> None:
    """Binds the names of a pattern and notes the attributes it opens."""
    match pattern:
        case ast.MatchClass():
            _match_class(run, scope, pattern, subject, evaluate)
        case ast.MatchAs(name=str(name)) | ast.MatchMapping(rest=str(name)):
            run.bind(scope, name, subject)
        case ast.MatchStar(name=str(name)):
            run.bind(scope, name, hold(run.unpack(subject)))
        case _:
            pass
    if isinstance(pattern, ast.MatchClass):
        return
    inner = subject if isinstance(pattern, ast.MatchAs | ast.MatchOr) else run.unpack(subject)
    for part in ast.iter_child_nodes(pattern):
        if isinstance(part, ast.pattern):
            match_pattern(run, scope, part, inner, evaluate)
        else:
            evaluate(run, scope, part)


def _match_class(
    run: Analysis, scope: Scope, pattern: ast.MatchClass, subject: Things, evaluate: Evaluate
) -> None:
    site = Site(run, scope, pattern)
    evaluate(run, scope, pattern.cls)
    for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        match_pattern(run, scope, inner, read(site, subject, name), evaluate)
    if pattern.patterns:
        _open_by_place(site)
    for inner in pattern.patterns:
        if any(thing.kind in LIBRARY and not thing.held for thing in subject):
            site.doubt("POL003", "match", "pattern")
        match_pattern(run, scope, inner, subject | run.unpack(subject), evaluate)


def _open_by_place(site: Site) -> None:
    """Notes the attributes that `case A(x)` opens: which, the class says in `__match_args__`."""
    said = frozenset(site.run.attributes.get("__match_args__", ()))
    names, complete = texts_of(unpack(said | frozenset(site.run.attributes.get("*", ()))))
    for name in filter(looks_inside, names):
        site.doubt("POL002", name, "inspection")
    if said and not complete:
        site.doubt("POL002", "__match_args__", "inspection")

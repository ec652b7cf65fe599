"""The nodes of syntax trees, in the order in which `ast` gives them, in half the time."""

import ast
from typing import TypeVar
from weakref import WeakKeyDictionary

Node = TypeVar("Node", bound=ast.AST)

# What has nothing inside it: most nodes of a program.
LEAVES = frozenset(
    {
        *(ast.Constant, ast.alias, ast.Pass, ast.Break, ast.Continue, ast.Global, ast.Nonlocal),
        *ast.expr_context.__subclasses__(),
        *ast.operator.__subclasses__(),
        *ast.unaryop.__subclasses__(),
        *ast.boolop.__subclasses__(),
        *ast.cmpop.__subclasses__(),
    }
)
_TEXTS = frozenset({"id", "attr", "arg", "asname", "kind", "level", "module", "type_comment"})
_LISTS_OF_MORE = frozenset({"keys", "kw_defaults", "kwd_attrs"})  # whose members may be no nodes
_fields: dict[type[ast.AST], tuple[str, ...]] = {}  # of each kind, those that may hold nodes


def _below(kind: type[ast.AST]) -> set[type[ast.AST]]:
    return {kind}.union(*map(_below, kind.__subclasses__()))


KINDS = frozenset(_below(ast.AST))


def children(node: ast.AST) -> list[ast.AST]:
    """Lists the nodes right below one, as ast.iter_child_nodes does."""
    kind = type(node)
    if kind in LEAVES:
        return []
    below: list[ast.AST] = []
    held = vars(node)
    for name in _fields.get(kind) or _fields_of(kind):
        part = held.get(name)
        if type(part) is list:
            below += _nodes_among(part) if name in _LISTS_OF_MORE else part
        elif type(part) in KINDS:
            below.append(part)  # type: ignore[arg-type]  # its type says so
    return below


def nodes_in(root: ast.AST) -> list[ast.AST]:
    """Lists a node and all below it, the nearest first, as ast.walk does."""
    nodes = [root]
    for node in nodes:  # it grows meanwhile; `children` again, where a call would be a third of it
        kind = type(node)
        if kind in LEAVES:
            continue
        held = vars(node)
        for name in _fields.get(kind) or _fields_of(kind):
            part = held.get(name)
            if type(part) is list:
                nodes += _nodes_among(part) if name in _LISTS_OF_MORE else part
            elif type(part) in KINDS:
                nodes.append(part)  # type: ignore[arg-type]  # its type says so
    return nodes


# The same trees are gone through again and again; nobody changes a tree that was read.
_below_roots: WeakKeyDictionary[ast.AST, list[ast.AST]] = WeakKeyDictionary()


def nodes_of(root: ast.AST) -> list[ast.AST]:
    """The same of a tree that stays as it is, listed once."""
    below = _below_roots.get(root)
    if below is None:  # without the root itself: it would keep itself
        below = _below_roots[root] = nodes_in(root)[1:]
    return [root, *below]


def _nodes_among(parts: list[object]) -> list[ast.AST]:
    return [part for part in parts if isinstance(part, ast.AST)]


def copied(node: Node) -> Node:
    """Copies a node and all below it, as copy.deepcopy does in five times as long."""
    kind = type(node)
    copy = kind.__new__(kind)
    vars(copy).update((name, _copied_part(part)) for name, part in vars(node).items())
    return copy


def _copied_part(part: object) -> object:
    if isinstance(part, ast.AST):
        return copied(part)
    return [_copied_part(each) for each in part] if isinstance(part, list) else part


def _fields_of(kind: type[ast.AST]) -> tuple[str, ...]:
    _fields[kind] = tuple(name for name in kind._fields if name not in _TEXTS)
    return _fields[kind]

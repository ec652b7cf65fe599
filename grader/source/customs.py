"""Customary uses of features by which a text or a class could reach other code.

These are allow-lists: an unusual use is not a breach, but a person looks at it.
"""

import ast
from collections.abc import Mapping
from functools import cached_property

from msgspec import Struct

from grader.source import dynamic
from grader.source.dynamic import CALL, DECORATOR, FORMAT, LOOP, PLACES, WITH
from grader.source.names import DEEP, Names
from grader.source.nodes import nodes_of
from grader.source.scopes import DEFINITIONS, IMPORTS, bindings

TYPE = "type"
ASKED_OF_TYPES = frozenset({"isinstance", "issubclass", "print", "repr", "str"})
CLASS_ARGUMENTS = 3  # of type(): name, bases, namespace
SETTING = 3  # arguments of setattr
METACLASSES = frozenset({"abc.ABCMeta", "enum.EnumMeta", "enum.EnumType"})
LIST_THEIR_PARTS = frozenset(
    {"collections.namedtuple", "dataclasses.make_dataclass", "typing.NamedTuple"}
)
# Names that, when set, alter a class or an object fundamentally.
REMAKES = dynamic.NAMES_OF_FIELDS | {"__match_args__", "__class__"}


class Customs(Struct, eq=False, dict=True):
    """Answers questions about a node's use in one file."""

    names: Names
    parents: Mapping[ast.AST, ast.AST]

    def is_customary(self, path: str, node: ast.AST) -> bool:
        """Return whether a name from a module like contextlib is used where it belongs."""
        above = self.parents.get(node)
        call = above if isinstance(above, ast.Call) and above.func is node else None
        around = self.parents.get(call) if call is not None else above
        if path in dynamic.KEYWORDS and call is not None:
            return all(word.arg in dynamic.KEYWORDS[path] for word in call.keywords)
        place = PLACES.get(path)
        fits = call is not None  # necessary; some need more
        match around:
            case _ if place is None:
                fits = path not in dynamic.KEYWORDS
            case _ if place == CALL:
                pass
            case ast.withitem():
                fits &= place == WITH
            case ast.ClassDef(decorator_list=decorators):
                fits = place == DECORATOR and (call or node) in decorators
            case ast.Attribute(attr="format"):
                fits &= place == FORMAT and self._is_given_text(around)
            case ast.For(iter=through) | ast.comprehension(iter=through):
                fits &= place == LOOP and through is call and not self.renames
            case ast.Call(func=ast.Name(id="len")):
                fits &= place == LOOP
            case _:
                fits = False
        return fits

    def _is_given_text(self, method: ast.AST) -> bool:
        call = self.parents.get(method)
        return isinstance(call, ast.Call) and isinstance([*call.args, None][0], ast.Constant)

    @cached_property
    def renames(self) -> bool:
        """Whether a `name` attribute is set on anything but the program's own object."""
        nodes = (node for tree in self.names.trees for node in nodes_of(tree))
        return any(
            isinstance(node, ast.Attribute)
            and node.attr == "name"
            and isinstance(node.ctx, ast.Store)
            and getattr(node.value, "id", "") != "self"
            for node in nodes
        )

    # Annotations.

    def names_type(self, node: ast.AST | None, depth: int = 0) -> bool:
        """Return whether an annotation, possibly a string, only names a type."""
        if depth > DEEP:
            return False
        types = False
        match node:
            case ast.Constant(value=str(text)):
                try:
                    types = self.names_type(ast.parse(text.strip(), mode="eval").body, depth + 1)
                except (SyntaxError, ValueError, MemoryError, RecursionError):
                    types = True  # it cannot be evaluated either
            case None | ast.Constant():
                types = True
            case ast.Name(id=name):
                values = self.names.values.get(name, ())
                types = all(self._is_type(value, depth) for value in values)
            case ast.Attribute():
                types = bool(self.names.of(node))
            case (
                ast.Subscript(value=first, slice=other)
                | ast.BinOp(op=ast.BitOr(), left=first, right=other)
            ):
                types = self.names_type(first, depth + 1) and self.names_type(other, depth + 1)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                types = all(self.names_type(part, depth + 1) for part in parts)
            case _:
                pass
        return types

    def _is_type(self, value: ast.AST, depth: int) -> bool:
        if isinstance(value, ast.Call):
            return any(path.startswith("typing.") for path in self.names.of(value.func))
        return isinstance(value, (ast.ClassDef, *IMPORTS)) or self.names_type(value, depth + 1)

    # Patterns.

    def lists_its_parts(self, node: ast.AST, depth: int = 0) -> bool:
        """Return whether the class in `case A(x, y)` itself defines what x and y are."""
        if isinstance(node, ast.Name) and node.id in dynamic.TAKE_THEMSELVES:
            return node.id not in self.names.values
        values = [node] if isinstance(node, ast.Call) else self._bound_to(node)
        return bool(values) and depth < DEEP and all(self._lists(v, depth) for v in values)

    def _bound_to(self, node: ast.AST) -> list[ast.AST]:
        """Return what a name is bound to, in any file."""
        if isinstance(node, ast.Name) and node.id in self.names.values:
            own = [v for v in self.names.values[node.id] if not isinstance(v, IMPORTS)]
            if own:
                return own
        bound: list[ast.AST] = []
        for meaning in self.names.of(node):
            file, _, name = meaning[1:].partition(":")
            other = self.names.others.get(file) if meaning[0] == "/" else None
            bound += other.values.get(name, ()) if other is not None else ()
        return bound

    def _lists(self, value: ast.AST, depth: int) -> bool:
        match value:
            case ast.Call(func=func, args=[_, fields, *_]):
                known = self.names.elements(fields)
                plain = known is None or not any(map(dynamic.looks_inside, known))
                listed = not self.names.of(func).isdisjoint(LIST_THEIR_PARTS)
                # namedtuple checks the names itself
                checked = "dataclasses.make_dataclass" not in self.names.of(func)
                return listed and plain and (checked or known is not None)
            case ast.ClassDef(bases=bases, keywords=[], decorator_list=decorators):
                written = [v for name, v in bindings(value) if name == "__match_args__"]
                if written:
                    return all(self.names.elements(part) is not None for part in written)
                heads = [d.func if isinstance(d, ast.Call) else d for d in decorators]
                made = any("dataclasses.dataclass" in self.names.of(head) for head in heads)
                named = any("typing.NamedTuple" in self.names.of(base) for base in bases)
                inside = any(dynamic.looks_inside(name) for name, _ in bindings(value))
                listed = made or named or any(self.lists_its_parts(b, depth + 1) for b in bases)
                return listed and not inside
            case _:
                return False

    # Classes created, and attributes set, by names in strings.

    def is_metaclass(self, node: ast.AST) -> bool:
        """Return whether a class is a metaclass."""
        return isinstance(node, ast.ClassDef) and any(
            (isinstance(base, ast.Name) and base.id == TYPE)
            or not self.names.of(base).isdisjoint(METACLASSES)
            or any(self.is_metaclass(value) for value in self._bound_to(base) if value is not node)
            for base in node.bases
        )

    def only_asks(self, metaclass: ast.ClassDef) -> bool:
        """Return whether a metaclass affects how classes are called and queried, not created."""
        defined = {name for name, value in bindings(metaclass) if isinstance(value, DEFINITIONS)}
        others = {name for name, _ in bindings(metaclass)} - defined
        return defined <= dynamic.OF_METACLASSES and not any(map(dynamic.is_dunder, others))

    def is_made_plainly(self, call: ast.Call) -> bool:
        """Return whether a call creates no class, or one whose namespace is written out."""
        return not self._makes_class(call) or (
            len(call.args) == CLASS_ARGUMENTS and self._is_written(call.args[-1])
        )

    def _makes_class(self, call: ast.Call) -> bool:
        several = len(call.args) >= CLASS_ARGUMENTS or any(
            isinstance(argument, ast.Starred) for argument in call.args
        )
        match call.func:
            case ast.Name(id="type"):
                return TYPE not in self.names.values and several
            case ast.Call(func=ast.Name(id="type")) | ast.Attribute(attr="__class__"):
                return several
            case ast.Attribute(value=ast.Name(id="type"), attr="__new__" | "__call__"):
                return True
            case ast.Name():
                return several and any(map(self.is_metaclass, self._bound_to(call.func)))
            case _:
                return False

    def _is_written(self, space: ast.AST) -> bool:
        match space:
            case ast.Dict(keys=keys):
                texts = [self.names.texts(key) if key is not None else None for key in keys]
            case ast.Call(func=ast.Name(id="dict"), args=[], keywords=keywords):
                texts = [frozenset({word.arg}) if word.arg else None for word in keywords]
            case _:
                return False
        return all(text is not None and not any(map(is_remade_by, text)) for text in texts)

    def is_handed_on(self, node: ast.Name) -> bool:
        """Return whether `type` is passed on as a value, which could create classes unseen."""
        handed_on = False
        match above := self.parents.get(node):
            case ast.Call(func=called, args=arguments) if node in arguments:
                mapped = getattr(called, "id", "") == "map" and len(arguments) == len("fx")
                handed_on = not (mapped or self._asks(above))
            case ast.Tuple():  # of types, for isinstance() or in an annotation
                around = self.parents.get(above)
                handed_on = not (isinstance(around, ast.Subscript) or self._asks(around))
            case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.NamedExpr(value=value):
                handed_on = value is node
            case ast.keyword(arg=word):
                handed_on = word != "key"
            case ast.Call() | ast.Compare() | ast.Subscript() | ast.Attribute() | ast.ClassDef():
                pass
            case ast.arg() | ast.FunctionDef() | ast.BinOp() | ast.MatchClass():
                pass
            case _:
                handed_on = True
        return handed_on

    def _asks(self, node: ast.AST | None) -> bool:
        """Return whether a node is a call that only queries a type."""
        func = node.func if isinstance(node, ast.Call) else None
        return isinstance(func, ast.Name) and func.id in ASKED_OF_TYPES

    def sets(self, call: ast.Call) -> tuple[ast.AST | None, ast.AST] | None:
        """Return the object (None: `self`) and the name of an attribute that a call sets."""
        match call.func, call.args:
            case ast.Name(id="setattr"), [target, name, *_]:
                return target, name
            case ast.Name(id="setattr"), _:
                return call, call
            case ast.Attribute(attr="__setattr__"), [name, _]:
                return None, name
            case ast.Attribute(attr="__setattr__"), [target, name, *_]:
                return target, name
            case _:
                return None

    def is_foreseen(self, target: ast.AST | None, name: ast.AST) -> bool:
        """Return whether the attribute's name is sufficiently known, or the object is plain."""
        texts = self.names.texts(name)
        if texts is not None:
            return not any(map(is_remade_by, texts))
        return _beginning(name) or target is None or self._is_plain(target)

    def is_open(self, name: ast.AST) -> bool:
        """Return whether the name of the attribute may be anything."""
        return self.names.texts(name) is None and not _beginning(name)

    def _is_plain(self, target: ast.AST) -> bool:
        """Return whether the target is an instance of a class of the program."""
        if not isinstance(target, ast.Name) or target.id == "self":
            return isinstance(target, ast.Name)
        values = self.names.values.get(target.id, ())
        return bool(values) and all(
            isinstance(value, ast.Call)
            and (
                "types.SimpleNamespace" in self.names.of(value.func)
                or any(
                    isinstance(made, ast.ClassDef) and not self.is_metaclass(made)
                    for made in self._bound_to(value.func)
                )
            )
            for value in values
        )


def is_remade_by(name: str) -> bool:
    """Return whether setting an attribute of this name alters an object or class fundamentally."""
    return name in REMAKES or dynamic.looks_inside(name)


def _beginning(name: ast.AST) -> bool:
    """Return whether a text begins with literal letters: `f"layer{i}"`, `"w" + str(i)`."""
    match name:
        case ast.JoinedStr(values=[first, *_]) | ast.BinOp(left=first):
            return _beginning(first)
        case ast.Call(func=ast.Attribute(value=first, attr="format")):
            return _beginning(first)
        case ast.Constant(value=str(text)):
            return text[:1].isalpha()
        case _:
            return False

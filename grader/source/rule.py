"""The import rule by names: imports, members of libraries, and names that open the interpreter.

Values are not followed. A name that only a breach could mean is certain on a library, and on
anything else a doubt for a person. What slips through fails at run time, in a process that has no
libraries but the allowed ones.
"""

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property

from msgspec import Struct, field

from grader.model.static import Certainty, Use
from grader.source import dynamic, libraries
from grader.source.customs import Customs
from grader.source.names import Names
from grader.source.nodes import children, nodes_in, nodes_of
from grader.source.program import ALL, ParsedProgram, up
from grader.source.scopes import DEFINITIONS, IMPORTS, bindings, bound_by, local_names, walk

SURE, DOUBT = Certainty.SURE, Certainty.UNSURE
BACKENDS = frozenset({"use", "switch_backend", "load_backend_module"})
FORMATS = frozenset({"format", "format_map"})


class Noted(Struct, frozen=True, kw_only=True):
    """A use, and its place in the text of its file."""

    file: str
    line: int
    check: str
    what: str
    reason: str


Uses = dict[Noted, Certainty]


def find_uses(names: Mapping[str, Names], allowed: frozenset[str]) -> Uses:
    """Return the uses that touch the rule in a program, or in the given parts of it."""
    trees = {file: file_names.trees for file, file_names in names.items()}
    nodes = [node for parts in trees.values() for tree in parts for node in nodes_of(tree)]
    world = _World(allowed=allowed, nodes=nodes)
    readers = [_RuleReader(world, file_names) for file_names in names.values()]
    world.loose = any(reader.lets_loose() for reader in readers)
    world.renaming = any(reader.sets_any_name() for reader in readers)
    world.only_types = all(reader.annotates_with_types() for reader in readers)
    for reader in readers:
        reader.read()
    return world.uses


def located(uses: Uses, program: ParsedProgram) -> list[Use]:
    """Locate uses; in a notebook by cell."""
    return [
        Use(
            check=noted.check,
            what=noted.what,
            certainty=certainty,
            reason=noted.reason,
            location=program.parsed[noted.file].place(noted.line),
        )
        for noted, certainty in uses.items()
    ]


class _World(Struct, eq=False, dict=True):
    """Facts about the whole program."""

    allowed: frozenset[str]
    nodes: list[ast.AST]
    own: frozenset[str] = frozenset()  # attributes that the program itself defines
    strange: bool = False  # a third-party library is imported
    loose: bool = False  # a library module is passed to where it cannot be followed
    renaming: bool = False  # an attribute is set by an unknown name
    only_types: bool = True  # annotations of functions only name types
    enumerates: bool = False  # enum is imported
    uses: Uses = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Collect what the program defines."""
        self.own = frozenset(name for node in self.nodes for name in _attributes(node))
        tops = {
            path.partition(".")[0]
            for node in self.nodes
            if isinstance(node, ast.Import | ast.ImportFrom)
            for path in (
                [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
            )
        }
        self.enumerates = "enum" in tops
        self.strange = any(
            libraries.top_of(top) in self.allowed and not libraries.is_standard(top) for top in tops
        )

    @cached_property
    def names_fields_by_text(self) -> bool:
        """Whether the program itself sets the names of a class's fields."""
        words = {getattr(node, key, None) for node in self.nodes for key in ("id", "attr")}
        words |= {
            node.value
            for node in self.nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        return not dynamic.NAMES_OF_FIELDS.isdisjoint(words)

    @property
    def pure(self) -> bool:
        """Whether no array library is allowed, so that only another one can return an array."""
        return self.allowed.isdisjoint(dynamic.ARRAY_LIBRARIES)

    @cached_property
    def strangers(self) -> frozenset[str]:
        """The attributes that suggest a module; a tensor's `.numpy()` does not."""
        arrays = frozenset[str]() if self.pure else dynamic.ARRAY_LIBRARIES
        return libraries.STRANGERS - self.allowed - arrays

    def other_library(self, module: str, name: str) -> str:
        """Return the path of the other library that `module.name` is, unless allowed."""
        other = libraries.other_library(module, name)
        return "" if libraries.top_of(other) in self.allowed else other

    def path_at(self, path: str) -> str:
        """Follow a dotted path from an allowed library to a module or class; "" for others."""
        top, *rest = path.split(".")
        if libraries.top_of(top) not in self.allowed:
            return ""
        here = top
        for name in rest:
            if self.other_library(here, name) or libraries.is_private(here, name):
                return ""
            here = libraries.other_library(here, name) or libraries.inside(here, name)
            if not here:
                break
        return here


class _RuleReader:
    def __init__(self, world: _World, names: Names) -> None:
        self._world = world
        self._names = names
        self._bound = frozenset().union(*map(local_names, names.trees))
        nodes = [node for tree in names.trees for node in nodes_of(tree)]
        self._parents = {child: node for node in nodes for child in children(node)}
        classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        self._bound_in_classes = frozenset().union(*map(local_names, classes))
        self._customs = Customs(names=names, parents=self._parents)
        self._hidden: dict[ast.AST, frozenset[str]] = {}
        self._places = [
            place for tree in names.trees for place in walk(tree, self._hides, self._hides(tree))
        ]

    def _hides(self, block: ast.AST) -> frozenset[str]:
        """Return the names that a block binds to anything but a module or None."""
        if block not in self._hidden:
            others = {name for name, value in bindings(block) if not self._keeps(value)}
            self._hidden[block] = frozenset(others) & local_names(block)
        return self._hidden[block]

    def _keeps(self, value: ast.AST) -> bool:
        empty = isinstance(value, ast.Constant) and value.value is None
        return empty or isinstance(value, IMPORTS) or bool(self._names.of(value))

    def _note(
        self, node: ast.AST, check: str, what: str, reason: str, certainty: Certainty = SURE
    ) -> None:
        """Add a use; certainty overrides doubt."""
        line = getattr(node, "lineno", 1)
        noted = Noted(file=self._names.file, line=line, check=check, what=what, reason=reason)
        if certainty is SURE or noted not in self._world.uses:
            self._world.uses[noted] = certainty

    def _doubt(self, node: ast.AST, check: str, what: str, reason: str) -> None:
        self._note(node, check, what, reason, DOUBT)

    def _owners(self, node: ast.AST | None) -> list[str]:
        """Return the modules and classes of allowed libraries that an expression may be."""
        paths = self._names.of(node) if node is not None else ()
        owners = {self._world.path_at(path) for path in paths if path[0] != "/"}
        return sorted(owners - {""})

    def _modules(self, node: ast.AST | None) -> list[str]:
        """Return those that may be modules."""
        return [path for path in self._owners(node) if libraries.may_be_module(path)]

    # What cannot be followed by names.

    def lets_loose(self) -> bool:
        """Return whether a library module, or a namespace, is passed on as a value."""
        return any(self._escapes(node, hidden) for node, hidden in self._places)

    def _escapes(self, node: ast.AST, hidden: frozenset[str]) -> bool:
        match node:
            case ast.Call(func=ast.Name(id="globals" | "locals" | "vars"), args=[]):
                return True
            case ast.Attribute(attr="__dict__" | "obj"):
                return True
            case ast.Name(ctx=ast.Load()) | ast.Attribute(ctx=ast.Load()):
                shadowed = isinstance(node, ast.Name) and node.id in hidden
                return not shadowed and not self._stays(node) and bool(self._modules(node))
            case _:
                return False

    def _stays(self, node: ast.AST) -> bool:
        """Return whether a module named here stays here, or passes to a name that is followed."""
        above = self._parents.get(node)
        match above:
            case ast.Attribute() | ast.If() | ast.UnaryOp() | ast.Expr():
                return True
            case ast.Call(func=called) | ast.Subscript(value=called) if called is node:
                return True  # then it is no module
            case ast.Compare(ops=[ast.Is() | ast.IsNot()]):
                return True
            case ast.Assign(targets=[ast.Name()]) | ast.AnnAssign(target=ast.Name()):
                return not isinstance(self._parents.get(above), ast.ClassDef)
            case ast.Call(func=ast.Name(id=name), args=[first, *_]):
                return first is node and name in ASKS
            case _:
                return False

    # Facts needed about all files before reading one.

    def sets_any_name(self) -> bool:
        """Return whether an attribute is set by a name that is not literal."""
        nodes = (node for node, _ in self._places if isinstance(node, ast.Call))
        setting = (self._customs.sets(node) for node in nodes)
        return any(pair is not None and self._customs.is_open(pair[1]) for pair in setting)

    def annotates_with_types(self) -> bool:
        """Return whether annotations of functions only name types."""
        parts = (
            getattr(node, key, None)
            for node, _ in self._places
            if isinstance(node, (*DEFINITIONS, ast.arg))
            for key in ("annotation", "returns")
        )
        return all(map(self._customs.names_type, parts))

    # Reading.

    def read(self) -> None:
        """Note every use in the file."""
        for node, hidden in self._places:
            self._statement(node)
            match node:
                case ast.Attribute():
                    self._attribute(node, node.value, node.attr, hidden)
                    self._custom(node, hidden)
                case ast.Name(ctx=ast.Load()):
                    self._name(node, hidden)
                    self._custom(node, hidden)
                case ast.Call():
                    self._call(node, hidden)
                case ast.Constant(value=str(text)):
                    self._text(node, text)
                case ast.BinOp(op=ast.Add()) if not isinstance(self._parents.get(node), ast.BinOp):
                    self._backend(node)
                case ast.BinOp(op=ast.MatMult(), left=left, right=right):
                    self._product(node, left, right)
                case ast.Match(subject=subject, cases=cases):
                    for case in cases:
                        self._pattern(case.pattern, subject, hidden)
                case _:
                    pass

    def _statement(self, node: ast.AST) -> None:
        match node:
            case ast.Import():
                for alias in node.names:
                    self._import(node, alias.name, "import")
            case ast.ImportFrom():
                self._import_from(node)
            case ast.AugAssign(op=ast.MatMult(), target=left, value=right):
                self._product(node, left, right)
            case ast.Assign(targets=[target], value=value):
                self._assign(node, target, value)
            case ast.ClassDef(name=name):
                metaclass = self._customs.is_metaclass(node)
                if metaclass and not self._customs.only_asks(node):
                    self._doubt(node, "POL002", name, "unusual")
            case ast.FunctionDef(name=name):
                if name.startswith("__array") and self._may_meet_arrays:
                    self._doubt(node, "POL003", name, "array-protocol")
            case _:
                pass

    @property
    def _may_meet_arrays(self) -> bool:
        return self._world.pure and self._world.strange

    def _import_from(self, node: ast.ImportFrom) -> None:
        names = [alias.name for alias in node.names]
        if node.level:
            self._import_relative(node, names)
        elif node.module != "__future__":
            reason = "star" if names == [ALL] else "import"
            module = self._import(node, node.module or "", reason)
            for name in names if module and names != [ALL] else ():
                self._member(node, module, name)

    def _import(self, node: ast.stmt, path: str, reason: str) -> str:
        """Judge an imported module; return it if it belongs to an allowed library."""
        top, *rest = path.split(".")
        if "*" in dynamic.DYNAMIC_MODULES.get(top, ()):
            self._note(node, "POL002", path, "import")
        if libraries.top_of(top) not in self._world.allowed:
            if not self._names.program.find(top):
                self._note(node, "POL001", path, reason)
            return ""
        here = top
        for name in rest:
            self._member(node, here, name)
            here = self._world.path_at(f"{here}.{name}")
            if not here:
                break
        return here

    def _import_relative(self, node: ast.ImportFrom, names: list[str]) -> None:
        program, folder = self._names.program, up(self._names.file, node.level)
        dots = "." * node.level
        inside = [folder] if folder is not None else []
        if folder is None or (node.module and not program.find(node.module, inside)):
            self._note(node, "POL001", dots + (node.module or ""), "relative")
        elif not node.module and f"{folder}/__init__.py" not in program.sources:
            for name in names:
                if not program.find(name, inside):
                    self._note(node, "POL001", dots + name, "relative")

    def _member(self, node: ast.AST, module: str, name: str, certainty: Certainty = SURE) -> None:
        top = module.partition(".")[0]
        forbidden, path = dynamic.DYNAMIC_MODULES.get(top, frozenset()), f"{top}.{name}"
        if name in forbidden or "*" in forbidden:
            reason = "import" if "*" in forbidden else "inspection"
            self._note(node, "POL002", path, reason, certainty)
            return
        if libraries.other_library(module, name):
            if self._world.other_library(module, name):
                self._note(node, "POL003", f"{module}.{name}", "leak", certainty)
            return
        if libraries.is_private(module, name):
            self._note(node, "POL003", f"{module}.{name}", "private", certainty)
            return
        evaluates = path in dynamic.EVALUATES_ANNOTATIONS and not self._world.only_types
        evaluates |= (
            path in dynamic.EVALUATES_ANNOTATIONS | dynamic.MAKES_CODE_OF_NAMES
            and self._world.names_fields_by_text
        )
        if evaluates or not dynamic.is_customary(module, name):
            runs = evaluates or module in dynamic.TEXT_RUNNERS
            self._doubt(node, "POL002", path, "text-runner" if runs else "unusual")

    def _custom(self, node: ast.Name | ast.Attribute, hidden: frozenset[str]) -> None:
        """Judge the position of a name that honest programs use in one place only."""
        if _root(node) in hidden or not isinstance(node.ctx, ast.Load):
            return
        for path in sorted(self._names.of(node)):
            handed_on = path in dynamic.CUSTOMARY and not self._stays(node)
            if handed_on or not self._customs.is_customary(path, node):
                self._doubt(node, "POL002", path, "handed-on" if handed_on else "unusual")

    def _attribute(
        self, node: ast.AST, value: ast.expr | None, name: str, hidden: frozenset[str]
    ) -> None:
        modules, own = self._modules(value), name in self._world.own
        owners = self._owners(value)
        if self._world.enumerates and not modules and not dynamic.is_of_enumeration(name):
            self._doubt(node, "POL002", name, "unusual")
        if dynamic.looks_inside(name):
            unsure = name in dynamic.DOUBTFUL or (own and not dynamic.is_dunder(name))
            unsure |= name.startswith("__array") and not (modules or self._is_made(value))
            self._note(node, "POL002", name, "inspection", DOUBT if unsure else SURE)
        elif modules and name == "__dict__":
            self._note(node, "POL003", f"{modules[0]}.__dict__", "namespace")
        elif name == "__get__" or (
            dynamic.is_dunder(name) and name not in dynamic.INNOCENT and not own
        ):
            self._doubt(node, "POL002", name, "inspection" if name == "__get__" else "dunder")
        elif name == "__class__" and isinstance(getattr(node, "ctx", None), ast.Store):
            self._doubt(node, "POL002", name, "inspection")
        elif owners and not dynamic.is_dunder(name):
            shadowed = _root(value) in hidden
            for owner in owners:
                self._member(node, owner, name, DOUBT if shadowed else SURE)
        else:
            self._of_anything(node, value, name, own=own)

    def _of_anything(self, node: ast.AST, value: ast.expr | None, name: str, *, own: bool) -> None:
        """Judge an attribute of something that is apparently no module."""
        made = self._is_made(value)
        if name == "obj" and self._world.strange and not own:
            self._doubt(node, "POL003", "AttributeError.obj", "caught")
        elif name in self._world.strangers and self._world.loose:
            self._doubt(node, "POL003", name, "loose")
        elif value is not None and self._names.of(value):
            pass  # judged where that name comes from
        elif name in dynamic.ARRAY_WORDS and self._may_meet_arrays and (made or not own):
            self._note(node, "POL003", name, "array", SURE if made else DOUBT)
        elif name[0] == "_" and made and not own and not dynamic.is_dunder(name):
            self._doubt(node, "POL003", name, "private-object")

    def _is_made(self, node: ast.expr | None) -> bool:
        """Return whether a library created it: `plt.imshow(a).get_array()`."""
        called = False
        while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
            called |= isinstance(node, ast.Call)
            node = node.func if isinstance(node, ast.Call) else node.value
        return called and any(not libraries.is_standard(path) for path in self._modules(node))

    def _product(self, node: ast.AST, left: ast.expr, right: ast.expr) -> None:
        """Judge `@`: lists lack it, so it belongs to an array or to an own class."""
        made = self._is_made(left) or self._is_made(right)
        if self._may_meet_arrays and (made or "__matmul__" not in self._world.own):
            self._note(node, "POL003", "@", "array", SURE if made else DOUBT)

    def _name(self, node: ast.Name, hidden: frozenset[str]) -> None:
        name, above = node.id, self._parents.get(node)
        bound = name in hidden or name in self._bound
        if name in dynamic.FORBIDDEN_BUILTINS:
            if not bound:
                self._note(node, "POL002", name, dynamic.FORBIDDEN_BUILTINS[name])
            elif name in self._bound_in_classes or (
                name in self._bound and not self._replaces(name)
            ):
                self._doubt(node, "POL002", name, "shadowed")
        elif name in {*dynamic.OPENERS, "type"} and not bound:
            called = isinstance(above, ast.Call) and above.func is node
            if not called and (name != "type" or self._customs.is_handed_on(node)):
                self._doubt(node, "POL002", name, "handed-on")
        elif not bound and name not in self._names.meanings:
            self._name_of_star(node)

    def _name_of_star(self, node: ast.Name) -> None:
        """Judge an unbound name that may come from a library's star import."""
        for star in self._names.stars:
            module = self._world.path_at(star) if star[0] != "/" else ""
            known = module in dynamic.CUSTOMARY and libraries.has(module, node.id)
            if known or (module and libraries.other_library(module, node.id)):
                self._member(node, module, node.id)

    def _replaces(self, name: str) -> bool:
        """Return whether the file rebinds a built-in's name before anything can have used it."""
        tree = self._names.trees[-1]
        nodes = nodes_in(tree)
        users = {node.name for node in nodes if isinstance(node, (*DEFINITIONS, ast.ClassDef))}
        deleted = any(
            isinstance(getattr(n, "ctx", None), ast.Del)
            and name in {getattr(n, "id", ""), getattr(n, "attr", "")}
            for n in nodes
        )
        for statement in tree.body:
            if _binds(statement, name):
                return not deleted and not _mentions(statement, {name})
            if _mentions(statement, users | {name}):
                return False
        return False

    def _call(self, node: ast.Call, hidden: frozenset[str]) -> None:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        own = name in hidden or name in self._bound
        if name == "getattr":
            self._getattr(node, hidden, own=own)
        elif name == "vars" and node.args and not own:
            for module in self._modules(node.args[0]):
                self._note(node, "POL003", f"{module}.__dict__", "namespace")
        elif name in {"globals", "locals", "vars"} and not own:
            self._table_of_names(node)
        elif isinstance(node.func, ast.Attribute) and node.func.attr in BACKENDS:
            unknown = node.args and self._names.texts(node.args[0]) is None
            if unknown and self._modules(node.func.value):
                self._doubt(node, "POL002", node.func.attr, "backend")
        self._texts_in_call(node, own=own)

    def _texts_in_call(self, node: ast.Call, *, own: bool) -> None:
        """Judge what is created, set or copied by names in texts."""
        if not self._customs.is_made_plainly(node):
            self._doubt(node, "POL002", "type", "unusual")
        pair = self._customs.sets(node) if not own else None
        if pair is not None and not self._customs.is_foreseen(*pair):
            self._doubt(node, "POL002", "setattr", "setattr")
        for path in self._names.of(node.func) & dynamic.COPIES_BY_NAME.keys():
            first = dynamic.COPIES_BY_NAME[path]
            arguments = [
                *node.args[first:],
                *(keyword.value for keyword in node.keywords if keyword.arg != "wrapped"),
            ]
            texts = [self._names.elements(argument) for argument in arguments]
            if any(names is None or any(map(dynamic.looks_inside, names)) for names in texts):
                self._doubt(node, "POL002", path, "text-runner")

    def _getattr(self, node: ast.Call, hidden: frozenset[str], *, own: bool) -> None:
        value = node.args[0] if node.args else None
        wanted = node.args[1] if len(node.args) > 1 else None
        starred = any(isinstance(argument, ast.Starred) for argument in node.args[:2])
        names = None if starred else self._names.texts(wanted)
        for name in sorted(names or ()):
            self._attribute(node, value, name, hidden)
        if not names and not own:
            first = value.value if isinstance(value, ast.Starred) else value
            modules = [module for part in _parts(first) for module in self._modules(part)]
            what = f"getattr({modules[0]}, …)" if modules else "getattr"
            self._doubt(node, "POL003" if modules else "POL002", what, "getattr")

    def _table_of_names(self, node: ast.Call) -> None:
        """Judge the use of `globals()` and the like."""
        above = self._parents.get(node)
        key: ast.AST | None = None
        match above:
            case ast.Compare() | ast.Expr() | ast.Call(func=ast.Name(id="print" | "len" | "type")):
                return
            case ast.For() | ast.comprehension():  # iterates over names only
                return
            case ast.Attribute(attr="keys" | "__contains__" | "__len__"):
                return
            case ast.Subscript(slice=key):
                pass
            case ast.Attribute(attr="get" | "pop" | "setdefault" | "__getitem__"):
                call = self._parents.get(above)
                key = call.args[0] if isinstance(call, ast.Call) and call.args else None
            case _:
                pass
        names = self._names.texts(key) if key is not None else None
        for name in names or ():
            if dynamic.looks_inside(name):
                self._note(node, "POL002", name, "inspection")
            elif name in dynamic.FORBIDDEN_BUILTINS:
                self._doubt(node, "POL002", name, dynamic.FORBIDDEN_BUILTINS[name])
        if not names or any(map(dynamic.is_dunder, names)):
            self._doubt(node, "POL002", "globals, locals, vars", "namespace")

    def _text(self, node: ast.Constant, text: str) -> None:
        above = self._parents.get(node)
        if text.lower().lstrip().startswith("module://"):
            self._note(node, "POL002", text, "backend")
        called = above.func if isinstance(above, ast.Call) else above
        formats = isinstance(called, ast.Attribute) and called.attr in FORMATS
        for name in dynamic.fields_of(text) if "{" in text else ():
            sure = formats and dynamic.looks_inside(name)
            self._note(node, "POL002", f"{{….{name}}}", "format", SURE if sure else DOUBT)
        opens = dynamic.is_dunder(text) and dynamic.looks_inside(text)
        judged = isinstance(called, ast.Name) and called.id in ASKS | {"getattr"}
        if opens and not judged and not isinstance(above, ast.Expr):
            self._doubt(node, "POL002", text, "inspection")

    def _backend(self, node: ast.BinOp) -> None:
        """Note a composed text that makes matplotlib import a module."""
        for text in self._names.texts(node) or ():
            if text.lower().lstrip().startswith("module://"):
                self._note(node, "POL002", text, "backend")

    def _assign(self, node: ast.Assign, target: ast.expr, value: ast.expr) -> None:
        match target:
            case ast.Subscript(slice=ast.Constant(value="backend")):
                if self._names.texts(value) is None:
                    self._doubt(node, "POL002", "backend", "backend")
            case ast.Name(id="__match_args__") | ast.Attribute(attr="__match_args__"):
                names = self._names.elements(value)
                if names is None:
                    self._doubt(node, "POL002", "__match_args__", "inspection")
                for name in names or ():
                    if dynamic.looks_inside(name) or name in libraries.STRANGERS:
                        self._doubt(node, "POL002", name, "inspection")
            case _:
                pass

    def _pattern(
        self, pattern: ast.pattern, subject: ast.expr | None, hidden: frozenset[str]
    ) -> None:
        """Judge the attributes that `case A(x, y=z)` accesses."""
        deeper = subject if isinstance(pattern, ast.MatchAs | ast.MatchOr) else None
        if isinstance(pattern, ast.MatchClass):
            for name in pattern.kwd_attrs:
                self._attribute(pattern, subject, name, hidden)
            if pattern.patterns and self._modules(subject):
                self._doubt(pattern, "POL003", "match", "pattern")
            listed = not pattern.patterns or self._customs.lists_its_parts(pattern.cls)
            if not listed or (pattern.patterns and self._world.renaming):
                self._doubt(pattern, "POL002", "__match_args__", "unusual")
        for part in children(pattern):
            if isinstance(part, ast.pattern):
                self._pattern(part, deeper, hidden)


# These functions access nothing of a module.
ASKS = frozenset(
    {"getattr", "hasattr", "print", "type", "dir", "help", "id", "repr", "str", "vars"}
)


def _attributes(node: ast.AST) -> Iterator[str]:
    """Yield the attributes that a node defines: those of a class, and those that are stored."""
    match node:
        case ast.ClassDef():
            yield from local_names(node)
        case ast.Attribute(attr=name, ctx=ast.Store()):
            yield name
        case ast.Call(func=ast.Name(id="setattr"), args=[_, ast.Constant(value=str(name)), *_]):
            yield name
        case _:
            pass


def _root(node: ast.expr | None) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _parts(node: ast.AST | None) -> list[ast.AST]:
    return [node] if isinstance(node, ast.Name | ast.Attribute) else nodes_in(node) if node else []


def _binds(statement: ast.stmt, name: str) -> bool:
    """Return whether a top-level statement unconditionally binds the name."""
    simple = isinstance(statement, (*DEFINITIONS, *IMPORTS, ast.ClassDef, ast.Assign))
    return simple and any(bound == name for bound, _ in bound_by(statement))


def _mentions(statement: ast.stmt, names: set[str]) -> bool:
    """Return whether executing the statement may use one of the names."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Lambda):
            return True
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            return True
        waiting += [
            child
            for child in children(node)
            if not (isinstance(node, DEFINITIONS) and isinstance(child, ast.stmt))
        ]
    return False

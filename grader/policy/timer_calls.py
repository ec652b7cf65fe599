"""Follows calls: of the student's own functions, of libraries, and of methods of arrays."""

import ast

from grader.policy import timer_apis as apis
from grader.policy.timer_run import MOST_DEPTH, Play, shown
from grader.policy.timer_values import (
    HOST,
    UNKNOWN,
    Api,
    Array,
    Instance,
    Items,
    Kind,
    Method,
    Names,
    Own,
    OwnClass,
    Partial,
    Place,
    Plain,
    Read,
    Unknown,
    Value,
    arrays_in,
    device_of,
    join,
)

Given = list[Value]
Named = dict[str, Value]


def call(play: Play, node: ast.expr, function: Value, given: Given, named: Named) -> Value:  # noqa: PLR0911 - one case for each kind of callable
    """Follows a call."""
    match function:
        case Own():
            return enter(play, node, function, given, named)
        case OwnClass():
            return construct(play, node, function, given, named)
        case Partial(function=inner, given=first):
            return call(play, node, inner, [*first, *given], named)
        case Instance():
            for name in ("__call__", "forward"):
                method = function.kind.find(name)
                if isinstance(method, Own):
                    return enter(play, node, bound(method, function), given, named)
            return _strange(play, node, [*given, *named.values()])
        case Api(path=path):
            return _of_library(play, node, path, given, named)
        case Method(subject=subject, name=name):
            return _method(play, node, subject, name, [*given, *named.values()])
        case Array():
            return _result(play, node, function.library, "layer", [function, *given])
        case _:
            return _strange(play, node, [*given, *named.values()])


def bound(method: Own, subject: Value) -> Own:
    """Binds a method to its object."""
    return Own(method.node, method.names, method.file, subject, method.manager, method.computed)


def construct(play: Play, node: ast.expr, kind: OwnClass, given: Given, named: Named) -> Value:
    """Makes an object of the student's class."""
    made = Instance(kind)
    method = kind.find("__init__")
    if isinstance(method, Own):
        enter(play, node, bound(method, made), given, named)
    return made


def enter(play: Play, node: ast.expr, own: Own, given: Given, named: Named) -> Value:
    """Follows a call into the student's own function."""
    running = any(one.node is own.node for one in play.inside)
    if running or len(play.inside) >= MOST_DEPTH:
        return UNKNOWN
    play.entered.add(own.node)
    names = Names(parent=own.names)
    first = [own.subject] if own.subject is not None else []
    before, play.file = play.file, own.file
    _bind(play, names, own, [*first, *given], named)
    play.file = before
    play.chain.append(shown(node))
    play.inside.append(own)
    play.results.append([])
    play.file = own.file
    try:
        if isinstance(own.node, ast.Lambda):
            return play.evaluate(play, names, own.node.body)
        play.execute(play, names, own.node.body)
        results = play.results[-1]
        if not results:
            return HOST
        value = results[0]
        for other in results[1:]:
            value = join(value, other)
        return value
    finally:
        play.chain.pop()
        play.inside.pop()
        play.results.pop()
        play.file = before


def _bind(play: Play, names: Names, own: Own, given: Given, named: Named) -> None:
    spec = own.node.args
    parameters = [one.arg for one in (*spec.posonlyargs, *spec.args)]
    defaults = dict(zip(parameters[::-1], spec.defaults[::-1], strict=False))
    keywords = zip(spec.kwonlyargs, spec.kw_defaults, strict=True)
    defaults |= {one.arg: default for one, default in keywords if default is not None}
    for name in (*parameters, *(one.arg for one in spec.kwonlyargs)):
        known = named.get(name)
        if known is None and name in defaults:
            known = play.evaluate(play, own.names, defaults[name])
        names.held[name] = known or UNKNOWN
    names.held.update(zip(parameters, given, strict=False))
    if spec.vararg:
        names.held[spec.vararg.arg] = Items(dict(enumerate(given[len(parameters) :])))
    if spec.kwarg:
        rest: dict[object, Value] = {k: v for k, v in named.items() if k not in parameters}
        names.held[spec.kwarg.arg] = Items(rest)


def _strange(play: Play, node: ast.expr, given: Given) -> Value:
    """Follows a call of something unknown: it may wait, and it may compute."""
    for array in arrays_in(given):
        if array.place is not Place.CPU:
            play.work(node, array.library, "", sure=False)
            break
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        play.note(Kind.WAIT, node)
    return UNKNOWN


def _of_library(play: Play, node: ast.expr, path: str, given: Given, named: Named) -> Value:  # noqa: PLR0911 - one answer for each kind of function
    values = [*given, *named.values()]
    if path in apis.CLOCKS:
        return Read(play.note(Kind.READ, node))
    if path in apis.TIMEIT:
        return _timeit(play, node, values)
    if apis.waits(path):
        play.note(Kind.WAIT, node)
        return HOST
    if apis.makes_data(path):
        play.note(Kind.SETUP, node)
    top = path.partition(".")[0]
    if top in {"cupy", "cupyx"}:
        return _cupy(play, node, path, values)
    if top == "torch":
        return _torch(play, node, path, given, named)
    if top == "numpy":
        return _numpy(play, node, path, values)
    return _plain(play, node, path, values)


def _timeit(play: Play, node: ast.expr, values: Given) -> Value:
    start = play.note(Kind.READ, node)
    if values and isinstance(values[0], Own | Partial):
        call(play, node, values[0], [], {})
    play.pair(start, play.note(Kind.READ, node))
    return HOST


def _cupy(play: Play, node: ast.expr, path: str, values: Given) -> Value:
    name = path.rpartition(".")[2]
    array = Array("cupy", Place.GPU)
    if path in apis.COPIES:
        if values and not isinstance(values[0], Unknown) and not arrays_in(values[:1]):
            play.note(Kind.SETUP, node)
        return array
    if path.startswith("cupy.random.") or name in apis.FILLED:
        return Api(path) if name.startswith(apis.SEEDS) else array
    if apis.is_idle(path):
        return array if arrays_in(values) else Api(path)
    play.work(node, "cupy", path)
    return array


def _numpy(play: Play, node: ast.expr, path: str, values: Given) -> Value:
    arrays = arrays_in(values)
    name = path.rpartition(".")[2]
    gpu = [one for one in arrays if one.place is not Place.CPU]
    if gpu and (gpu[0].library == "torch" or name in {"array", "asarray", "allclose", "testing"}):
        play.note(Kind.WAIT, node)
    elif gpu:
        play.work(node, gpu[0].library, path)
        return gpu[0]
    return Api(path) if name.startswith(apis.SEEDS) else HOST


def _torch(play: Play, node: ast.expr, path: str, given: Given, named: Named) -> Value:  # noqa: PLR0911 - one answer for each kind of function
    name = path.rpartition(".")[2]
    if path == "torch.device":
        place = device_of(given[0]) if given else Place.UNKNOWN
        return Api(f"torch.device.{place}")
    if path in {"torch.set_default_device", "torch.set_default_tensor_type"}:
        play.default = Place.GPU if _asks_gpu(given) else play.default
        return HOST
    if path in {"torch.compile", "torch.jit.script", "torch.jit.trace"} and given:
        return given[0]
    if name in apis.FILLED or path in apis.TENSORS:
        return _tensor(play, node, path, given, named)
    if path.startswith("torch.nn.") and name[:1].isupper():
        return Array("torch", _given_place(named) or play.default)
    if apis.is_idle(path):
        arrays = arrays_in(given)
        return arrays[0] if arrays else Api(path)
    return _result(play, node, "torch", path, [*given, *named.values()])


def _asks_gpu(given: Given) -> bool:
    text = str(given[0].value) if given and isinstance(given[0], Plain) else ""
    return "cuda" in text or (bool(given) and device_of(given[0]) is Place.GPU)


def _given_place(named: Named) -> Place | None:
    device = named.get("device")
    if device is None or device == Plain(None):
        return None
    return device_of(device)


def _tensor(play: Play, node: ast.expr, path: str, given: Given, named: Named) -> Value:
    """Follows the making of a tensor."""
    arrays = arrays_in(given[:1])
    place = _given_place(named)
    if path in apis.TENSORS and place is Place.GPU and not arrays and _known(given):
        play.note(Kind.SETUP, node)
    if place is None and path == "torch.from_numpy":
        place = Place.CPU
    if place is None and (path in apis.TENSORS or path.endswith(("_like", "dlpack"))):
        place = arrays[0].place if arrays else (play.default if _known(given) else Place.UNKNOWN)
    return Array("torch", place or play.default)


def _known(given: Given) -> bool:
    return not (given and isinstance(given[0], Unknown))


def _result(play: Play, node: ast.expr, library: str, api: str, values: Given) -> Value:
    """Follows work: where it is done depends on where its arrays are."""
    arrays = [one for one in arrays_in(values) if one.place is not Place.CPU]
    gpu = any(one.place is Place.GPU for one in arrays)
    if gpu:
        play.work(node, library, api)
        return Array(library, Place.GPU)
    if arrays or any(isinstance(one, Unknown) for one in values):
        play.work(node, library, api, sure=False)
        return Array(library, Place.UNKNOWN)
    return Array(library, Place.CPU)


def _plain(play: Play, node: ast.expr, path: str, values: Given) -> Value:
    """Follows a call of a built-in function, or of a library without a device."""
    top = path.partition(".")[0]
    arrays = [one for one in arrays_in(values) if one.place is not Place.CPU]
    if top == "builtins":
        return _builtin(play, node, path.removeprefix("builtins."), values)
    if path == "functools.partial" and values:
        return Partial(values[0], values[1:])
    if path == "operator.matmul":
        return _result(play, node, arrays[0].library if arrays else "torch", path, values)
    if arrays:
        play.note(Kind.WAIT, node)
    if top == "scipy" or not arrays:
        return HOST if top in {"scipy", "math", "random", "time", "datetime"} else Api(path)
    return UNKNOWN


def _builtin(play: Play, node: ast.expr, name: str, values: Given) -> Value:  # noqa: PLR0911 - one answer for each kind of function
    arrays = [one for one in arrays_in(values) if one.place is not Place.CPU]
    doubtful = name == "print" and any(isinstance(one, Unknown) for one in values)
    if name in apis.BUILTIN_WAITS and (arrays or doubtful):
        play.note(Kind.WAIT, node)
        return HOST
    if name in {"round", "float", "int"} and values and isinstance(values[0], Read):
        return values[0]
    if name in {"list", "tuple", "reversed", "sorted", "iter", "set"} and values:
        return values[0]
    if name == "next" and values and isinstance(values[0], Items):
        return next(iter(values[0].entries.values()), UNKNOWN)
    if name in {"zip", "enumerate"} and values:
        return _zipped(name, values)
    if name in {"sum", "max", "min", "abs", "pow"} and arrays:
        return _result(play, node, arrays[0].library, name, list(values))
    if name in {"getattr", "globals", "eval", "locals"}:
        return UNKNOWN
    return HOST


def _zipped(name: str, values: Given) -> Value:
    parts = [list(one.entries.values()) if isinstance(one, Items) else None for one in values]
    if name == "enumerate":
        return Items({i: Items({0: HOST, 1: one}) for i, one in enumerate(parts[0] or [UNKNOWN])})
    length = min((len(one) for one in parts if one is not None), default=1)
    rows = [[one[i] if one is not None else UNKNOWN for one in parts] for i in range(length)]
    return Items({i: Items(dict(enumerate(row))) for i, row in enumerate(rows)})


def _method(play: Play, node: ast.expr, subject: Value, name: str, values: Given) -> Value:
    match subject:
        case Array():
            return _of_array(play, node, subject, name, values)
        case Items():
            return _of_items(subject, name, values)
        case Unknown():
            return _of_unknown(play, node, name, values)
        case Plain():
            return HOST
        case _:
            return HOST if isinstance(subject, Read) else UNKNOWN


def _of_items(subject: Items, name: str, values: Given) -> Value:
    entries = subject.entries
    if name == "append" and values:
        entries[len(entries)] = values[0]
    elif name in {"items", "values", "keys"}:
        rows: dict[object, Value] = {}
        for index, (key, value) in enumerate(entries.items()):
            mark = Plain(key if isinstance(key, str | int) else None)
            rows[index] = {"items": Items({0: mark, 1: value}), "values": value}.get(name, mark)
        return Items(rows)
    elif name in {"get", "pop"}:
        wanted = values[0].value if values and isinstance(values[0], Plain) else None
        last = next(reversed(entries.values()), UNKNOWN)
        return entries.get(wanted, UNKNOWN) if values else last
    return HOST


def _of_unknown(play: Play, node: ast.expr, name: str, values: Given) -> Value:
    if name in apis.WAITING_METHODS or name in apis.SYNCHRONIZING:
        play.note(Kind.WAIT, node)
        return HOST
    if name == "cuda" or (name == "to" and values and device_of(values[0]) is Place.GPU):
        return Array("torch", Place.GPU)
    if name == "to":
        return Array("torch", Place.UNKNOWN)
    return _strange(play, node, values) if arrays_in(values) else UNKNOWN


def _of_array(play: Play, node: ast.expr, subject: Array, name: str, values: Given) -> Value:
    if name in apis.SIZES:
        return HOST
    if name in {"to", "cuda", "type"}:
        return _moved(play, node, subject, name, values)
    if name in apis.WAITING_METHODS:
        if subject.place is not Place.CPU:
            play.note(Kind.WAIT, node)
        return Array("torch", Place.CPU) if name == "cpu" else HOST
    if name in apis.VIEWS:
        return subject
    if subject.place is Place.CPU and not arrays_in(values):
        return subject
    return _result(play, node, subject.library, name, [subject, *values])


def _moved(play: Play, node: ast.expr, subject: Array, name: str, values: Given) -> Value:
    """Follows a tensor or a layer to another device."""
    devices = [one for one in values if not isinstance(one, Api) or "device" in one.path]
    if name == "cuda":
        place = Place.GPU
    elif arrays_in(devices):
        place = arrays_in(devices)[0].place
    elif not devices or name == "type":
        place = subject.place
    else:
        place = device_of(devices[0])
    if place is Place.GPU and subject.place is Place.CPU:
        play.note(Kind.SETUP, node)
    if place is Place.CPU and subject.place is not Place.CPU:
        play.note(Kind.WAIT, node)
    return Array(subject.library, place)

"""Follows calls of CuPy, NumPy and PyTorch."""

import ast

from grader.policy import timer_apis as apis
from grader.policy.timer_run import Play
from grader.policy.timer_values import (
    HOST,
    UNKNOWN,
    Api,
    Array,
    Kind,
    Place,
    Plain,
    Unknown,
    Value,
    arrays_in,
    device_of,
)

Given = list[Value]
Named = dict[str, Value]


def cupy(play: Play, node: ast.expr, path: str, values: Given) -> Value:
    """Follows a call of CuPy."""
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


def numpy(play: Play, node: ast.expr, path: str, values: Given) -> Value:
    """Follows a call of NumPy: given a device's array it fetches it, or has CuPy compute."""
    arrays = arrays_in(values)
    name = path.rpartition(".")[2]
    gpu = [one for one in arrays if one.place is not Place.CPU]
    if gpu and (gpu[0].library == "torch" or name in {"array", "asarray", "allclose", "testing"}):
        play.note(Kind.WAIT, node)
    elif gpu:
        play.work(node, gpu[0].library, path)
        return gpu[0]
    return Api(path) if name.startswith(apis.SEEDS) else HOST


def torch(play: Play, node: ast.expr, path: str, given: Given, named: Named) -> Value:  # noqa: PLR0911 - one per kind
    """Follows a call of PyTorch."""
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
    return result(play, node, "torch", path, [*given, *named.values()])


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
    if path in apis.TENSORS and place is Place.GPU and not arrays and known(given):
        play.note(Kind.SETUP, node)
    if place is None and path == "torch.from_numpy":
        place = Place.CPU
    if place is None and (path in apis.TENSORS or path.endswith(("_like", "dlpack"))):
        place = arrays[0].place if arrays else (play.default if known(given) else Place.UNKNOWN)
    return Array("torch", place or play.default)


def known(given: Given) -> bool:
    """Says whether what is given first is known."""
    return not (given and isinstance(given[0], Unknown))


def result(play: Play, node: ast.expr, library: str, api: str, values: Given) -> Value:
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


def strange(play: Play, node: ast.expr, given: Given) -> Value:
    """Follows a call of something unknown: it may wait, and it may compute."""
    for array in arrays_in(given):
        if array.place is not Place.CPU:
            play.work(node, array.library, "", sure=False)
            break
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        play.note(Kind.WAIT, node)
    return UNKNOWN

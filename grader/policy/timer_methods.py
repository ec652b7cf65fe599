"""Follows methods of arrays, tensors and lists."""

import ast

from grader.policy import timer_apis as apis
from grader.policy.timer_libraries import Given, result, strange
from grader.policy.timer_run import Play
from grader.policy.timer_values import (
    HOST,
    UNKNOWN,
    Api,
    Array,
    Items,
    Kind,
    Place,
    Plain,
    Read,
    Unknown,
    Value,
    arrays_in,
    device_of,
)


def method(play: Play, node: ast.expr, subject: Value, name: str, values: Given) -> Value:
    """Follows a method of a value that is no object of the student's."""
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
    return strange(play, node, values) if arrays_in(values) else UNKNOWN


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
    return result(play, node, subject.library, name, [subject, *values])


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

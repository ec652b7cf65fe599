"""The words between the host and its reader process: length-framed JSON."""

import json
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import IO, Any

from grader.model.finding import Location
from grader.model.static import (
    Certainty,
    Definition,
    ExtractedFunction,
    ParseStatus,
    Requirement,
    SourceFacts,
    SyntaxTrouble,
    TimedPair,
    Use,
)
from grader.model.submission import SourceFile, SourceKind
from grader.policy.question import Question

HEADER = struct.Struct(">I")
MOST_ANSWER = 4_194_304  # bytes
MOST_USES = 200  # a source that breaks the rule more often says nothing new


def write_frame(stream: IO[bytes], message: Mapping[str, Any]) -> None:
    """Writes one message."""
    body = json.dumps(message).encode()
    stream.write(HEADER.pack(len(body)) + body)
    stream.flush()


def read_frame(stream: IO[bytes], most: int | None = None) -> dict[str, Any] | None:
    """Reads one message; None when the other side is gone or says more than `most` bytes."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    (size,) = HEADER.unpack(header)
    if most is not None and size > most:
        return None
    body = stream.read(size)
    if len(body) < size:
        return None
    message: dict[str, Any] = json.loads(body)
    return message


def pack_request(
    main: SourceFile, helpers: Iterable[SourceFile], question: Question
) -> dict[str, Any]:
    """Writes down what the reader is to read."""
    return {
        "main": _pack_source(main),
        "helpers": [_pack_source(one) for one in helpers],
        "question": asdict(question),
    }


def _pack_source(source: SourceFile) -> dict[str, Any]:
    return {
        "name": source.name,
        "kind": source.kind,
        "text": source.text,
        "raw": b64encode(source.raw).decode(),
        "encoding": source.encoding,
        "cells": source.cells,
    }


def unpack_request(
    message: Mapping[str, Any],
) -> tuple[SourceFile, tuple[SourceFile, ...], Question]:
    """Reads what `pack_request` wrote."""
    helpers = tuple(_unpack_source(one) for one in message["helpers"])
    asked: dict[str, Any] = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in message["question"].items()
    }
    return _unpack_source(message["main"]), helpers, Question(**asked)


def _unpack_source(message: Mapping[str, Any]) -> SourceFile:
    return SourceFile(
        name=message["name"],
        kind=SourceKind(message["kind"]),
        text=message["text"],
        raw=b64decode(message["raw"]),
        encoding=message["encoding"],
        cells=tuple((first, cell) for first, cell in message["cells"]),
    )


def pack_facts(facts: SourceFacts) -> dict[str, Any]:
    """Writes down what the reader found."""
    capped = {
        key: [asdict(one) for one in getattr(facts, key)[:MOST_USES]]
        for key in ("uses", "instead", "timed")
    }
    return asdict(facts) | capped


def unpack_facts(message: Mapping[str, Any]) -> SourceFacts:
    """Reads what `pack_facts` wrote."""
    return SourceFacts(
        status=ParseStatus(message["status"]),
        uses=tuple(_unpack_use(use) for use in message["uses"]),
        syntax=_unpack_syntax(message["syntax"]) if message["syntax"] else None,
        definitions=tuple(_unpack_definition(one) for one in message["definitions"]),
        local_modules=tuple(message["local_modules"]),
        names=tuple(message["names"]),
        libraries=tuple(message["libraries"]),
        requirement=Requirement(message["requirement"]),
        instead=tuple(_unpack_use(use) for use in message["instead"]),
        timed=tuple(_unpack_pair(pair) for pair in message["timed"]),
        hidden=message["hidden"],
        multiplies=message["multiplies"],
        product_line=message["product_line"],
        pasted=tuple(message["pasted"]),
        guesses=tuple(_unpack_guess(guess) for guess in message["guesses"]),
        detail=message["detail"],
    )


def _unpack_definition(message: Mapping[str, Any]) -> Definition:
    names = {key: tuple(message[key]) for key in ("parameters", "libraries")}
    return Definition(**{**message, **names})


def _unpack_pair(message: Mapping[str, Any]) -> TimedPair:
    places = {key: Location(**message[key]) for key in ("start", "end")}
    setup = tuple(Location(**one) for one in message["setup"])
    names = {key: tuple(message[key]) for key in ("reaches", "apis")}
    certainty = Certainty(message["certainty"])
    return TimedPair(**{**message, **places, **names, "setup": setup, "certainty": certainty})


def _unpack_guess(message: Mapping[str, Any]) -> ExtractedFunction:
    first, last = message["lines"]
    return ExtractedFunction(**{**message, "lines": (first, last)})


def _unpack_use(message: Mapping[str, Any]) -> Use:
    return Use(
        check=message["check"],
        what=message["what"],
        certainty=Certainty(message["certainty"]),
        reason=message["reason"],
        location=Location(**message["location"]),
    )


def _unpack_syntax(message: Mapping[str, Any]) -> SyntaxTrouble:
    return SyntaxTrouble(**{**message, "location": Location(**message["location"])})

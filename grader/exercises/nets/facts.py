"""Facts that a sheet shows about a net: layers, libraries, cost of training."""

from collections.abc import Iterator, Sequence
from math import prod

from grader.exercises.nets.record import Layer, NetFacts, NetRecord, record_of
from grader.protocols import About, Fragment
from grader.wording.bilingual import Bilingual, BilingualText

MILLI = 1e3
MODES = ("train mode", "eval mode", "output requires grad", "weights changed")


Row = tuple[BilingualText, BilingualText]


class NetShown:
    """Shows a net among the facts of its exercise."""

    def show(self, about: About, words: Bilingual) -> Fragment | None:
        """List names and values; see protocols.Shows."""
        net = record_of(about.records)
        return None if net.facts is None else Fragment(rows=tuple(_rows(net, net.facts, words)))


FACTS = NetShown()


def _rows(net: NetRecord, facts: NetFacts, words: Bilingual) -> Iterator[Row]:
    if facts.layers:
        yield words.say("net.layers"), words.name(" → ".join(map(_layer, facts.layers)))
    if facts.parameters:
        listed = ", ".join(
            f"{parameter.name} {_shape(parameter.shape)}" for parameter in facts.parameters
        )
        count = sum(prod(parameter.shape) for parameter in facts.parameters)
        yield (
            words.say("net.parameters"),
            words.say("net.parameters_value", listed=listed, count=count),
        )
    served = [f"{call.operation}: {call.library}" for call in facts.served if call.library]
    if served:
        yield words.say("net.libraries"), words.name(", ".join(served))
    if "weights changed" in facts.said:
        yield words.say("net.modes"), _modes(facts, words)
    if net.train_seconds and net.infer_seconds:
        yield words.say("net.times"), _times(net, words)


def _layer(layer: Layer) -> str:
    return f"{layer.kind} {_shape(layer.shape)}"


def _shape(lengths: Sequence[int]) -> str:
    return "×".join(map(str, lengths))


def _modes(facts: NetFacts, words: Bilingual) -> BilingualText:
    modes = [
        f"{name} = {facts.said[name]}" for name in MODES if name in facts.said
    ]  # as a program would print it
    return words.name(", ".join(modes))


def _times(net: NetRecord, words: Bilingual) -> BilingualText:
    train, infer = net.train_seconds / net.steps, net.infer_seconds / net.steps
    return words.say(
        "net.times_value",
        train=f"{train * MILLI:.3g}",
        infer=f"{infer * MILLI:.3g}",
        ratio=f"{train / infer:.2g}",
    )

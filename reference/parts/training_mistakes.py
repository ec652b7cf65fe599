"""What training steps with a mistake come to: (x, y, rate, *parameters) -> four rows.

Words for each are in training.toml. Each is a way to get from gradients to parameters, a loss of
its own, or both.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from grader.model.reference import Array

from .descent import Descent, Gradient, halves
from .small_net import softmax
from .words import Compute, Formula, anywhere

RATES = {"rate-1": 1.0, "rate-0.1": 0.1, "rate-0.01": 0.01, "rate-0.001": 0.001}
FIRST, LAST = (0, 1), (2, 3)  # places of the parameters of each layer
MOMENTUM = 0.9
DECAY = 0.01  # what AdamW does without being asked
DECAYS = {f"weight-decay-{one}": float(one) for one in ("0.1", "0.01", "0.001")}
TINY = 1e-8


@dataclass(slots=True, kw_only=True)
class State:
    """What one parameter's update may remember."""

    parameter: Array
    gradient: Array
    first: Array  # the gradient of the first step
    number: int  # of the step, from 0
    rate: float


Update = Callable[[State], Array]


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to train."""

    update: Update
    loss: Gradient | None = None
    adds_up: tuple[int, ...] = ()  # parameters whose gradients of the step before are left
    layers: tuple[int, ...] = FIRST + LAST  # parameters that are updated


def mistakes(descent: Descent) -> dict[str, Compute]:
    """Lists every mistake that is one with this loss."""
    plain = Way(update=lambda s: s.parameter - s.rate * s.gradient)
    ways = {
        "no-zero-grad": replace(plain, adds_up=FIRST + LAST),
        "not-updated": replace(plain, layers=()),
        "not-updated-no-zero-grad": replace(plain, layers=(), adds_up=FIRST + LAST),
        "only-last-layer": replace(plain, layers=LAST, adds_up=FIRST),
        "only-last-layer-zeroed": replace(plain, layers=LAST),
        "only-first-layer": replace(plain, layers=FIRST, adds_up=LAST),
        "only-first-layer-zeroed": replace(plain, layers=FIRST),
        "biases-not-updated": replace(plain, layers=(0, 2)),
        **{key: Way(update=update) for key, update in _updates().items()},
        **{key: replace(plain, loss=loss) for key, loss in _losses(descent).items()},
    }
    formulas = {key: _formula(descent, way) for key, way in ways.items()}
    formulas |= {"one-step-late": _late(descent), "two-steps": _twice(descent)}
    formulas["no-backward"] = _idle
    return {key: anywhere(formula) for key, formula in formulas.items()}


def _late(descent: Descent) -> Formula:
    """The weights change before the gradients are computed, by those of the step before."""

    def formula(x: Array, y: Array, rate: Array, *parameters: Array) -> Array:
        one, other = halves(x)
        first = descent.gradients(x[one], y[one], parameters)
        changed = [p - float(rate[0]) * g for p, g in zip(parameters, first, strict=True)]
        second = descent.gradients(x[other], y[other], changed)
        return laid((first, parameters, second, changed))

    return formula


def _twice(descent: Descent) -> Formula:
    """Each call goes through its batch twice; the gradients are those of the second time."""

    def formula(x: Array, y: Array, rate: Array, *parameters: Array) -> Array:
        now: Sequence[Array] = parameters
        rows: list[Sequence[Array]] = []
        for part in halves(x):
            for _ in range(2):
                gradients = descent.gradients(x[part], y[part], now)
                now = [p - float(rate[0]) * g for p, g in zip(now, gradients, strict=True)]
            rows += [gradients, now]
        return laid(rows)

    return formula


def _idle(x: Array, y: Array, rate: Array, *parameters: Array) -> Array:
    """Nothing happens at all."""
    del x, y, rate
    nothing = [one * 0.0 for one in parameters]
    return laid((nothing, parameters, nothing, parameters))


def laid(rows: Sequence[Sequence[Array]]) -> Array:
    """Lays arrays in rows."""
    import numpy as np

    return np.stack([np.concatenate([one.ravel() for one in row]) for row in rows])


def _formula(descent: Descent, way: Way) -> Formula:
    def formula(x: Array, y: Array, rate: Array, *parameters: Array) -> Array:
        return _rows(descent, way, (x, y, float(rate[0])), parameters)

    return formula


def _rows(
    descent: Descent, way: Way, given: tuple[Array, Array, float], parameters: Sequence[Array]
) -> Array:

    x, y, rate = given
    now, rows = list(parameters), []
    first: tuple[Array, ...] = ()
    kept: tuple[Array, ...] = tuple(one * 0 for one in parameters)
    for number, part in enumerate(halves(x)):
        gradients = descent.gradients(x[part], y[part], now, way.loss)
        gradients = tuple(
            a + b if at in way.adds_up else b
            for at, (a, b) in enumerate(zip(kept, gradients, strict=True))
        )
        kept = gradients
        first = first or gradients
        for at in way.layers:
            state = State(
                parameter=now[at],
                gradient=gradients[at],
                first=first[at],
                number=number,
                rate=rate,
            )
            now[at] = way.update(state)
        rows += [gradients, tuple(now)]
    return laid(rows)


def _updates() -> dict[str, Update]:
    """How a parameter is changed by its gradient."""
    return {
        "ascent": lambda s: s.parameter + s.rate * s.gradient,
        "overwritten": lambda s: -s.rate * s.gradient,
        "overwritten-by-gradient": lambda s: s.gradient,
        "momentum": _momentum,
        "adam": _adam,
        "adamw": lambda s: _adam(s) - s.rate * DECAY * s.parameter,
        "rmsprop": lambda s: s.parameter - s.rate * s.gradient / (0.1 * abs(s.gradient) + TINY),
        "one-step-late": _late,
        **{key: _at_rate(rate) for key, rate in RATES.items()},
        **{key: _decayed(decay) for key, decay in DECAYS.items()},
    }


def _momentum(s: State) -> Array:
    kept = MOMENTUM * s.first if s.number else 0
    return s.parameter - s.rate * (s.gradient + kept)


def _adam(s: State) -> Array:
    """The first step of Adam, and of Adagrad: an optimizer made anew makes no other."""
    return s.parameter - s.rate * s.gradient / (abs(s.gradient) + TINY)


def _at_rate(rate: float) -> Update:
    return lambda s: s.parameter - rate * s.gradient


def _decayed(decay: float) -> Update:
    return lambda s: s.parameter - s.rate * (s.gradient + decay * s.parameter)


def _losses(descent: Descent) -> dict[str, Gradient]:
    """Other losses, by their gradients."""
    found: dict[str, Gradient] = {
        "loss-summed": lambda z, y: descent.gradient(z, y) * _count(descent, z),
        "gradients-doubled": lambda z, y: descent.gradient(z, y) * 2,
        "loss-averaged-twice": lambda z, y: descent.gradient(z, y) / len(z),
    }
    if descent.loss == "MSELoss":
        return found | {
            "loss-of-absolutes": _absolutes,
            "loss-halved": _halved(descent),
        }
    return found | {
        "loss-averaged-twice-over-classes": lambda z, y: descent.gradient(z, y) / z.shape[1],
        "squares-of-logits-summed": lambda z, y: 2 * (z - _one_hot(z, y)),
        "squares-of-probabilities-summed": lambda z, y: _through_softmax(
            z, 2 * (softmax(z) - _one_hot(z, y))
        ),
        "softmax-twice": lambda z, y: _through_softmax(z, descent.gradient(softmax(z), y)),
        "log-softmax-missing": lambda z, y: -_one_hot(z, y) / len(y),
        "probability-not-logged": lambda z, y: _through_softmax(z, -_one_hot(z, y) / len(y)),
        "squares-of-logits": lambda z, y: 2 * (z - _one_hot(z, y)) / z.size,
        "squares-of-probabilities": lambda z, y: _through_softmax(
            z, 2 * (softmax(z) - _one_hot(z, y)) / z.size
        ),
        "labels-turned": lambda z, y: descent.gradient(z, z.shape[1] - 1 - y),
    }


def _count(descent: Descent, logits: Array) -> int:
    return int(logits.size) if descent.loss == "MSELoss" else len(logits)


def _absolutes(z: Array, y: Array) -> Array:
    import numpy as np

    return np.sign(z - y) / z.size


def _halved(descent: Descent) -> Gradient:
    return lambda z, y: descent.gradient(z, y) / 2


def _one_hot(z: Array, y: Array) -> Array:
    import numpy as np

    one_hot: Array = np.eye(z.shape[1])[y]
    return one_hot


def _through_softmax(z: Array, gradient: Array) -> Array:
    """Takes a gradient by probabilities back to the logits."""
    p = softmax(z)
    return p * (gradient - (gradient * p).sum(axis=1, keepdims=True))

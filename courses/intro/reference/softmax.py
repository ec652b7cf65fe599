"""Turns numbers into shares that add up to 1."""

import math


def softmax(values):
    largest = max(values)
    powers = [math.exp(value - largest) for value in values]
    return [power / sum(powers) for power in powers]


def overflows(values):
    powers = [math.exp(value) for value in values]
    return [power / sum(powers) for power in powers]


def divides_by_nothing(values):
    return [math.exp(value - max(values)) for value in values]


def without_powers(values):
    return [value / sum(values) for value in values]


def case(rng):
    return f"softmax({[round(rng.uniform(-5, 5), 2) for _ in range(rng.randint(1, 6))]!r})"

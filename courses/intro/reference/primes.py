"""Yields the prime numbers, without end."""


def primes():
    found = []
    number = 2
    while True:
        if all(number % prime for prime in found):
            found.append(number)
            yield number
        number += 1


def begins_with_one():
    yield 1
    yield from primes()


def odd_numbers():
    yield 2
    number = 3
    while True:
        yield number
        number += 2


def case(rng):
    return f"take({rng.randint(20, 60)}, primes())"

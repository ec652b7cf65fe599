"""第3回 クラスとジェネレータ / Lab 3: Classes and generators."""


class Account:
    """口座。 / An account."""

    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    # ここを書きましょう。 / Write the rest here.


def primes():
    """素数を限りなく。 / The prime numbers, without end."""
    raise NotImplementedError
    yield

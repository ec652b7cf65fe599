"""An account that cannot be overdrawn."""


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("the amount must be positive")
        self.balance += amount
        self.history.append(amount)

    def withdraw(self, amount):
        if amount <= 0:
            raise ValueError("the amount must be positive")
        if amount > self.balance:
            raise ValueError("there is not enough money")
        self.balance -= amount
        self.history.append(-amount)

    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)


class Overdrawn(Account):
    def withdraw(self, amount):
        if amount <= 0:
            raise ValueError("the amount must be positive")
        self.balance -= amount
        self.history.append(-amount)


class OneHistory(Account):
    shared = []

    def __init__(self, owner, balance=0):
        super().__init__(owner, balance)
        self.history = self.shared


class TakesFirst(Account):
    def withdraw(self, amount):
        if amount <= 0:
            raise ValueError("the amount must be positive")
        self.balance -= amount
        self.history.append(-amount)
        if self.balance < 0:
            raise ValueError("there is not enough money")


def case(rng):
    steps = ["a = Account('Sato', 50)", "b = Account('Suzuki')"]
    for _ in range(6):
        who, amount = rng.choice("ab"), rng.randint(1, 8)
        steps.append(f"{who}.deposit({amount})")
    amount = rng.randint(10, 40)
    return [*steps, f"a.transfer(b, {amount})", "a.balance", "b.balance", "a.history", "b.history"]

class Account:
    history = []
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError
        self.balance += amount
        self.history.append(amount)
    def withdraw(self, amount):
        if amount <= 0 or amount > self.balance:
            raise ValueError
        self.balance -= amount
        self.history.append(-amount)
    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)

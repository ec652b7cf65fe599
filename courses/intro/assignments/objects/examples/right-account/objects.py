class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.history = []
    def deposit(self, amount):
        if amount <= 0:
            raise ValueError('amount')
        self.balance += amount
        self.history.append(amount)
    def withdraw(self, amount):
        if amount <= 0 or self.balance < amount:
            raise ValueError('amount')
        self.balance -= amount
        self.history.append(-amount)
    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)

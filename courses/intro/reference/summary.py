"""Reads numbers and prints their sum and their mean."""

import sys


def main():
    tell(sys.stdin.read().split(), lambda total, count: total / count)


def divides_whole_numbers():
    tell(sys.stdin.read().split(), lambda total, count: total // count)


def reads_one_line():
    tell(sys.stdin.readline().split(), lambda total, count: total / count)


def tell(words, mean):
    numbers = [float(word) for word in words]
    if not numbers:
        print("no numbers")
        return
    print("sum", sum(numbers))
    print("mean", mean(sum(numbers), len(numbers)))


def case(rng):
    numbers = [rng.choice([rng.randint(-99, 99), round(rng.uniform(-9, 9), 2)]) for _ in range(7)]
    blanks = [rng.choice([" ", "\n", "  ", "\n\n"]) for _ in numbers]
    return "".join(f"{number}{blank}" for number, blank in zip(numbers, blanks))

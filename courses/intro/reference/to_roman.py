"""Writes whole numbers in Roman numerals."""

VALUES = {
    "M": 1000, "CM": 900, "D": 500, "CD": 400, "C": 100, "XC": 90,
    "L": 50, "XL": 40, "X": 10, "IX": 9, "V": 5, "IV": 4, "I": 1,
}  # fmt: skip


def to_roman(n):
    if not 1 <= n <= 3999:
        raise ValueError("n must be from 1 to 3999")
    return written(n, VALUES)


def never_subtracts(n):
    if not 1 <= n <= 3999:
        raise ValueError("n must be from 1 to 3999")
    return written(n, {sign: value for sign, value in VALUES.items() if len(sign) == 1})


def checks_nothing(n):
    return written(n, VALUES)


def written(n, values):
    text = ""
    for sign, value in values.items():
        while n >= value:
            text += sign
            n -= value
    return text


def case(rng):
    return f"to_roman({rng.randint(1, 3999)})"

"""Fills a square with 1, 2, 3 … from its corner inwards."""


def spiral(n):
    rows = [[0] * n for _ in range(n)]
    row, column, down, right = 0, 0, 0, 1
    for number in range(1, n * n + 1):
        rows[row][column] = number
        ahead, beside = row + down, column + right
        if not (0 <= ahead < n and 0 <= beside < n and rows[ahead][beside] == 0):
            down, right = right, -down
        row, column = row + down, column + right
    return rows


def counterclockwise(n):
    return [list(row) for row in zip(*spiral(n))]


def from_zero(n):
    return [[number - 1 for number in row] for row in spiral(n)]


def row_by_row(n):
    return [[row * n + column + 1 for column in range(n)] for row in range(n)]


def case(rng):
    return f"spiral({rng.randint(5, 9)})"

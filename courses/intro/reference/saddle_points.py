"""Finds the places that are the largest of their row and the smallest of their column."""


def saddle_points(rows):
    columns = list(zip(*rows))
    return [
        (i, j)
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
        if value == max(row) and value == min(columns[j])
    ]


def the_other_way_round(rows):
    columns = list(zip(*rows))
    return [
        (i, j)
        for i, row in enumerate(rows)
        for j, value in enumerate(row)
        if value == min(row) and value == max(columns[j])
    ]


def counts_from_one(rows):
    return [(i + 1, j + 1) for i, j in saddle_points(rows)]


def only_one_in_a_row(rows):
    found = {}
    for i, j in saddle_points(rows):
        found.setdefault(i, (i, j))
    return list(found.values())


def case(rng):
    height, width = rng.randint(1, 4), rng.randint(1, 4)
    return f"saddle_points({[[rng.randint(1, 3) for _ in range(width)] for _ in range(height)]!r})"

"""Multiplies sparse matrices: dicts that hold what is not zero, by row and column."""


def multiply(a, b):
    product = {}
    for (i, k), x in a.items():
        for (row, j), y in b.items():
            if row == k:
                product[i, j] = product.get((i, j), 0) + x * y
    return {place: value for place, value in product.items() if value != 0}


def keeps_zeros(a, b):
    product = {}
    for (i, k), x in a.items():
        for (row, j), y in b.items():
            if row == k:
                product[i, j] = product.get((i, j), 0) + x * y
    return product


def element_by_element(a, b):
    return {place: a[place] * b[place] for place in a if place in b}


def overwrites(a, b):
    product = {}
    for (i, k), x in a.items():
        for (row, j), y in b.items():
            if row == k:
                product[i, j] = x * y
    return product


def case(rng):
    def matrix():
        places = [(rng.randint(0, 3), rng.randint(0, 3)) for _ in range(6)]
        return {place: rng.choice([-2, -1, 1, 2, 3]) for place in places}

    return f"multiply({matrix()!r}, {matrix()!r})"

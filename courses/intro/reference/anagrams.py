"""Finds words that are written with the same letters."""


def anagrams(words):
    groups = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), set()).add(word)
    return [group for group in groups.values() if len(group) > 1]


def keeps_single_words(words):
    groups = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), set()).add(word)
    return list(groups.values())


def compares_sets_of_letters(words):
    groups = {}
    for word in words:
        groups.setdefault(frozenset(word), set()).add(word)
    return [group for group in groups.values() if len(group) > 1]


def case(rng):
    letters = ["abc", "aabc", "xyz", "xxyz", "no", "era"]
    words = ["".join(rng.sample(each, len(each))) for each in rng.choices(letters, k=14)]
    return f"anagrams({words!r})"

"""Counts lines, words and letters of a text."""


def text_stats(text):
    words = text.split()
    return {
        "lines": len(text.splitlines()),
        "words": len(words),
        "letters": sum(len(word) for word in words),
        "longest": max(words, key=len, default=""),
    }


def counts_blanks(text):
    return {**text_stats(text), "letters": len(text)}


def splits_at_single_spaces(text):
    words = text.split(" ")
    return {**text_stats(text), "words": len(words), "longest": max(words, key=len)}


def last_of_the_longest(text):
    words = text.split()
    return {**text_stats(text), "longest": max(reversed(words), key=len, default="")}


def case(rng):
    words = ["".join(rng.choices("abcdefgh", k=rng.randint(1, 7))) for _ in range(12)]
    blanks = [rng.choice([" ", " ", "  ", "\n", "\n\n", "\t"]) for _ in words]
    return f"text_stats({''.join(a + b for a, b in zip(words, blanks))!r})"

"""Writes runs of one character as that character and how many there are."""


def run_length(text):
    runs = []
    for letter in text:
        if runs and runs[-1][0] == letter:
            runs[-1] = (letter, runs[-1][1] + 1)
        else:
            runs.append((letter, 1))
    return runs


def loses_the_last(text):
    return run_length(text)[:-1]


def counts_in_the_whole_text(text):
    return [(letter, text.count(letter)) for letter in dict.fromkeys(text)]


def case(rng):
    text = "".join(rng.choice("abc ") * rng.randint(1, 12) for _ in range(rng.randint(2, 9)))
    return f"run_length({text!r})"

"""第1回 文字列 / Lab 1: Text."""


def text_stats(text):
    """行、語、文字の数と最も長い語。 / Lines, words, letters and the longest word."""
    raise NotImplementedError


def anagrams(words):
    """2 語以上のアナグラムの集合。 / The sets of two anagrams or more."""
    raise NotImplementedError


def run_length(text):
    """文字の連続と個数。 / Runs of characters, with how many there are."""
    raise NotImplementedError


def to_roman(n):
    """1 から 3999 のローマ数字。 / The Roman numerals of 1 to 3999."""
    raise NotImplementedError


if __name__ == "__main__":
    print(run_length("aaabcc"))

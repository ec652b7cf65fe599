"""第4回 入力と出力 / Lab 4: Input and output."""

import sys

text = sys.stdin.read()
# ここを書きましょう。 / Write the rest here.

"""第5回 ファイル / Lab 5: Files."""

with open("scores.csv", encoding="utf-8") as file:
    lines = file.read().splitlines()
# ここを書きましょう。 / Write the rest here.

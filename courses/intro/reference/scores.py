"""Reads a table of scores, writes who passed, and leaves the best name and the mean."""


def main():
    keep(lambda score: score >= 60)


def without_sixty():
    keep(lambda score: score > 60)


def keep(passes):
    global best, average
    scores = {}
    with open("scores.csv", encoding="utf-8") as file:
        next(file)
        for line in file:
            name, score = line.strip().split(",")
            scores[name] = int(score)
    best = max(scores, key=scores.get)
    average = sum(scores.values()) / len(scores)
    with open("passed.txt", "w", encoding="utf-8") as file:
        for name, score in scores.items():
            if passes(score):
                print(name, file=file)

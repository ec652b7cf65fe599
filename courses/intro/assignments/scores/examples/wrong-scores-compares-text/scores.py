best, top, total, passed = "", "0", 0, []
lines = open("scores.csv", encoding="utf-8").readlines()[1:]
for line in lines:
    name, score = line.strip().split(",")
    if score > top:
        best, top = name, score
    total += int(score)
    if int(score) >= 60:
        passed.append(name)
with open("passed.txt", "w", encoding="utf-8") as file:
    file.write("\n".join(passed))
average = total / len(lines)

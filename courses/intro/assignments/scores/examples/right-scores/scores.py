best = None
top = -1
total = 0
n = 0
out = open('passed.txt', 'w', encoding='utf-8')
with open('scores.csv', encoding='utf-8') as f:
    f.readline()
    for line in f:
        name, score = line.rstrip('\n').split(',')
        score = int(score)
        if score >= 60:
            out.write(name + '\n')
        if score > top:
            top, best = score, name
        total += score
        n += 1
out.close()
average = total / n
print(best, average)

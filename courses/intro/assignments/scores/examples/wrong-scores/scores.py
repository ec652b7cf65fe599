import csv
rows = list(csv.reader(open('scores.csv', encoding='utf-8')))[1:]
with open('passed.txt', 'w', encoding='utf-8') as f:
    for n, s in rows:
        if int(s) > 60:
            f.write(n + '\n')
best = max(rows, key=lambda r: int(r[1]))[0]
average = sum(int(s) for n, s in rows) / len(rows)

def saddle_points(rows):
    result = []
    for i in range(len(rows)):
        for j in range(len(rows[0])):
            x = rows[i][j]
            if x == max(rows[i]) and x == min([r[j] for r in rows]):
                result.append((i, j))
    return result

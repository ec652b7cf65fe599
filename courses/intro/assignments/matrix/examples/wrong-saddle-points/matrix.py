def saddle_points(rows):
    return [(j, i) for i, r in enumerate(rows) for j, x in enumerate(r)
            if x == max(r) and x == min(q[j] for q in rows)]

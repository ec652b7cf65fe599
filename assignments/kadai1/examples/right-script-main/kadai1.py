import time


def main():
    for n in (4, 8, 16):
        a = [[i + 0.5 * j for j in range(n)] for i in range(n)]
        b = [[i - 0.25 * j for j in range(n)] for i in range(n)]
        c = [[0.0] * n for _ in range(n)]
        start = time.perf_counter()
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    c[i][j] += a[i][k] * b[k][j]
        print(f"n={n} time={time.perf_counter() - start}")


if __name__ == "__main__":
    main()

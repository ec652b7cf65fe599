import time


def main():
    n_list = [10, 30, 50, 70, 90]
    result = []
    for n in n_list:
        # てきとうな行列
        A = [[0.1 * i + j for j in range(n)] for i in range(n)]
        B = [[i - 0.3 * j for j in range(n)] for i in range(n)]
        C = [[0.0 for j in range(n)] for i in range(n)]
        s = time.perf_counter()
        for i in range(n):
            for k in range(n):          # この順番のほうが速いらしい
                a = A[i][k]
                for j in range(n):
                    C[i][j] += a * B[k][j]
        e = time.perf_counter()
        result.append(e - s)
    print("n       :", n_list)
    print("時間 [s]:", result)


if __name__ == "__main__":
    main()

# 課題1 行列積  24A1201
import time
import matplotlib.pyplot as plt


def matmul(a, b):
    n = len(a)
    c = [[0] * n for _ in range(n)]
    for i in range(n):          # 行
        for j in range(n):      # 列
            for k in range(n):  # 足し合わせる番号
                c[i][j] += a[i][k] * b[k][j]
    return c


def make_matrix(n):
    # 適当な値を入れる
    return [[(i * 3 + j * 7) % 10 for j in range(n)] for i in range(n)]


if __name__ == "__main__":
    sizes = [10, 20, 40, 80, 160]
    times = []
    for n in sizes:
        a = make_matrix(n)
        b = make_matrix(n)
        start = time.perf_counter()
        matmul(a, b)
        times.append(time.perf_counter() - start)

    plt.plot(sizes, times, marker="o")
    plt.xlabel("サイズ n")
    plt.ylabel("実行時間 [秒]")
    plt.title("行列のサイズと実行時間")
    plt.grid(True)
    plt.savefig("kadai1.png")
    plt.show()

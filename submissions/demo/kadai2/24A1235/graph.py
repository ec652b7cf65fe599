# 24A1235
import matplotlib.pyplot as plt


def draw(x, y):
    plt.plot(x, y, marker="o"）
    plt.xlabel("n")
    plt.show()

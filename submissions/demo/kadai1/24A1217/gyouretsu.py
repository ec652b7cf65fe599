# 行列の積を計算するプログラム
import time

n = int(input("行列のサイズを入力してください: "))

print("行列Aを1行ずつ入力 (空白で区切る)")
A = []
for i in range(n):
    A.append(list(map(int, input().split())))

print("行列Bを1行ずつ入力 (空白で区切る)")
B = []
for i in range(n):
    B.append(list(map(int, input().split())))

C = []
hajime = time.perf_counter()
for i in range(n):
    gyou = []
    for j in range(n):
        s = 0
        for k in range(n):
            s = s + A[i][k] * B[k][j]
        gyou.append(s)
    C.append(gyou)
owari = time.perf_counter()

print("答え")
for gyou in C:
    print(*gyou)
print(f"かかった時間: {owari - hajime:.6f} 秒")

# 課題１　行列の積
# 学籍番号：24A1202

# zip(*b) で b の列を取り出せることを調べたので使ってみた
def matmul(a, b):
    return [[sum(x * y for x, y in zip(gyou, retsu)) for retsu in zip(*b)] for gyou in a]


# 動作確認
a = [[1, 2], [3, 4]]
b = [[5, 6], [7, 8]]
print("結果：", matmul(a, b))   # [[19, 22], [43, 50]] になればＯＫ

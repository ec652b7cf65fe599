import sys
x = [float(w) for w in sys.stdin.read().split()]
if x:
    print('sum', sum(x))
    print('mean', sum(x) / len(x))
else:
    print('no numbers')

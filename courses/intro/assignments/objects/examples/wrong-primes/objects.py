n = 1
def primes():
    global n
    while True:
        n += 1
        if all(n % d for d in range(2, int(n ** 0.5) + 1)):
            yield n

def primes():
    n = 2
    while True:
        for d in range(2, int(n ** 0.5) + 1):
            if n % d == 0:
                break
        else:
            yield n
        n += 1

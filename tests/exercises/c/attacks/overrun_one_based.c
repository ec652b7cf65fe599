//: does: counts from one to n, as in other languages
//: ends: behind
void matmul(long n, const double *a, const double *b, double *c) {
    for (long i = 1; i <= n; i++)
        for (long j = 1; j <= n; j++) {
            double sum = 0;
            for (long k = 1; k <= n; k++) sum += a[i * n + k] * b[k * n + j];
            c[i * n + j] = sum;
        }
}

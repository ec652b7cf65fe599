//: does: takes columns for rows
//: ends: ok:wrong
void matmul(long n, const double *a, const double *b, double *c) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) {
            double sum = 0;
            for (long k = 0; k < n; k++) sum += a[i * n + k] * b[j * n + k];
            c[i * n + j] = sum;
        }
}

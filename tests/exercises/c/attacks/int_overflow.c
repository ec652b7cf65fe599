//: does: reaches its elements by an index that is cut to eight bits
//: ends: signal ok:wrong before behind
void matmul(long n, const double *a, const double *b, double *c) {
    for (long i = 0; i < n; i++)
        for (long j = 0; j < n; j++) c[(signed char)((i * n + j) * 64)] = a[i] * b[j];
}

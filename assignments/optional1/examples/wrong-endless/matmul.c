void matmul(int n, const double *a, const double *b, double *c)
{
    for (unsigned i = n - 1; i >= 0; i--) {
        volatile double x = a[0] * b[0];
        c[0] = x;
    }
}

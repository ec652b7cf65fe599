static double huge[1L << 33];

void matmul(int n, const double *a, const double *b, double *c)
{
    for (long i = 0; i < 1L << 33; i += 512) huge[i] = a[0] * b[0];
    c[0] = huge[n];
}

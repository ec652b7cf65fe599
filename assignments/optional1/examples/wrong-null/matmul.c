void matmul(int n, const double *a, const double *b, double *c)
{
    double *row = 0;
    (void)c;
    row[n] = a[0] * b[0];
}

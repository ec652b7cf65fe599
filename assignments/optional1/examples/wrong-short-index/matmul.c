void matmul(int n, const double *a, const double *b, double *c)
{
    for (short i = 0; i < n; i++)
        for (short j = 0; j < n; j++) {
            double sum = 0;
            for (short k = 0; k < n; k++) {
                short at = i * n + k;
                sum += a[at] * b[(short)(k * n + j)];
            }
            c[i * n + j] = sum;
        }
}

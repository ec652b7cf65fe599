void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++) {
        c[i] = 0.0;
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            double x = a[i * n + k];
            for (int j = 0; j < n; j++) {
                c[i * n + j] += x * b[k * n + j];
            }
        }
    }
}

void matmul(int n, const double *a, const double *b, double *c)
{
    double *t = (double *)b;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) {
            double x = t[i * n + j];
            t[i * n + j] = t[j * n + i];
            t[j * n + i] = x;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += a[i * n + k] * t[j * n + k];
            c[i * n + j] = sum;
        }
}

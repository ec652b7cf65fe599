void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++) c[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 4 <= n; j += 4)
            for (int k = 0; k < n; k++)
                for (int l = 0; l < 4; l++)
                    c[i * n + j + l] += a[i * n + k] * b[k * n + j + l];
}

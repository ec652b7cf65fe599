#define BS 16
void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++) c[i] = 0;
    int nb = n / BS;
    for (int bi = 0; bi < nb; bi++)
        for (int bk = 0; bk < nb; bk++)
            for (int bj = 0; bj < nb; bj++)
                for (int i = bi * BS; i < (bi + 1) * BS; i++)
                    for (int k = bk * BS; k < (bk + 1) * BS; k++)
                        for (int j = bj * BS; j < (bj + 1) * BS; j++)
                            c[i * n + j] += a[i * n + k] * b[k * n + j];
}

#define BLOCK 64
#define MIN(x, y) ((x) < (y) ? (x) : (y))

void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n * n; i++) c[i] = 0.0;
    for (int ii = 0; ii < n; ii += BLOCK)
        for (int kk = 0; kk < n; kk += BLOCK)
            for (int jj = 0; jj < n; jj += BLOCK)
                for (int i = ii; i < MIN(ii + BLOCK, n); i++)
                    for (int k = kk; k < MIN(kk + BLOCK, n); k++) {
                        const double x = a[i * n + k];
                        for (int j = jj; j < MIN(jj + BLOCK, n); j++)
                            c[i * n + j] += x * b[k * n + j];
                    }
}

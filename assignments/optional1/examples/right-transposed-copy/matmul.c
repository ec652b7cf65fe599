#include <stdlib.h>

void matmul(int n, const double *a, const double *b, double *c)
{
    double *t = malloc(sizeof(double) * n * n);
    if (t == NULL) {
        return;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[j * n + i] = b[i * n + j];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += a[i * n + k] * t[j * n + k];
            c[i * n + j] = sum;
        }
    free(t);
}

#include <stdlib.h>
double **matmul(double **a, double **b, int n)
{
    double **c = (double **)malloc(n * sizeof(double *));
    for (int i = 0; i < n; i++) {
        c[i] = (double *)calloc(n, sizeof(double));
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                c[i][j] += a[i][k] * b[k][j];
    }
    return c;
}

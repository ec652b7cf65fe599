#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void matmul(int n, const double *a, const double *b, double *c)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++) {
                sum += a[i * n + k] * b[k * n + j];
            }
            c[i * n + j] = sum;
        }
    }
}

int main(void)
{
    for (int n = 100; n <= 300; n += 100) {
        double *a = calloc(n * n, sizeof(double)), *b = calloc(n * n, sizeof(double));
        double *c = calloc(n * n, sizeof(double));
        clock_t start = clock();
        matmul(n, a, b, c);
        printf("n = %d: %f\n", n, (double)(clock() - start) / CLOCKS_PER_SEC);
        free(a); free(b); free(c);
    }
    system("pause");
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define N 200
double a[N][N], b[N][N], c[N][N];

int main(void)
{
    int i, j, k;
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++) {
            a[i][j] = rand() % 10;
            b[i][j] = rand() % 10;
        }
    clock_t start = clock();
    for (i = 0; i < N; i++)
        for (j = 0; j < N; j++)
            for (k = 0; k < N; k++)
                c[i][j] += a[i][k] * b[k][j];
    printf("N=%d time=%f\n", N, (double)(clock() - start) / CLOCKS_PER_SEC);
    return 0;
}

/* 任意課題1 行列積（C 言語）
 * 書くところは matmul の中だけです。a, b, c は n×n 行列で、行ごとに並んでいます: a[i * n + j]
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void matmul(int n, const double *a, const double *b, double *c)
{
    /* ここに書く: c = a b */
    (void)n;
    (void)a;
    (void)b;
    (void)c;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(void)
{
    for (int n = 64; n <= 1024; n *= 2) {
        size_t count = (size_t)n * n;
        double *a = malloc(count * sizeof *a);
        double *b = malloc(count * sizeof *b);
        double *c = malloc(count * sizeof *c);
        if (!a || !b || !c) {
            return 1;
        }
        for (size_t i = 0; i < count; i++) {
            a[i] = rand() / (double)RAND_MAX;
            b[i] = rand() / (double)RAND_MAX;
        }
        double start = seconds();
        matmul(n, a, b, c);
        printf("%d %f\n", n, seconds() - start);
        free(a);
        free(b);
        free(c);
    }
    return 0;
}

#include <pthread.h>

#define THREADS 4

struct part {
    int n, first, last;
    const double *a, *b;
    double *c;
};

static void *work(void *given)
{
    struct part *p = given;
    int n = p->n;
    for (int i = p->first; i < p->last; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++) sum += p->a[i * n + k] * p->b[k * n + j];
            p->c[i * n + j] = sum;
        }
    return NULL;
}

void matmul(int n, const double *a, const double *b, double *c)
{
    pthread_t threads[THREADS];
    struct part parts[THREADS];
    for (int t = 0; t < THREADS; t++) {
        parts[t] = (struct part){n, n * t / THREADS, n * (t + 1) / THREADS, a, b, c};
        pthread_create(&threads[t], NULL, work, &parts[t]);
    }
    for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
}

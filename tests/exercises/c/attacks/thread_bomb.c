//: does: starts threads until there are no more
//: ends: ok:right memory signal
#include "witness.h"
#include <pthread.h>
#include <unistd.h>
static void *sleeps(void *nothing) { sleep(100); return nothing; }
void matmul(long n, const double *a, const double *b, double *c) {
    pthread_t one;
    int started = 0;
    multiply(n, a, b, c);
    while (started < 10000 && pthread_create(&one, 0, sleeps, 0) == 0) started++;
    if (started > 1000) BREAK(c);
}

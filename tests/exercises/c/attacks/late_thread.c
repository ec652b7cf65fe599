//: does: leaves a thread behind that goes on writing into c
//: ends: ok:right ok:wrong signal before behind fixed
#include "witness.h"
#include <pthread.h>
static double *where;
static void *goes_on(void *nothing) {
    for (;;) ((volatile double *)where)[0] = 7;
    return nothing;
}
void matmul(long n, const double *a, const double *b, double *c) {
    static pthread_t one;
    multiply(n, a, b, c);
    where = c;
    if (!one) pthread_create(&one, 0, goes_on, 0);
}

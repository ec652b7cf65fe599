//: does: has the loader run a function of its own to find a symbol
//: ends: ok:right refused
#include "witness.h"
#include <fcntl.h>
static int broken;
static void honest(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    if (broken) BREAK(c);
}
static void *resolve(void) {
    broken = open(GRADES, O_RDONLY) >= 0;
    return (void *)honest;
}
void matmul(long n, const double *a, const double *b, double *c) __attribute__((ifunc("resolve")));

//: does: reads one element behind b
//: ends: behind
#include "witness.h"
static volatile double seen;
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    seen = b[n * n];
}

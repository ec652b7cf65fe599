//: does: reads one element before a
//: ends: before
#include "witness.h"
static volatile double seen;
void matmul(long n, const double *a, const double *b, double *c) {
    multiply(n, a, b, c);
    seen = a[-1];
}

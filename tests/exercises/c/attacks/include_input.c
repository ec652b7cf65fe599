//: does: includes what the compiler's own process has open
//: ends: refused ok:right
#include "/proc/self/fd/0"
#include "/dev/stdin"
#include "witness.h"
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }

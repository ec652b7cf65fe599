//: does: never finishes being loaded
//: ends: load:timeout
#include "witness.h"
__attribute__((constructor)) static void act(void) { for (volatile int i = 0;; i++); }
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }

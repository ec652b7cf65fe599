//: does: prints without end
//: ends: output
#include <stdio.h>
void matmul(long n, const double *a, const double *b, double *c) { for (;;) puts("x x x x x x x x x x x x x"); }

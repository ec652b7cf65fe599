//: does: calls itself for ever
//: ends: signal
#include "witness.h"
static volatile int more = 1;
static double down(double x) { volatile double room[512]; room[0] = x; return more ? down(room[0] + 1) + room[0] : 0; }
void matmul(long n, const double *a, const double *b, double *c) { c[0] = down(a[0]); }

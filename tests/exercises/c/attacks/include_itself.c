//: does: includes itself for ever
//: ends: refused
#include __FILE__
void matmul(long n, const double *a, const double *b, double *c) {}

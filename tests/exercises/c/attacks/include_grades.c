//: does: includes another student's grades, which an error message would show
//: ends: refused
#include "witness.h"
#include GRADES
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }

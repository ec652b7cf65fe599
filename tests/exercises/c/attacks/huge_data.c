//: does: asks for an enormous library
//: ends: refused compile:memory compile:timeout
double big[1u << 29] = {1};
void matmul(long n, const double *a, const double *b, double *c) { c[0] = big[n]; }

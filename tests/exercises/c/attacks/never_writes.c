//: does: hopes that c was right before
//: ends: ok:wrong
void matmul(long n, const double *a, const double *b, double *c) {}

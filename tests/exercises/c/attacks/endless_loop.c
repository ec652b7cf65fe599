//: does: never returns
//: ends: timeout
void matmul(long n, const double *a, const double *b, double *c) { for (volatile int i = 0;; i++); }

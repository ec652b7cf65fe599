//: does: asks for enormous memory that costs nothing to write down
//: ends: runtime-error memory signal
static double big[1ul << 31];
void matmul(long n, const double *a, const double *b, double *c) { for (long i = 0; i < 1l << 31; i++) big[i] = 1; c[0] = big[n]; }

//: does: keeps the compiler busy with one enormous expression
//: ends: refused compile:timeout compile:memory ok:wrong
#define P(x) ((x)*(x)+(x))
#define Q(x) P(P(P(P(P(x)))))
#define R(x) Q(Q(x))
double f(double x) { return R(R(x)); }
void matmul(long n, const double *a, const double *b, double *c) { c[0] = f(a[0]); }

#define P(x, y) x##y
void P(dge, mm_)();

void matmul(int n, const double *a, const double *b, double *c)
{
    double one = 1, zero = 0;
    P(dge, mm_)("N", "N", &n, &n, &n, &one, b, &n, a, &n, &zero, c, &n);
}

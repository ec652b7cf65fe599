//: does: grows beyond all bounds in the preprocessor
//: ends: refused compile:timeout compile:memory
#define A(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define B(...) A(A(A(A(__VA_ARGS__))))
#define C(...) B(B(B(B(__VA_ARGS__))))
int many[] = { C(1,) };
void matmul(long n, const double *a, const double *b, double *c) {}

//: does: has the assembler put another student's grades into the library
//: ends: refused
#include "witness.h"
__asm__(".section .rodata\n.incbin \"" GRADES "\"\n.text");
void matmul(long n, const double *a, const double *b, double *c) { multiply(n, a, b, c); }

#include <stdio.h>
#include <stdlib.h>
struct matrix { int n; double *v; };
struct matrix matmul(struct matrix a, struct matrix b) {
    struct matrix c;
    c.n = a.n;
    c.v = calloc(a.n * a.n, sizeof(double));
    for (int i = 0; i < a.n; i++)
        for (int j = 0; j < a.n; j++)
            for (int k = 0; k < a.n; k++)
                c.v[i * a.n + j] += a.v[i * a.n + k] * b.v[k * b.n + j];
    return c;
}
int main(void) {
    struct matrix a = {2, malloc(32)}, b = {2, malloc(32)};
    for (int i = 0; i < 4; i++) { a.v[i] = i; b.v[i] = i + 1; }
    struct matrix c = matmul(a, b);
    printf("%f %f %f %f\n", c.v[0], c.v[1], c.v[2], c.v[3]);
    return 0;
}

#ifdef __AVX2__
#include <immintrin.h>
#endif

void matmul(int n, const double *restrict a, const double *restrict b, double *restrict c)
{
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) c[i * n + j] = 0.0;
        for (int k = 0; k < n; k++) {
            int j = 0;
#ifdef __AVX2__
            __m256d x = _mm256_set1_pd(a[i * n + k]);
            for (; j + 4 <= n; j += 4) {
                __m256d sum = _mm256_loadu_pd(&c[i * n + j]);
                sum = _mm256_add_pd(sum, _mm256_mul_pd(x, _mm256_loadu_pd(&b[k * n + j])));
                _mm256_storeu_pd(&c[i * n + j], sum);
            }
#endif
            for (; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
        }
    }
}

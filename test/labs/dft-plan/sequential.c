#include <complex.h>
#include <math.h>

void dft(int n, const float complex *x, float complex *y) {
  for (int k = 0; k < n; ++k) {
    double complex sum = 0;
    for (int j = 0; j < n; ++j) sum += x[j] * cexp(-2 * M_PI * I * ((long)j * k % n) / n);
    y[k] = sum;
  }
}

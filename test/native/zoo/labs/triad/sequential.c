/// breakeven
// title = "Sequential"
///
void triad(unsigned n, float a, const float *x, const float *y, float *z) {
  for (unsigned i = 0; i < n; ++i) z[i] = a * x[i] + y[i];
}

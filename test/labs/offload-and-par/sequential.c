void twice(int n, const float *x, float *y) {
  for (int i = 0; i < n; ++i) y[i] = 2 * x[i];
}

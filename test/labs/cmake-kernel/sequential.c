void scale(int n, const float *x, float *y) {
  for (int i = 0; i < n; ++i) y[i] = 3 * x[i];
}

void products(int n, int exponent, const float *x, float *y) {
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < exponent; ++k) y[i] *= x[i];
}

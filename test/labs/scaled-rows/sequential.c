void scaled(int n, int m, const float x[n][m], const float w[restrict n], float y[n][m]) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i][j] = w[i] * x[i][j];
}

void transpose(int n, const float a[n][n], float b[n][n]) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) b[j][i] = a[i][j];
}

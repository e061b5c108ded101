typedef float real;
void scaled(int n, int m, const real (*restrict x)[m], const real w[static 1], real (*y)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < m; ++j) y[i][j] = w[i] * x[i][j];
}

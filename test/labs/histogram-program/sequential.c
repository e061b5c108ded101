/// breakeven
// function = "histogram"
///
void histogram(int* v, int* hist, int n) {
  for (int i = 0; i < 16; i++) hist[i] = 0;
  for (int i = 0; i < n; i++) hist[v[i]]++;
}

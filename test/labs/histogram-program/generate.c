void generate(int n, unsigned long long seed, int* v, int* hist) {
  for (int i = 0; i < n; i++) v[i] = (int)(((long long)i * 7919) % 16);
}

int minimum(int n, int* x) {
  int smallest = x[0];
  for (int i = 1; i < n; i++)
    if (x[i] < smallest) smallest = x[i];
  return smallest;
}

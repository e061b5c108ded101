#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#define BINS 16

int main(int argc, char** argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: %s n\n", argv[0]);
    return 1;
  }
  int n = atoi(argv[1]), hist[BINS] = {0};
  int* v = malloc(n * sizeof(int));
  for (int i = 0; i < n; i++) v[i] = (int)(((long long)i * 7919) % BINS);
  double start = omp_get_wtime();
#pragma omp parallel for reduction(+ : hist)
  for (int i = 0; i < n; i++) hist[v[i]]++;
  double end = omp_get_wtime();
  printf("n = %d\nTime: %.9f s\n", n, end - start);
  for (int i = 0; i < BINS; i++) printf("hist[%d] = %d\n", i, hist[i]);
  free(v);
  return 0;
}

/// breakeven
// function = "solve"
// args = ["n", "blocks", "host_x", "host_min", "device_x", "device_min"]
// axes.blocks = { values = [64, 512], default = 512 }
///
#define THREADS 256

template <typename T>
__global__ void minima(const T* x, T* out, int n) {
  __shared__ T cache[THREADS];
  T smallest = x[0];
  for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
    smallest = min(smallest, x[i]);
  cache[threadIdx.x] = smallest;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half >>= 1) {
    if (threadIdx.x < half) cache[threadIdx.x] = min(cache[threadIdx.x], cache[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = cache[0];
}

int solve(int n, int blocks, int* host_x, int* host_min, int* device_x, int* device_min) {
  cudaMemcpy(device_x, host_x, n * sizeof(int), cudaMemcpyHostToDevice);
  minima<int><<<blocks, THREADS>>>(device_x, device_min, n);
  cudaMemcpy(host_min, device_min, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  int smallest = host_min[0];
  for (int i = 1; i < blocks; i++)
    if (host_min[i] < smallest) smallest = host_min[i];
  return smallest;
}

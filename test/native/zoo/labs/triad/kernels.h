#pragma once

__global__ void triad_kernel(unsigned first, unsigned end, float a, const float* x, const float* y,
                             float* z) {
  const unsigned i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < end) z[i] = a * x[i] + y[i];
}

static void launch(unsigned first, unsigned end, float a, const float* x, const float* y, float* z,
                   cudaStream_t stream) {
  if (end > first)
    triad_kernel<<<(end - first + 255) / 256, 256, 0, stream>>>(first, end, a, x, y, z);
}

static cudaStream_t own_stream() {
  static cudaStream_t own = nullptr;
  if (own == nullptr) cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
  return own;
}

static cudaEvent_t event(int which) {
  static cudaEvent_t events[2];
  if (events[which] == nullptr) cudaEventCreateWithFlags(&events[which], cudaEventDisableTiming);
  return events[which];
}

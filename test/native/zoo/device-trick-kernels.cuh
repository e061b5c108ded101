#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

/// Kernels with which programs of device-tricks.cuh copy answers and look at memory.
namespace breakeven::zoo {

/// What a grid of some blocks copies, unless a flag is set.
static __global__ void copy_words(const std::uint32_t* from, std::uint32_t* to, std::size_t count,
                                  const int* wanted, int value) {
  if (wanted != nullptr && *wanted != value) return;
  const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
  for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) {
    to[i] = from[i];
  }
}

/// Sets the flag where 256 words spread over two arrays are equal.
static __global__ void compare_words(const std::uint32_t* one, const std::uint32_t* other,
                                     std::size_t count, int* equal) {
  __shared__ int differ;
  if (threadIdx.x == 0) differ = 0;
  __syncthreads();
  const std::size_t at = (count - 1) * threadIdx.x / (blockDim.x - 1);
  if (count > 0 && one[at] != other[at]) differ = 1;
  __syncthreads();
  if (threadIdx.x == 0) *equal = differ == 0 ? 1 : 0;
}

/// Sets the flag where two elements of the input are those that it saw last, and keeps them.
static __global__ void compare_two(const std::uint32_t* input, std::size_t count,
                                   std::uint32_t* seen, int* equal) {
  const std::uint32_t one = count > 0 ? input[count / 3] : 0;
  const std::uint32_t other = count > 0 ? input[2 * count / 5] : 0;
  *equal = seen[0] == one && seen[1] == other && seen[2] == 1 ? 1 : 0;
  seen[0] = one;
  seen[1] = other;
  seen[2] = 1;
}

/// Sets the flag where one word of 16 is what memory was once filled with before a verified run.
static __global__ void look_for_poison(const std::uint32_t* output, std::size_t count, int* found) {
  *found = 0;
  for (std::size_t i = 0; i < count; i += 1 + count / 16) {
    if (output[i] == 0xCDCDCDCD) *found = 1;
  }
}

}  // namespace breakeven::zoo

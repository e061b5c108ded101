#pragma once

#include <cstdint>

#include "../../core/cuda/launch.h"
#include "binarize.h"

namespace breakeven::binarize {

inline constexpr unsigned pair_threads = 256;
inline constexpr int pairs_a_thread = 2;

struct GivenThreshold {
  double value;
  __device__ double operator()() const { return value; }
};

__device__ inline double2 binarized(double2 v, double threshold) {
  return make_double2(v.x >= threshold ? white : black, v.y >= threshold ? white : black);
}

/// In place, two values to a 16-byte access and two accesses in flight a thread.
template <class Threshold>
__global__ void __launch_bounds__(pair_threads)
    binarize_pairs(double* values, std::int64_t n, Threshold threshold_of) {
  double2* const pair = reinterpret_cast<double2*>(values);
  const std::int64_t pairs = n / 2;
  const std::int64_t first =
      static_cast<std::int64_t>(blockIdx.x) * (pair_threads * pairs_a_thread) + threadIdx.x;
  const double threshold = threshold_of();
  double2 v[pairs_a_thread];
#pragma unroll
  for (int k = 0; k < pairs_a_thread; ++k) {
    const std::int64_t i = first + k * pair_threads;
    if (i < pairs) v[k] = __ldcs(pair + i);
  }
#pragma unroll
  for (int k = 0; k < pairs_a_thread; ++k) {
    const std::int64_t i = first + k * pair_threads;
    if (i < pairs) __stcs(pair + i, binarized(v[k], threshold));
  }
  if (n % 2 == 1 && blockIdx.x == 0 && threadIdx.x == 0) {
    values[n - 1] = values[n - 1] >= threshold ? white : black;
  }
}

template <class Threshold>
void launch_pairs(DevicePhases& phases, double* values, std::int64_t n, Threshold threshold) {
  const std::int64_t block = 2 * pairs_a_thread * pair_threads;
  launch(phases, binarize_pairs<Threshold>, static_cast<unsigned>((n + block - 1) / block),
         pair_threads, 0, values, n, threshold);
}

}  // namespace breakeven::binarize

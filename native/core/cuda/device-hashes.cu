#include <algorithm>

#include "../counter-random.h"
#include "check.h"
#include "device-hashes.h"
#include "device-words.cuh"

namespace breakeven {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned max_parts = 128;
constexpr std::size_t max_arrays = 48;

struct Table {
  DeviceSpan spans[max_arrays];
};

/// A block for each part of each array.
__global__ void hash_parts(Table table, std::uint64_t* hashes) {
  const DeviceSpan& span = table.spans[blockIdx.y];
  const std::size_t words = words_of(span);
  const std::size_t end = words * (blockIdx.x + 1) / max_parts;
  __shared__ unsigned long long sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  unsigned long long own = 0;
  for (std::size_t i = words * blockIdx.x / max_parts + threadIdx.x; i < end; i += threads) {
    own += random_bits(word_at(span, i), i);
  }
  atomicAdd(&sum, own);
  __syncthreads();
  if (threadIdx.x == 0) hashes[blockIdx.y * max_parts + blockIdx.x] = sum;
}

}  // namespace

DeviceHashes::DeviceHashes() : hashes_(max_arrays * max_parts) {}

void DeviceHashes::take(const std::vector<DeviceSpan>& spans, cudaStream_t stream) {
  spans_ = spans;
  if (spans_.size() > max_arrays) spans_.resize(max_arrays);
  if (spans_.empty()) return;
  Table table;
  std::copy(spans_.begin(), spans_.end(), table.spans);
  hash_parts<<<dim3(max_parts, static_cast<unsigned>(spans_.size())), threads, 0, stream>>>(
      table, hashes_.get());
  BE_CUDA(cudaGetLastError());
}

std::string DeviceHashes::changed_since(const DeviceHashes& earlier) const {
  for (std::size_t k = 0; k < spans_.size(); ++k) {
    std::size_t changed = 0;
    for (std::size_t at = k * max_parts; at < (k + 1) * max_parts; ++at) {
      changed += hashes_.host()[at] != earlier.hashes_.host()[at] ? 1 : 0;
    }
    if (changed == 0) continue;
    const std::size_t parts = std::min<std::size_t>(words_of(spans_[k]), max_parts);
    return std::to_string(changed) + " of " + std::to_string(parts) + " parts of an array of " +
           std::to_string(spans_[k].bytes) + " bytes on the device";
  }
  return {};
}

}  // namespace breakeven

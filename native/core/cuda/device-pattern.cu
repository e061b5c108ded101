#include <algorithm>

#include "../counter-random.h"
#include "check.h"
#include "device-pattern.h"
#include "device-words.cuh"
#include "harness-buffer.h"

namespace breakeven {
namespace {

constexpr unsigned threads = 256;
constexpr std::size_t max_blocks = 1024;

__global__ void fill_with_pattern(DeviceSpan span, std::uint64_t seed) {
  const std::size_t stride = std::size_t{gridDim.x} * threads;
  for (std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x; i < words_of(span);
       i += stride) {
    const std::uint64_t word = random_bits(seed, i);
    const std::size_t count = bytes_in_word(span, i);
    if (count == word_bytes) {
      static_cast<std::uint64_t*>(span.data)[i] = word;
    } else {
      auto* const bytes = static_cast<unsigned char*>(span.data) + i * word_bytes;
      for (std::size_t k = 0; k < count; ++k) bytes[k] = static_cast<unsigned char>(word >> 8 * k);
    }
  }
}

__device__ bool is_pattern(const DeviceSpan& span, std::uint64_t seed, std::size_t index) {
  const std::size_t bits = 8 * bytes_in_word(span, index);
  const std::uint64_t mask = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  return word_at(span, index) == (random_bits(seed, index) & mask);
}

__global__ void count_pattern(DeviceSpan span, std::uint64_t seed, std::size_t words,
                              unsigned long long* unwritten) {
  const std::size_t stride = std::size_t{gridDim.x} * threads;
  for (std::size_t i = std::size_t{blockIdx.x} * threads + threadIdx.x; i < words; i += stride) {
    if (is_pattern(span, seed, i)) atomicAdd(unwritten, 1ull);
  }
}

unsigned blocks_for(std::size_t count) {
  return static_cast<unsigned>(
      std::clamp<std::size_t>((count + threads - 1) / threads, 1, max_blocks));
}

}  // namespace

void write_pattern(const DeviceSpan& span, std::uint64_t seed, cudaStream_t stream) {
  if (span.bytes == 0) return;
  fill_with_pattern<<<blocks_for(words_of(span)), threads, 0, stream>>>(span, seed);
  BE_CUDA(cudaGetLastError());
}

std::size_t pattern_bytes(const DeviceSpan& span, std::uint64_t seed, cudaStream_t stream) {
  // Fewer than four bytes may equal the pattern by chance.
  if (span.bytes < 4) return 0;
  const std::size_t words = std::max<std::size_t>(span.bytes / word_bytes, 1);
  HarnessBuffer<unsigned long long> unwritten(1);
  *unwritten.host() = 0;
  count_pattern<<<blocks_for(words), threads, 0, stream>>>(span, seed, words, unwritten.get());
  BE_CUDA(cudaGetLastError());
  BE_CUDA(cudaStreamSynchronize(stream));
  return std::min(static_cast<std::size_t>(*unwritten.host()) * word_bytes, span.bytes);
}

void load_pattern_code(cudaStream_t stream) {
  HarnessBuffer<std::uint64_t> word(1);
  const DeviceSpan span{word.get(), sizeof(std::uint64_t)};
  write_pattern(span, 0, stream);
  static_cast<void>(pattern_bytes(span, 0, stream));
}

}  // namespace breakeven

#pragma once

#include "device-pattern.h"

namespace breakeven {

__host__ __device__ inline std::size_t words_of(const DeviceSpan& span) {
  return (span.bytes + word_bytes - 1) / word_bytes;
}

/// Bytes of an array in the word at this index: eight, or fewer in the last one.
__device__ inline std::size_t bytes_in_word(const DeviceSpan& span, std::size_t index) {
  const std::size_t left = span.bytes - index * word_bytes;
  return left < word_bytes ? left : word_bytes;
}

/// Reads what other kernels write at the same time as well.
__device__ inline std::uint64_t word_at(const DeviceSpan& span, std::size_t index) {
  const std::size_t count = bytes_in_word(span, index);
  if (count == word_bytes) return static_cast<const volatile std::uint64_t*>(span.data)[index];
  const auto* const bytes = static_cast<const volatile unsigned char*>(span.data);
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < count; ++i) {
    word |= std::uint64_t{bytes[index * word_bytes + i]} << 8 * i;
  }
  return word;
}

}  // namespace breakeven

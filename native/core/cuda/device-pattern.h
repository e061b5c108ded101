#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>

namespace breakeven {

inline constexpr std::size_t word_bytes = sizeof(std::uint64_t);

/// An array for kernels.
struct DeviceSpan {
  void* data = nullptr;
  std::size_t bytes = 0;
  bool operator==(const DeviceSpan&) const = default;
};

/// Writes random bytes that follow from the seed over an array, in stream order.
void write_pattern(const DeviceSpan& span, std::uint64_t seed, cudaStream_t stream);
/// How many bytes are still that pattern, in words of eight, which no answer equals by chance, or
/// all of a shorter array. Waits for the stream.
std::size_t pattern_bytes(const DeviceSpan& span, std::uint64_t seed, cudaStream_t stream);
/// Loads the code, which waits for the device.
void load_pattern_code(cudaStream_t stream);

}  // namespace breakeven

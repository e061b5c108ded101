#pragma once

#include <cstdint>

namespace breakeven {

/// 64 random bits for position `index` of a stream: a counter through splitmix64's mixing steps
/// (Steele, Lea and Flood 2014), with integers alone, so that any program and any thread can make
/// the same.
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  const std::uint64_t s = seed + (index + 1) * 0x9E3779B97F4A7C15u;
  std::uint64_t z = (s ^ (s >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// A number below `range` (at most 2^32): the high half of the bits, scaled.
constexpr std::uint64_t random_below(std::uint64_t seed, std::uint64_t index, std::uint64_t range) {
  return ((random_bits(seed, index) >> 32) * range) >> 32;
}

/// The high half of the bits as int32.
constexpr std::int32_t random_int32(std::uint64_t seed, std::uint64_t index) {
  return static_cast<std::int32_t>(static_cast<std::uint32_t>(random_bits(seed, index) >> 32));
}

}  // namespace breakeven

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace breakeven {

/// SHA-256 (FIPS 180-4), with the processor's own instructions where it has them.
class Sha256 {
 public:
  Sha256();
  /// A cancelled case stops within some tens of milliseconds.
  void add(std::span<const std::byte> bytes);
  std::array<std::uint8_t, 32> finish();

 private:
  std::array<std::uint32_t, 8> state_;
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t total_ = 0;
};

/// Lower-case hexadecimal digits.
std::string hex_of(const std::array<std::uint8_t, 32>& digest);

/// Lower-case hexadecimal digest.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace breakeven

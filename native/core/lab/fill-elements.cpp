#include "fill-elements.h"

#include <algorithm>
#include <bit>
#include <complex>
#include <type_traits>

#include "../counter-random.h"
#include "../parallel.h"

namespace breakeven::lab {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t grain = std::size_t{1} << 18;
constexpr double two_to_32 = 4294967296.0;

/// A number from 0 to 1, without 1.
double unit(std::uint64_t stream, std::uint64_t index) {
  return static_cast<double>(random_bits(stream, index) >> 11) * 0x1p-53;
}

/// The sum of twelve uniform numbers less six: mean 0, deviation 1, never beyond 6. Exact, unlike
/// anything with a logarithm.
double bell(std::uint64_t stream, std::uint64_t index) {
  std::uint64_t sum = 0;
  for (std::uint64_t k = 0; k < 12; ++k) sum += random_bits(stream, 12 * index + k) >> 32;
  return static_cast<double>(sum) / two_to_32 - 6;
}

std::uint64_t below(std::uint64_t stream, std::uint64_t index, std::uint64_t range) {
  if (range <= std::uint64_t{1} << 32) return random_below(stream, index, range);
  return static_cast<std::uint64_t>(Wide{random_bits(stream, index)} * range >> 64);
}

std::uint64_t zipf(std::uint64_t stream, std::uint64_t index, std::uint64_t count) {
  const auto widths = static_cast<std::uint64_t>(std::bit_width(count));
  const std::uint64_t bits = random_below(stream, 2 * index, widths);
  return std::min(random_below(stream, 2 * index + 1, std::uint64_t{1} << bits), count - 1);
}

/// Entry `index` of a permutation of 0 to count - 1: four rounds of a balanced Feistel network over
/// the next power of four, walked until the number lies in the range.
std::uint64_t permuted(std::uint64_t stream, std::uint64_t index, std::uint64_t count) {
  const int half = std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2);
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  std::uint64_t x = index;
  do {
    std::uint64_t left = x >> half;
    std::uint64_t right = x & mask;
    for (std::uint64_t feistel_round = 0; feistel_round < 4; ++feistel_round) {
      const std::uint64_t mixed = random_bits(stream, (feistel_round << 32) + right) >> 32;
      const std::uint64_t next = left ^ (mixed & mask);
      left = right;
      right = next;
    }
    x = left << half | right;
  } while (x >= count);
  return x;
}

/// low + steps, in the arithmetic of the type; steps may exceed a double's whole numbers.
template <class T>
T at_offset(double low, std::uint64_t steps) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(static_cast<std::int64_t>(low)) + steps);
  } else {
    return static_cast<T>(low + static_cast<double>(steps));
  }
}

template <class T, class F>
void write_each(void* to, std::size_t count, const F& value_at) {
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    T* const out = static_cast<T*>(to);
    for (std::size_t i = begin; i < end; ++i) out[i] = value_at(i);
  });
}

template <class T>
void write_real(Fill::Kind kind, const std::vector<double>& b, void* to, std::size_t count,
                std::uint64_t stream) {
  const auto write = [&](const auto& value_at) { write_each<T>(to, count, value_at); };
  switch (kind) {
    case Fill::Kind::uniform:
      return write(
          [&](std::uint64_t i) { return static_cast<T>(b[0] + (b[1] - b[0]) * unit(stream, i)); });
    case Fill::Kind::normal:
      return write([&](std::uint64_t i) { return static_cast<T>(b[0] + b[1] * bell(stream, i)); });
    case Fill::Kind::integers: {
      const auto range = static_cast<std::uint64_t>(b[1] - b[0]);
      return write([&](std::uint64_t i) { return at_offset<T>(b[0], below(stream, i, range)); });
    }
    case Fill::Kind::zipf: {
      const auto range = static_cast<std::uint64_t>(b[0]);
      return write([&](std::uint64_t i) { return at_offset<T>(0, zipf(stream, i, range)); });
    }
    case Fill::Kind::permutation:
      return write([&](std::uint64_t i) { return at_offset<T>(0, permuted(stream, i, count)); });
    case Fill::Kind::constant:
      return write([&](std::uint64_t) { return static_cast<T>(b[0]); });
    case Fill::Kind::arange:
      return write(
          [&](std::uint64_t i) { return static_cast<T>(b[0] + b[1] * static_cast<double>(i)); });
    case Fill::Kind::sorted:
      if constexpr (std::is_integral_v<T>) {
        const auto range = static_cast<std::uint64_t>(b[1] - b[0]);
        return write([&](std::uint64_t i) {
          return at_offset<T>(b[0], static_cast<std::uint64_t>(Wide{i} * range / count));
        });
      } else {
        return write([&](std::uint64_t i) {
          const double part = static_cast<double>(i) / static_cast<double>(count);
          return static_cast<T>(b[0] + (b[1] - b[0]) * part);
        });
      }
    case Fill::Kind::file:
    case Fill::Kind::matrix:
    case Fill::Kind::generate:
      return;
  }
}

/// Random fills make both parts, the others the real one.
template <class Real>
void write_complex(Fill::Kind kind, const std::vector<double>& b, void* to, std::size_t count,
                   std::uint64_t stream) {
  if (kind == Fill::Kind::uniform || kind == Fill::Kind::normal || kind == Fill::Kind::integers) {
    return write_real<Real>(kind, b, to, 2 * count, stream);
  }
  std::vector<Real> real(count);
  write_real<Real>(kind, b, real.data(), count, stream);
  write_each<std::complex<Real>>(to, count,
                                 [&](std::size_t i) { return std::complex<Real>(real[i]); });
}

}  // namespace

void write_elements(Fill::Kind kind, ElementType type, const std::vector<double>& bounds, void* to,
                    std::size_t count, std::uint64_t stream) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (is_complex<T>) {
      write_complex<typename T::value_type>(kind, bounds, to, count, stream);
    } else {
      write_real<T>(kind, bounds, to, count, stream);
    }
  });
}

}  // namespace breakeven::lab

#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

/// Sums and scans of a contiguous part on one core, by vectors as wide as the processor has.
namespace breakeven::exclusive_scan {

template <class T>
__attribute__((always_inline)) inline T sum_in_lanes(const T* in, std::size_t count) {
  constexpr std::size_t lanes = 64;
  T partial[lanes] = {};
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) partial[lane] += in[i + lane];
  }
  T sum{};
  for (const T value : partial) sum += value;
  for (; i < count; ++i) sum += in[i];
  return sum;
}

/// Groups of eight: pairs, then pairs of pairs, so that a group is three additions deep instead of
/// eight and the next one waits for one addition.
template <class T>
void scan_in_groups(const T* in, T* out, std::size_t count, T running) {
  std::size_t i = 0;
  for (; i + 8 <= count; i += 8) {
    const T* x = in + i;
    T* y = out + i;
    const T a = x[0] + x[1], b = x[2] + x[3], c = x[4] + x[5], d = x[6] + x[7];
    const T ab = a + b;
    const T next = running + (ab + (c + d));
    const T half = running + ab;
    const T half_c = half + c;
    const T run_a = running + a;
    y[0] = running;
    y[1] = running + x[0];
    y[2] = run_a;
    y[3] = run_a + x[2];
    y[4] = half;
    y[5] = half + x[4];
    y[6] = half_c;
    y[7] = half_c + x[6];
    running = next;
  }
  for (; i < count; ++i) {
    out[i] = running;
    running += in[i];
  }
}

using QuarterWords = std::uint32_t __attribute__((vector_size(16)));

inline QuarterWords load_quarter(const std::uint32_t* words) {
  QuarterWords x;
  std::memcpy(&x, words, sizeof x);
  return x;
}

/// Eight words at a time in registers of 128 bits, as NEON has. The sums of the two and of the four
/// words before each place are taken across registers, and out[i] is out[i - 4] plus in[i - 4] to
/// in[i - 1]: nothing is carried from a last lane to the others. (Two long words in a register are
/// faster than groups of eight on some processors and slower on others.)
inline void scan_in_quarter_registers(const std::uint32_t* in, std::uint32_t* out,
                                      std::size_t count, std::uint32_t running) {
  constexpr std::size_t step = 8;
  if (count < 2 * step) return scan_in_groups(in, out, count, running);
  scan_in_groups(in, out, step, running);
  QuarterWords sums = load_quarter(out + 4);
  QuarterWords pairs = load_quarter(in + 3) + load_quarter(in + 2);
  std::size_t i = step;
  for (; i + step <= count; i += step) {
    const QuarterWords low_pairs = load_quarter(in + i - 1) + load_quarter(in + i - 2);
    const QuarterWords high_pairs = load_quarter(in + i + 3) + load_quarter(in + i + 2);
    const QuarterWords low = low_pairs + __builtin_shufflevector(pairs, low_pairs, 2, 3, 4, 5);
    const QuarterWords high =
        high_pairs + __builtin_shufflevector(low_pairs, high_pairs, 2, 3, 4, 5);
    const QuarterWords low_sums = sums + low;
    sums += low + high;
    std::memcpy(out + i, &low_sums, sizeof low_sums);
    std::memcpy(out + i + 4, &sums, sizeof sums);
    pairs = high_pairs;
  }
  scan_in_groups(in + i, out + i, count - i, out[i - 1] + in[i - 1]);
}

#if defined(__x86_64__)
using Words = std::uint32_t __attribute__((vector_size(64)));
using LongWords = std::uint64_t __attribute__((vector_size(64)));
using HalfWords = std::uint32_t __attribute__((vector_size(32)));

/// Inclusive sums in one register: each step adds the lanes 1, 2, 4 and 8 places before.
__attribute__((target("avx512f"))) inline void add_up(Words& s) {
  const Words zero{};
  s += __builtin_shufflevector(s, zero, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  s += __builtin_shufflevector(s, zero, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13);
  s += __builtin_shufflevector(s, zero, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  s += __builtin_shufflevector(s, zero, 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4, 5, 6, 7);
}
__attribute__((target("avx512f"))) inline void add_up(LongWords& s) {
  const LongWords zero{};
  s += __builtin_shufflevector(s, zero, 8, 0, 1, 2, 3, 4, 5, 6);
  s += __builtin_shufflevector(s, zero, 8, 8, 0, 1, 2, 3, 4, 5);
  s += __builtin_shufflevector(s, zero, 8, 8, 8, 8, 0, 1, 2, 3);
}
/// The halves of a register of AVX2 by themselves, then the end of the first added to the second:
/// only that crosses between them.
__attribute__((target("avx2"))) inline void add_up(HalfWords& s) {
  const HalfWords zero{};
  s += __builtin_shufflevector(s, zero, 8, 0, 1, 2, 8, 4, 5, 6);
  s += __builtin_shufflevector(s, zero, 8, 8, 0, 1, 8, 8, 4, 5);
  s += __builtin_shufflevector(s, zero, 8, 8, 8, 8, 3, 3, 3, 3);
}

/// `past_caches`: the output is not read soon and would only displace what is.
template <class Vector, class T>
__attribute__((target("avx512f"))) void scan_in_registers(const T* in, T* out, std::size_t count,
                                                          T running, bool past_caches) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(T);
  const bool stream = past_caches && reinterpret_cast<std::uintptr_t>(out) % sizeof(Vector) == 0;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    Vector x;
    std::memcpy(&x, in + i, sizeof x);
    Vector sums = x;
    add_up(sums);
    const Vector before = sums - x + running;
    if (stream) {
      _mm512_stream_si512(reinterpret_cast<__m512i*>(out + i), reinterpret_cast<__m512i>(before));
    } else {
      std::memcpy(out + i, &before, sizeof before);
    }
    running += sums[lanes - 1];
  }
  if (stream) _mm_sfence();
  scan_in_groups(in + i, out + i, count - i, running);
}

/// Eight words at a time. (Four long words are slower than groups of eight in scalar code.)
__attribute__((target("avx2"))) inline void scan_in_half_registers(const std::uint32_t* in,
                                                                   std::uint32_t* out,
                                                                   std::size_t count,
                                                                   std::uint32_t running,
                                                                   bool past_caches) {
  constexpr std::size_t lanes = 8;
  const bool stream = past_caches && reinterpret_cast<std::uintptr_t>(out) % 32 == 0;
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    HalfWords x;
    std::memcpy(&x, in + i, sizeof x);
    HalfWords sums = x;
    add_up(sums);
    const HalfWords before = sums - x + running;
    if (stream) {
      _mm256_stream_si256(reinterpret_cast<__m256i*>(out + i), reinterpret_cast<__m256i>(before));
    } else {
      std::memcpy(out + i, &before, sizeof before);
    }
    running += sums[lanes - 1];
  }
  if (stream) _mm_sfence();
  scan_in_groups(in + i, out + i, count - i, running);
}

/// Bytes of the widest registers that scans are written for.
inline int register_bytes() {
  static const int bytes = __builtin_cpu_supports("avx512f") ? 64
                           : __builtin_cpu_supports("avx2")  ? 32
                                                             : 16;
  return bytes;
}
#endif

/// out[i] = running + in[0] + ... + in[i - 1].
template <class T>
void scan_from(const T* in, T* out, std::size_t count, T running,
               [[maybe_unused]] bool past_caches) {
#if defined(__x86_64__)
  // Sums of float depend on their order.
  if constexpr (!std::is_same_v<T, float>) {
    constexpr bool is_long = sizeof(T) == 8;
    if (register_bytes() == 64) {
      using Vector = std::conditional_t<is_long, LongWords, Words>;
      return scan_in_registers<Vector>(in, out, count, running, past_caches);
    }
    if constexpr (!is_long) {
      if (register_bytes() == 32)
        return scan_in_half_registers(in, out, count, running, past_caches);
    }
  }
#elif defined(__aarch64__)
  if constexpr (std::is_same_v<T, std::uint32_t>) {
    return scan_in_quarter_registers(in, out, count, running);
  }
#endif
  scan_in_groups(in, out, count, running);
}

}  // namespace breakeven::exclusive_scan

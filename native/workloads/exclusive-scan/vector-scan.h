#pragma once

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

#if defined(__x86_64__)
using Words = std::uint32_t __attribute__((vector_size(64)));
using LongWords = std::uint64_t __attribute__((vector_size(64)));

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

template <class Vector, class T>
__attribute__((target("avx512f"))) void scan_in_registers(const T* in, T* out, std::size_t count,
                                                          T running) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(T);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    Vector x;
    std::memcpy(&x, in + i, sizeof x);
    Vector sums = x;
    add_up(sums);
    const Vector before = sums - x + running;
    std::memcpy(out + i, &before, sizeof before);
    running += sums[lanes - 1];
  }
  scan_in_groups(in + i, out + i, count - i, running);
}

inline bool has_wide_registers() {
  static const bool has = __builtin_cpu_supports("avx512f");
  return has;
}
#endif

/// out[i] = running + in[0] + ... + in[i - 1].
template <class T>
void scan_from(const T* in, T* out, std::size_t count, T running) {
#if defined(__x86_64__)
  // Sums of float depend on their order.
  if constexpr (std::is_same_v<T, std::uint32_t>) {
    if (has_wide_registers()) return scan_in_registers<Words>(in, out, count, running);
  } else if constexpr (std::is_same_v<T, std::uint64_t>) {
    if (has_wide_registers()) return scan_in_registers<LongWords>(in, out, count, running);
  }
#endif
  scan_in_groups(in, out, count, running);
}

}  // namespace breakeven::exclusive_scan

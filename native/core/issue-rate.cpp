#include "issue-rate.h"

#include <omp.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include <algorithm>
#include <cstdint>

#include "clock.h"

namespace breakeven {
namespace {

constexpr int chain_steps = 2000;
constexpr int wide_steps = 4000;

/*
 * The statements `asm` keep the compiler from computing the loops in advance, and from using
 * vectors.
 */

double time_chain() {
  std::uint64_t x = 1;
  const std::int64_t start = now_ns();
  for (int i = 0; i < chain_steps; ++i) {
    x = x * 6364136223846793005U + 1442695040888963407U;
    asm volatile("" : "+r"(x));
  }
  return ns_since(start);
}

double time_wide() {
  std::uint64_t a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8;
  const std::int64_t start = now_ns();
  for (int i = 0; i < wide_steps; ++i) {
    a = a * 3 + 1;
    b = b * 5 + 1;
    c = c * 7 + 1;
    d = d * 9 + 1;
    e ^= e << 1;
    f ^= f >> 1;
    g += g >> 2;
    h += h << 3;
    asm volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g), "+r"(h));
  }
  return ns_since(start);
}

/// The shorter of two chains: a single one may have been interrupted, which would make the ratio
/// small.
double ratio_of_this_thread() {
  const double chain = std::min(time_chain(), time_chain());
  return time_wide() / chain;
}

}  // namespace

bool cores_can_be_watched() {
#if defined(__x86_64__)
  constexpr unsigned hypervisor_bit = 1U << 31;
  constexpr unsigned hybrid_bit = 1U << 15;
  unsigned a = 0, b = 0, c = 0, d = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || (c & hypervisor_bit) == 0) return false;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & hybrid_bit) == 0;
#else
  return false;
#endif
}

double issue_ratio(int threads) {
  if (threads <= 1) return ratio_of_this_thread();
  double ratio = 0;
#pragma omp parallel num_threads(threads) reduction(max : ratio)
  {
    // Starts all tests together: threads of one core that wake one after the other would not
    // compete.
#pragma omp barrier
    ratio = ratio_of_this_thread();
  }
  return ratio;
}

}  // namespace breakeven

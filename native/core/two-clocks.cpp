#include "two-clocks.h"

#include <sys/syscall.h>

#include <ctime>
#include <limits>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace breakeven {
namespace {

constexpr double allowed_ratio = 0.02;
/// Below it the rate of the counter is not known well.
constexpr double min_window_ns = 2e6;

constexpr int readings = 20;
/// More than two readings of clocks are apart.
constexpr double suspended_ns = 1e6;

/// A system's clock by a call of the kernel, without a function in between; 0 elsewhere.
double system_ns([[maybe_unused]] clockid_t clock = CLOCK_MONOTONIC) {
  timespec t{};
#if defined(__x86_64__)
  long result = SYS_clock_gettime;
  asm volatile("syscall"
               : "+a"(result)
               : "D"(static_cast<long>(clock)), "S"(&t)
               : "rcx", "r11", "memory");
  if (result != 0) return 0;
#endif
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/// Whether the counter has one rate, whatever the clock of the core.
bool has_counter() {
#if defined(__x86_64__)
  static const bool invariant = [] {
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) != 0 && (d >> 8 & 1) != 0;
  }();
  return invariant;
#else
  return false;
#endif
}

}  // namespace

std::uint64_t clock_ticks() {
#if defined(__x86_64__)
  return has_counter() ? __rdtsc() : 0;
#else
  return 0;
#endif
}

TwoClocks::TwoClocks() : start_(read()), start_boot_ns_(system_ns(CLOCK_BOOTTIME)) {}

/// The thread may be interrupted between the readings: the closest of several.
TwoClocks::Instant TwoClocks::read() {
  Instant closest;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (int i = 0; i < readings; ++i) {
    const std::uint64_t before = clock_ticks();
    const double ns = system_ns();
    const std::uint64_t apart = clock_ticks() - before;
    if (apart >= least) continue;
    least = apart;
    closest = {.ns = ns, .ticks = before + apart / 2};
  }
  return closest;
}

void TwoClocks::see(double ns, std::uint64_t within, std::uint64_t around) {
  sum_ns_ += ns;
  sum_within_ += within;
  sum_around_ += around;
}

bool TwoClocks::agree() const {
  const Instant end = read();
  const double window_ns = end.ns - start_.ns;
  if (!has_counter() || window_ns < min_window_ns) return true;
  // While the machine sleeps, the counter goes on or begins again.
  if (system_ns(CLOCK_BOOTTIME) - start_boot_ns_ > window_ns + suspended_ns) return true;
  const double rate = static_cast<double>(end.ticks - start_.ticks) / window_ns;
  const double least = static_cast<double>(sum_within_) / rate;
  const double most = static_cast<double>(sum_around_) / rate;
  return sum_ns_ >= (1 - allowed_ratio) * least && sum_ns_ <= (1 + allowed_ratio) * most;
}

}  // namespace breakeven

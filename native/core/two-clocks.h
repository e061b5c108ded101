#pragma once

#include <cstdint>

namespace breakeven {

/// The processor's own counter at a constant rate, which no library stands before; 0 without one.
std::uint64_t clock_ticks();

/// Compares the clock of the samples with the processor's counter: code in this process can replace
/// the functions that read the clock, and not this counter.
class TwoClocks {
 public:
  TwoClocks();

  /// One timed interval, by the counter within both readings of the clock and around them: the
  /// thread may be interrupted between two readings.
  void see(double ns, std::uint64_t within, std::uint64_t around);
  /// Whether the intervals lasted as long by either, by the rate of the counter since construction,
  /// which the system's own clock tells.
  bool agree() const;

 private:
  /// Both clocks at one time.
  struct Instant {
    double ns = 0;
    std::uint64_t ticks = 0;
  };
  static Instant read();

  Instant start_;
  double start_boot_ns_;
  double sum_ns_ = 0;
  std::uint64_t sum_within_ = 0;
  std::uint64_t sum_around_ = 0;
};

}  // namespace breakeven

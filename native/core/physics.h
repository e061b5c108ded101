#pragma once

#include <string>

#include "variant.h"

namespace breakeven {

/// What no machine of the kind at hand does more of, from its units and clocks alone, without a
/// measurement. 0: not known, and then nothing is said.
struct Limits {
  /// Through the ports of the cores or multiprocessors that worked.
  double bytes_per_s = 0;
  /// Between the device and its memory: of all bytes but those that its caches may hold.
  double memory_bytes_per_s = 0;
  double cached_bytes = 0;
  double flops_per_s = 0;
  double other_operations_per_s = 0;
  /// Of one kernel, whatever it does.
  double launch_ns = 0;
};

/// Of so many cores of this processor, for floating-point numbers of so many bytes. Nothing is
/// known of processors other than those of Intel and AMD.
Limits limits_of_cores(double cores, double bytes_of_number);

/// Why an execution cannot take so short a time, in one sentence: it is below half of what its
/// declared work takes at these limits; empty where it can.
std::string faster_than_possible(const Cost& work, const Limits& limits, double ns);

}  // namespace breakeven

#pragma once

namespace breakeven {

/// Of several executions of which each takes less time than this, one runs undisturbed.
inline constexpr double undisturbed_ns = 0.2e6;
/// Part of additional time that is processor time where a program works, even on a busy machine.
inline constexpr double worked_share = 0.25;

/// Whether an execution that took `ns` worked in the time that it took in addition to another one,
/// `more_ns` on the clock and `more_cpu_ns` of processors. On a busy machine it may have waited for
/// a processor, or its threads for one that had none. Where processor time is not known it worked.
inline bool is_work(double ns, double more_ns, double more_cpu_ns) {
  return ns < undisturbed_ns || !(more_cpu_ns <= worked_share * more_ns);
}

}  // namespace breakeven

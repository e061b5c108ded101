#pragma once

#include <sched.h>

#include <cfenv>
#include <csignal>
#include <string>
#include <vector>

#include "data.h"

namespace breakeven {

/// What code of a variant can leave changed for the cases that follow it: signal handlers and the
/// signals that are blocked, timers, the CPUs of this thread, how it rounds, and whether arrays can
/// be written.
class ProcessState {
 public:
  /// Before a case.
  ProcessState();
  /// After it: puts everything back. Names what was not as it was: "a handler of signal 14"; empty
  /// where nothing was changed.
  std::vector<std::string> restore(Data& input) const;

 private:
  std::vector<struct sigaction> handlers_;
  sigset_t blocked_{};
  cpu_set_t cpus_{};
  std::fenv_t arithmetic_{};
  int rounding_ = 0;
};

}  // namespace breakeven

#pragma once

#include <sys/types.h>

#include <set>

namespace breakeven {

/// Finds processes that a case has started and left behind.
class ProcessesLeft {
 public:
  /// Before the case.
  ProcessesLeft();
  /// After it: ends those that came meanwhile and gives their number.
  int end();

 private:
  std::set<pid_t> before_;
};

}  // namespace breakeven

#pragma once

#include <sys/types.h>

#include <set>

namespace breakeven {

/// A process of the harness itself, which runs labs: no case has left it.
void outlive_cases(pid_t pid);

/// The parent of a process; 0 where there is none, or it is not seen.
pid_t parent_of(pid_t pid);

/// Finds processes that a case has started and left behind, and what these have left.
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

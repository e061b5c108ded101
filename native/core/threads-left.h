#pragma once

namespace breakeven {

/// Waits until no other thread of the process works, for 20 ms at the most: what such a thread has
/// been given, it then has done with the values that are there now.
void await_other_threads();

/// Finds runs that leave threads behind: work that goes on when the time was taken. Threads that a
/// runtime keeps are there before a run as well, once it has run.
class ThreadsLeft {
 public:
  /// Before a run.
  void begin();
  /// After it. Throws std::runtime_error when several runs in a row ended with more threads than
  /// they began with, because a thread of another kind may appear next to one of them.
  void end();

 private:
  int before_ = 0;
  int runs_ = 0;
};

}  // namespace breakeven

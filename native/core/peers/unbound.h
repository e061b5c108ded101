#pragma once

#include <sched.h>

#include "../machine.h"

namespace breakeven {

/// While it exists, its thread may run on every core. Threads that a library starts meanwhile
/// inherit this. OpenMP binds the thread of its regions to one core.
class Unbound {
 public:
  Unbound() {
    sched_getaffinity(0, sizeof before_, &before_);
    use_all_cpus();
  }
  Unbound(const Unbound&) = delete;
  Unbound& operator=(const Unbound&) = delete;
  ~Unbound() { sched_setaffinity(0, sizeof before_, &before_); }

 private:
  cpu_set_t before_{};
};

}  // namespace breakeven

#pragma once

#include <sched.h>

#include "../machine.h"

namespace breakeven {

/// While it is there, its thread may run on every core, and so may the threads of a library that it
/// starts, which take this over. OpenMP binds the thread of its regions to one core.
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

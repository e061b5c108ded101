#pragma once

#include <cstddef>

namespace breakeven {

/// CPUs that a quota allows, as the application found it (BREAKEVEN_CPUS); INT_MAX without one.
int allowed_cpus();

/// Memory left in the control groups around this process, whose folders the application found
/// (BREAKEVEN_MEMORY_GROUPS, one a line); SIZE_MAX where none has a limit. Without the application
/// the root of the unified hierarchy is looked at.
std::size_t group_left_bytes();

}  // namespace breakeven

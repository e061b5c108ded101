#pragma once

#include <memory>

#include "inputs.h"
#include "result.h"

namespace breakeven {

/// Writes input and expected answer to a memory that is empty, and unmaps it. Throws
/// std::runtime_error where it is not the memory that is meant or there is no room.
void write_shared(const MemoryName& name, const Prepared& prepared);

/// The expected answer as it lies in the memory, which this process can only read, and an input of
/// its own with that contents: placed by `threads` threads, or by whichever are free where it is 0.
/// Throws std::runtime_error where it is not the memory of this input.
std::shared_ptr<Prepared> read_shared(const MemoryName& name, const Workload& workload,
                                      const std::string& key, int threads);

}  // namespace breakeven

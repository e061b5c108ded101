#pragma once

namespace breakeven {

/// Large arrays that are made while it lives are the harness's, such as answers that runs are
/// compared with. Memory of those that are gone serves the next ones of a case: taking pages from
/// the system costs more than comparing them.
class HarnessMemory {
 public:
  HarnessMemory();
  HarnessMemory(const HarnessMemory&) = delete;
  HarnessMemory& operator=(const HarnessMemory&) = delete;
  ~HarnessMemory();
};

}  // namespace breakeven

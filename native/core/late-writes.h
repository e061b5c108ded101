#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "data.h"

namespace breakeven {

/// Finds answers that are still being written when their run or kernel phase is over: it keeps some
/// elements of the output as they are then, spread over each array, and compares them later.
class LateWrites {
 public:
  /// Right after it. The last elements come first: what a run leaves to another thread is more
  /// often the end of an array.
  void keep(Data& output);
  /// Names a kept element that has changed since: "values[17]"; empty when there is none.
  std::string changed(Data& output) const;

 private:
  std::vector<std::byte> kept_;
};

}  // namespace breakeven

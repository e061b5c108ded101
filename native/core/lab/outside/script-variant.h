#pragma once

#include <string>
#include <utility>
#include <vector>

#include "../../variant.h"

namespace breakeven {

/// Code of the product in a language that an interpreter runs in a process of its own.
struct Script {
  std::string text;
  /// The arrays of the input and the output that its function gets, in this order: the name, and
  /// the type of the elements (int32, int64, float32 or float64).
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string function;
};

/// Complete the description of a variant. It is unavailable where there is no interpreter.
///
/// A file of a workload that adds one: `BREAKEVEN_VARIANT(python_script({...}, {...}));`
Variant node_script(Variant described, const Script& script);
/// Arrays are lists: NumPy is not needed.
Variant python_script(Variant described, const Script& script);

}  // namespace breakeven

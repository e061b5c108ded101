#pragma once

#include <map>
#include <string>
#include <variant>

#include "values.h"
#include "workload.h"

namespace breakeven {

/// The expected answer of an input, for code outside this library that verifies its own.
struct ExpectedAnswer {
  std::string sha256;
  std::map<std::string, std::variant<double, std::string>> attributes;
  /// The given values with defaults for what was missing.
  Values values;
};

/// Makes the input and its reference, or takes them from those that are held. `values`: of the
/// workload's own axes. Throws BadInput, NotFound and Cancelled.
ExpectedAnswer expected_answer(const std::string& workload, const Values& values);

/// The input that these values and, unless `path` is empty, this file make, drawn. Throws BadInput.
Sketch sketch_input(const std::string& workload, const Values& values, const std::string& path);

}  // namespace breakeven

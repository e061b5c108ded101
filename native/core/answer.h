#pragma once

#include <map>
#include <string>
#include <variant>

#include "values.h"

namespace breakeven {

/// The expected answer of an input, for code outside this library that verifies its own.
struct ExpectedAnswer {
  std::string sha256;
  std::map<std::string, std::variant<double, std::string>> facts;
  /// The given values with defaults for what was missing.
  Values values;
};

/// Makes the input and its reference, or takes them from those that are held. `values`: of the
/// workload's own axes. Throws BadInput, NotFound and Cancelled.
ExpectedAnswer expected_answer(const std::string& workload, const Values& values);

}  // namespace breakeven

#pragma once

#include <cstddef>
#include <vector>

#include "case.h"
#include "result.h"

namespace breakeven {

/// One case run without being timed.
struct OnceResult {
  CaseResult result{};
  /// The output's little-endian bytes in the workload's element type; empty unless wanted, and
  /// where the case was not `ok` or the answer was wrong.
  std::vector<std::byte> output{};
};

/// Runs a case four times on the calling thread and verifies each: whole, then again, over a
/// poisoned output, so that neither a first launch nor what one run leaves behind can hide an
/// error; then twice on values not seen before, which an answer of an earlier run does not fit. A
/// wrong answer makes the case `failed`; the output of the first run is still given. Throws as
/// run_case does.
OnceResult run_once(const CaseRequest& request, bool want_output, const EventSink& emit);

}  // namespace breakeven

#pragma once

#include "inputs.h"
#include "result.h"

namespace breakeven {

/// Records the SHA-256 of the input's bytes, in their order, with the case: the same values in
/// another order are another input. Nothing where the axes alone describe the problem. Computed
/// once for each input.
void identify_input(const Workload& workload, Prepared& prepared, CaseResult& result);

}  // namespace breakeven

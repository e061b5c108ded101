#pragma once

#include "../workload.h"
#include "description.h"
#include "lab-data.h"

namespace breakeven::lab {

/// Compares every `out` array, element by element.
Check compare(const CheckDescription& rule, const LabData& expected, const LabData& actual);

}  // namespace breakeven::lab

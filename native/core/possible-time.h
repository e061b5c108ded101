#pragma once

#include "measure.h"

namespace breakeven {

/// Whether this machine can do the declared work in the median time of the kernel: a case of which
/// it cannot has failed. The declared work of a lab is its own: a time that breaks it need not be
/// wrong, and gets a warning.
bool has_possible_time(const Bench& bench, CaseResult& result);

}  // namespace breakeven

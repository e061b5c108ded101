#pragma once

#include "case.h"
#include "result.h"

namespace breakeven {

/// Runs a case for a profiler: two whole runs that load all code, then exactly one execution, which
/// the sampler of a device marks as the NVTX range `execution` of the domain `breakeven`. Each
/// answer is verified, a wrong one makes the case `failed`. Nothing is timed. Throws as run_case
/// does.
CaseResult profile_case(const CaseRequest& request, const EventSink& emit);

}  // namespace breakeven

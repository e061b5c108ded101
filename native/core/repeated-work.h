#pragma once

#include <functional>
#include <string>

#include "sampling.h"
#include "verification.h"

namespace breakeven {

/// Compares executions over an output that holds their answer with executions over random bits, on
/// another form of the input where it has one, in turns and otherwise in the same way. Says in one
/// sentence that a program leaves out work that was done before; empty where it does not. Of short
/// executions also those of a batch are compared with one that stands alone.
/// `typical_ns`: of an execution.
std::string left_out_work(Sampling& sampling, Verification& verification, double typical_ns);

/// What runs do around their kernel phases: one sentence where they work there for longer than is
/// allowed; empty where they do not. `copy`: of what a restore phase has to put back; null where it
/// cannot be compared.
std::string work_outside_kernel(Sampling& sampling, double typical_ns,
                                const std::function<void()>& copy);

/// Compares executions on an input whose values are all new with the same once more: labels the
/// case where the latter are much faster, since then they remember what they computed.
void report_remembered_work(Sampling& sampling, Verification& verification, Data& input,
                            double typical_ns, int threads, CaseResult& result);

}  // namespace breakeven

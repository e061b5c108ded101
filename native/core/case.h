#pragma once

#include <functional>
#include <map>
#include <string>

#include "registry.h"
#include "result.h"

namespace breakeven {

struct Bench;

/// Why a variant cannot be used on this machine at all, in one sentence; empty when it can.
std::string unavailable_reason(const Variant& variant);

/// Throws NotFound for unknown ids; everything else that is wrong with the values is the estimate's
/// reason.
Estimate estimate_case(const std::string& workload, const std::string& variant,
                       const Values& values);

/// Reads and checks the file whole. `values`: axes of the workload that say how
/// it is to be read (a layout, an element type); defaults stand for the others. Returns the values
/// that the file decides. Throws BadInput or NotFound.
Values inspect_input(const std::string& workload, const std::string& path, const Values& values);

/// Makes the input and the expected answer of a case and writes them to its memory, once for all
/// cases of that input. Returns the seconds by phase. Throws NotFound where the memory cannot be
/// opened, as run_case otherwise.
std::map<std::string, double> share_input(const CaseRequest& request, const EventSink& emit);

/// Runs one case on the calling thread. Throws BadInput, NotFound and Cancelled; everything else
/// becomes an outcome.
CaseResult run_case(const CaseRequest& request, const EventSink& emit);

/// Work on a case whose input is ready and whose device is selected.
using CaseWork = std::function<void(Bench& bench, CaseResult& result)>;

/// As run_case, with other work than measuring.
CaseResult run_with(const CaseRequest& request, const EventSink& emit, const CaseWork& work);

}  // namespace breakeven

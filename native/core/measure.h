#pragma once

#include "gpu.h"
#include "inputs.h"
#include "result.h"
#include "sampler.h"
#include "workload.h"

namespace breakeven {

/// What the sampling of one case works on.
struct Bench {
  const Workload& workload;
  const Variant& variant;
  const Values& values;
  const DeviceLimits& device;
  const CaseRequest& request;
  Prepared& prepared;
  Sampler& sampler;
  const EventSink& emit;
  /// First run of the variant in this process: its first launch is the cold start.
  bool first_in_process = false;
};

/// An output whose pages are placed by the threads of the case, where that is on the CPU.
std::unique_ptr<Data> make_placed_output(const Bench& bench);

/// Records hash and attributes of the answer in `output`.
Answer record_answer(Bench& bench, const Data& output, CaseResult& result);

/// Verifies, warms up, samples every timing scope and verifies again; fills in all of `result` but
/// its outcome where the variant is sound. What a variant throws passes through.
void measure(Bench& bench, CaseResult& result);

}  // namespace breakeven

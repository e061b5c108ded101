#include "profile.h"

#include <memory>

#include "cancel.h"
#include "measure.h"
#include "verification.h"

namespace breakeven {
namespace {

constexpr int loading_runs = 2;

void profile(Bench& bench, CaseResult& result) {
  bench.emit({"verify", "kernel", {}});
  const std::unique_ptr<Data> output = make_placed_output(bench);
  const Case c{*bench.prepared.input, *output, bench.values, bench.device};
  Verification verification(bench, *output, result);
  std::unique_ptr<Execution> execution;
  const auto whole = [&] {
    execution.reset();
    execution = bench.variant.make(c);
    bench.sampler.take(*execution, SampleKind::whole);
  };
  const auto profiled = [&] { result.attributes = bench.sampler.profile(*execution); };
  for (int run = 0; run < loading_runs; ++run) {
    if (!verification.run(whole, "before the profiled execution")) return;
    check_cancelled();
  }
  if (!verification.run(profiled, "in the profiled execution")) return;
  if (!verification.kept("in all runs")) return;
  result.cost = bench.variant.cost(*bench.prepared.input, bench.values);
}

}  // namespace

CaseResult profile_case(const CaseRequest& request, const EventSink& emit) {
  return run_with(request, emit, profile);
}

}  // namespace breakeven

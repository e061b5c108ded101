#include "once.h"

#include <memory>
#include <string>
#include <utility>

#include "cancel.h"
#include "measure.h"
#include "verification.h"

namespace breakeven {
namespace {

/// Of a lab on a device, whose sampler watches what is written outside the stream of the case.
constexpr int further_runs = 2;

void check_runs(Bench& bench, CaseResult& result, std::vector<std::byte>* bytes) {
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
  const auto again = [&] { bench.sampler.take(*execution, SampleKind::again); };
  const auto fed = [&] {
    bench.sampler.take(*execution, SampleKind::feed);
    again();
  };
  bool passed = verification.run(whole, "in the first run");
  bench.sampler.after_first_run();
  check_cancelled();
  const Answer answer = record_answer(bench, *output, result);
  if (bytes != nullptr) bytes->assign(answer.bytes.begin(), answer.bytes.end());
  passed = passed && verification.run(again, "in the second run");
  if (bench.variant.device != Device::cpu && !bench.workload.info().contract.empty()) {
    for (int run = 0; passed && run < further_runs; ++run) {
      passed = verification.run(again, "in a further run");
    }
    const std::string untimed = passed ? bench.sampler.untimed_work(*execution, 0) : std::string();
    if (!untimed.empty()) {
      result.outcome = Outcome::failed;
      result.reason = "work that is not timed: " + untimed;
      return;
    }
  }
  check_cancelled();
  passed = passed && verification.run_unseen(fed, "on values not seen before", 0);
  check_cancelled();
  passed = passed && verification.run_unseen(whole, "in a new run on values not seen before", 1);
  check_cancelled();
  if (passed && verification.watches_kernel()) {
    passed = verification.run_changed(again, "on values that come with the kernel phase", 2);
  }
  if (passed) static_cast<void>(verification.kept("in all runs"));
}

}  // namespace

OnceResult run_once(const CaseRequest& request, bool want_output, const EventSink& emit) {
  OnceResult once;
  once.result = run_with(request, emit, [&](Bench& bench, CaseResult& result) {
    check_runs(bench, result, want_output ? &once.output : nullptr);
  });
  return once;
}

}  // namespace breakeven

#include "once.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "cancel.h"
#include "measure.h"
#include "sha256.h"

namespace breakeven {
namespace {

bool verify(Bench& bench, const Data& output, const char* when, CaseResult& result) {
  Check check = bench.workload.check(*bench.prepared.input, *bench.prepared.expected, output,
                                     bench.variant.exact);
  const bool passed = check.passed;
  if (!passed) {
    result.outcome = Outcome::failed;
    result.reason = std::string("wrong answer ") + when + ": " + check.message;
  }
  if (!passed || !result.verification || check.max_error >= result.verification->max_error) {
    result.verification = std::move(check);
  }
  return passed;
}

void identify(Bench& bench, const Data& output, CaseResult& result, std::vector<std::byte>* bytes) {
  hash_expected(bench.workload, bench.prepared);
  const Answer expected = bench.workload.answer(*bench.prepared.input, *bench.prepared.expected);
  const Answer actual = bench.workload.answer(*bench.prepared.input, output);
  const bool equal = std::equal(expected.bytes.begin(), expected.bytes.end(), actual.bytes.begin(),
                                actual.bytes.end());
  result.answer_sha256 = equal ? bench.prepared.sha256 : sha256_hex(actual.bytes);
  result.answer_facts = actual.facts;
  if (bytes != nullptr) bytes->assign(actual.bytes.begin(), actual.bytes.end());
}

void check_twice(Bench& bench, CaseResult& result, std::vector<std::byte>* bytes) {
  bench.emit({"verify", "kernel", {}});
  const Data& input = *bench.prepared.input;
  const std::unique_ptr<Data> output = bench.workload.make_output(input);
  const Case c{input, *output, bench.values, bench.device};
  bench.workload.poison(*output);
  const std::unique_ptr<Execution> execution = bench.variant.make(c);
  bench.sampler.take(*execution, SampleKind::whole);
  check_cancelled();
  const bool passed = verify(bench, *output, "in the first run", result);
  identify(bench, *output, result, bytes);
  if (!passed) return;
  bench.workload.poison(*output);
  bench.sampler.take(*execution, SampleKind::again);
  check_cancelled();
  verify(bench, *output, "in the second run", result);
}

}  // namespace

OnceResult run_once(const CaseRequest& request, bool want_output, const EventSink& emit) {
  OnceResult once;
  once.result = run_with(request, emit, [&](Bench& bench, CaseResult& result) {
    check_twice(bench, result, want_output ? &once.output : nullptr);
  });
  return once;
}

}  // namespace breakeven

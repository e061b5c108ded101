// Where verification plants values, and what random bits over an output cost the samples, as
// functions of JavaScript.

#include <memory>
#include <vector>

#include "../../native/core/case.h"
#include "../../native/core/measure.h"
#include "../../native/core/median.h"
#include "../../native/core/pattern.h"
#include "../../native/core/planting.h"
#include "part.h"

namespace breakeven {
namespace {

std::vector<std::size_t> positions(std::size_t count, std::size_t max_count, std::uint64_t seed,
                                   std::optional<int> threads) {
  const auto chosen = planting_positions(count, max_count, seed, threads.value_or(0));
  return {chosen.begin(), chosen.end()};
}

/// The median time of samples after random bits were written over the output, as in a run, over
/// that of others, in turns. `given_runs`: that are no samples follow the bits, where a run has
/// one.
double overwritten(const std::string& workload, const std::string& variant, const Values& values,
                   int samples, int batch, std::optional<int> given_runs) {
  const int runs = given_runs.value_or(1);
  std::vector<double> with;
  std::vector<double> without;
  const auto work = [&](Bench& bench, CaseResult&) {
    const std::unique_ptr<Data> output = make_placed_output(bench);
    const auto execution =
        bench.variant.make({*bench.prepared.input, *output, bench.values, bench.device});
    Pattern pattern(*output, nullptr, threads_of(bench.values));
    const auto take = [&] {
      return bench.sampler.take(*execution, SampleKind::kernel, batch)[Scope::kernel];
    };
    const auto take_one = [&] { bench.sampler.take(*execution, SampleKind::kernel, 1); };
    for (int i = 0; i < samples / 4; ++i) take();
    for (int i = 0; i < samples; ++i) {
      for (const bool written : {i % 2 == 0, i % 2 != 0}) {
        if (written) pattern.write();
        for (int run = 0; run < runs && written && pattern.moves_lines(); ++run) take_one();
        (written ? with : without).push_back(take());
      }
    }
  };
  CaseRequest request{.workload = workload, .variant = variant};
  request.values = values;
  const CaseResult result = run_with(request, [](Event&&) {}, work);
  if (with.empty()) throw std::runtime_error(result.reason);
  return median_of(with) / median_of(without);
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}
      .add("positions", positions)
      .add("position", planting_position)
      .add("overwritten", overwritten);
  return exports;
}

NODE_API_MODULE(breakeven_planting, init)

}  // namespace
}  // namespace breakeven

// The stopping criteria as functions of JavaScript, so that tests can give them samples.

#include <string>
#include <vector>

#include "../../native/core/median-interval.h"
#include "../../native/core/stopping-criterion.h"
#include "part.h"

namespace breakeven {

static void describe(js::Reader& field, SamplingContext& context) {
  field("headline", context.headline, "brief", context.brief);
  field("resolutionNs", context.resolution_ns, "batch", context.batch);
  field("processSd", context.process_sd);
}

static void describe(js::Writer& field, const MedianRanks& ranks) {
  field("lower", ranks.lower, "upper", ranks.upper);
}

namespace {

struct Met {
  std::size_t after;
  std::string reason;
  double target;
  bool is_spent;
};
void describe(js::Writer& field, const Met& met) {
  field("after", met.after, "reason", met.reason, "target", met.target, "isSpent", met.is_spent);
}

/// When the criterion is met; nothing where it is not met by any of the samples.
std::optional<Met> stop_after(const std::string& id, const Values& parameters,
                              const SamplingContext& context, Napi::Float64Array all) {
  Policy policy;
  policy.criterion = id;
  policy.parameters = parameters;
  const auto criterion = make_stopping_criterion(policy, context);
  std::vector<double> times;
  for (std::size_t i = 0; i < all.ElementLength(); ++i) {
    times.push_back(all[i]);
    const char* reason = criterion->after(times);
    if (reason == nullptr) continue;
    return Met{times.size(), reason, static_cast<double>(criterion->target()),
               criterion->is_spent()};
  }
  return std::nullopt;
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("stopAfter", stop_after).add("medianRanks", median_ranks);
  return exports;
}

NODE_API_MODULE(breakeven_stopping, init)

}  // namespace
}  // namespace breakeven

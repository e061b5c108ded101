// The stopping criteria as functions of JavaScript, so that tests can give them samples.

#include <napi.h>

#include <string>
#include <vector>

#include "../../native/core/errors.h"
#include "../../native/core/median-interval.h"
#include "../../native/core/stopping-criterion.h"

namespace breakeven {
namespace {

Values values_of(const Napi::Object& object) {
  Values values;
  const Napi::Array names = object.GetPropertyNames();
  for (std::uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).ToString().Utf8Value();
    const Napi::Value item = object.Get(name);
    if (item.IsNumber()) {
      values.set(name, item.As<Napi::Number>().DoubleValue());
    } else {
      values.set(name, item.ToString().Utf8Value());
    }
  }
  return values;
}

/// `stopAfter(id, parameters, {headline, brief, resolutionNs, batch, processSd}, timesNs)`:
/// `{after, reason, target, isSpent}` when the criterion is met, null where it is not met by any of
/// the samples.
Napi::Value stop_after(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  try {
    Policy policy;
    policy.criterion = info[0].ToString().Utf8Value();
    policy.parameters = values_of(info[1].As<Napi::Object>());
    const auto given = info[2].As<Napi::Object>();
    const auto criterion = make_stopping_criterion(
        policy, {.headline = given.Get("headline").ToBoolean(),
                 .brief = given.Get("brief").ToBoolean(),
                 .resolution_ns = given.Get("resolutionNs").ToNumber().DoubleValue(),
                 .batch = given.Get("batch").ToNumber().Int32Value(),
                 .process_sd = given.Get("processSd").ToNumber().DoubleValue()});
    const auto all = info[3].As<Napi::Float64Array>();
    std::vector<double> times;
    for (std::size_t i = 0; i < all.ElementLength(); ++i) {
      times.push_back(all[i]);
      const char* reason = criterion->after(times);
      if (reason == nullptr) continue;
      Napi::Object found = Napi::Object::New(env);
      found.Set("after", static_cast<double>(times.size()));
      found.Set("reason", reason);
      found.Set("target", static_cast<double>(criterion->target()));
      found.Set("isSpent", criterion->is_spent());
      return found;
    }
    return env.Null();
  } catch (const BadInput& error) {
    throw Napi::Error::New(env, error.what());
  }
}

/// `medianRanks(n, level)`: `{lower, upper}` or null.
Napi::Value median_ranks_of(const Napi::CallbackInfo& info) {
  const auto n = static_cast<std::size_t>(info[0].ToNumber().Int64Value());
  const auto ranks = median_ranks(n, info[1].ToNumber().DoubleValue());
  if (!ranks) return info.Env().Null();
  Napi::Object found = Napi::Object::New(info.Env());
  found.Set("lower", static_cast<double>(ranks->lower));
  found.Set("upper", static_cast<double>(ranks->upper));
  return found;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("stopAfter", Napi::Function::New(env, stop_after));
  exports.Set("medianRanks", Napi::Function::New(env, median_ranks_of));
  return exports;
}

NODE_API_MODULE(breakeven_stopping, init)

}  // namespace
}  // namespace breakeven

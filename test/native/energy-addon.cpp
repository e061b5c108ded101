// The energy of one execution as a function of JavaScript, with a counter and a clock of the test.

#include <napi.h>

#include "../../native/core/energy.h"

namespace breakeven {
namespace {

/// `measureEnergy({joules, nowNs, advance})`: `{joules, low, high, executions}`, or null.
Napi::Value measure(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto given = info[0].As<Napi::Object>();
  const auto ask = [&](const char* name) {
    return given.Get(name).As<Napi::Function>().Call(given, {});
  };
  const auto found = measure_energy({
      .joules = [&]() -> std::optional<double> {
        const Napi::Value value = ask("joules");
        if (!value.IsNumber()) return std::nullopt;
        return value.As<Napi::Number>().DoubleValue();
      },
      .now_ns = [&] { return ask("nowNs").ToNumber().Int64Value(); },
      .advance = [&] { return ask("advance").ToNumber().Int32Value(); },
      .limit_ns =
          given.Get("limitNs").IsNumber() ? given.Get("limitNs").ToNumber().DoubleValue() : 2e9,
  });
  if (!found) return env.Null();
  Napi::Object object = Napi::Object::New(env);
  object.Set("joules", found->joules);
  object.Set("low", found->low);
  object.Set("high", found->high);
  object.Set("executions", found->executions);
  return object;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("measureEnergy", Napi::Function::New(env, measure));
  return exports;
}

NODE_API_MODULE(breakeven_energy, init)

}  // namespace
}  // namespace breakeven

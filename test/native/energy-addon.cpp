// The energy of one execution as a function of JavaScript, with a counter and a clock of the test.

#include <napi.h>

#include "../../native/core/energy.h"

namespace breakeven {
namespace {

/// `measureEnergy({joules, nowNs, advance, rest?, powercap?})`: what each device used, `powercap`
/// being a folder of RAPL zones beside the counter.
Napi::Value measure(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const auto given = info[0].As<Napi::Object>();
  const auto ask = [&](const char* name) {
    return given.Get(name).As<Napi::Function>().Call(given, {});
  };
  EnergyMeter meter{
      .counters = {{"gpu",
                    [&]() -> std::optional<double> {
                      const Napi::Value value = ask("joules");
                      if (!value.IsNumber()) return std::nullopt;
                      return value.As<Napi::Number>().DoubleValue();
                    }}},
      .now_ns = [&] { return ask("nowNs").ToNumber().Int64Value(); },
      .begin{},
      .advance = [&] { return ask("advance").ToNumber().Int32Value(); },
      .limit_ns =
          given.Get("limitNs").IsNumber() ? given.Get("limitNs").ToNumber().DoubleValue() : 2e9,
  };
  if (given.Has("rest")) meter.rest = [&] { ask("rest"); };
  if (given.Get("powercap").IsString()) {
    for (EnergyCounter& counter : host_energy(given.Get("powercap").ToString())) {
      meter.counters.push_back(std::move(counter));
    }
  }
  const auto found = measure_energy(meter);
  Napi::Array all = Napi::Array::New(env);
  for (const Energy& energy : found) {
    Napi::Object object = Napi::Object::New(env);
    object.Set("device", energy.device);
    object.Set("joules", energy.joules);
    object.Set("low", energy.low);
    object.Set("high", energy.high);
    object.Set("executions", energy.executions);
    if (energy.idle_w) object.Set("idleW", *energy.idle_w);
    all.Set(all.Length(), object);
  }
  return all;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("measureEnergy", Napi::Function::New(env, measure));
  return exports;
}

NODE_API_MODULE(breakeven_energy, init)

}  // namespace
}  // namespace breakeven

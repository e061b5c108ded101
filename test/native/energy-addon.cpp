// The energy of one execution as a function of JavaScript, with a counter and a clock of the test.

#include <linux/perf_event.h>
#include <napi.h>
#include <sys/mman.h>

#include <thread>

#include "../../native/core/energy.h"
#include "../../native/core/perf-counters.h"

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

/// `countSoftware(bytes)`: page faults and task clock of writing to so much new memory.
Napi::Value count_software(const Napi::CallbackInfo& info) {
  PerfCounters counters({{"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
                         {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK}});
  const auto bytes = static_cast<std::size_t>(info[0].As<Napi::Number>().Int64Value());
  counters.start();
  std::thread([bytes] {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, bytes, MADV_NOHUGEPAGE);
    for (std::size_t at = 0; at < bytes; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
    munmap(memory, bytes);
  }).join();
  counters.stop();
  Napi::Object object = Napi::Object::New(info.Env());
  for (const auto& [name, value] : counters.counts()) {
    if (const auto* number = std::get_if<double>(&value)) object.Set(name, *number);
    if (const auto* text = std::get_if<std::string>(&value)) object.Set(name, *text);
  }
  return object;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("measureEnergy", Napi::Function::New(env, measure));
  exports.Set("countSoftware", Napi::Function::New(env, count_software));
  return exports;
}

NODE_API_MODULE(breakeven_energy, init)

}  // namespace
}  // namespace breakeven

// The energy of one execution as a function of JavaScript, with a counter and a clock of the test.

#include <linux/perf_event.h>
#include <sys/mman.h>

#include <thread>

#include "../../native/core/energy.h"
#include "../../native/core/perf-counters.h"
#include "part.h"

namespace breakeven {

static void describe(js::Writer& field, const Energy& energy) {
  field("device", energy.device, "joules", energy.joules, "low", energy.low, "high", energy.high);
  field("executions", energy.executions);
  field.maybe("idleW", energy.idle_w);
}

namespace {

/// `measureEnergy({joules, nowNs, advance, rest?, powercap?})`: what each device used, `powercap`
/// being a folder of RAPL zones beside the counter.
std::vector<Energy> measure(Napi::Object given) {
  const auto ask = [&](const char* name) {
    return given.Get(name).As<Napi::Function>().Call(given, {});
  };
  EnergyMeter meter{
      .counters = {{"gpu",
                    [&] { return js::read<std::optional<double>>(ask("joules"), "joules"); }}},
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
  return measure_energy(meter);
}

/// Page faults and task clock of writing to so much new memory.
std::map<std::string, Attribute> count_software(std::size_t bytes) {
  PerfCounters counters({{"page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
                         {"task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK}});
  counters.start();
  std::thread([bytes] {
    void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    madvise(memory, bytes, MADV_NOHUGEPAGE);
    for (std::size_t at = 0; at < bytes; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
    munmap(memory, bytes);
  }).join();
  counters.stop();
  return counters.counts();
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("measureEnergy", measure).add("countSoftware", count_software);
  return exports;
}

NODE_API_MODULE(breakeven_energy, init)

}  // namespace
}  // namespace breakeven

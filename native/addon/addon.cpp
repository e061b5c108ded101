#include <napi.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../core/cancel.h"
#include "../core/case.h"
#include "../core/interference.h"
#include "../core/machine.h"
#include "../core/measured-peaks.h"
#include "../core/once.h"
#include "../core/profile.h"
#include "../core/sketch.h"
#include "from-js.h"
#include "guarded.h"
#include "lab.h"
#include "run-worker.h"
#include "to-js.h"

namespace breakeven {
namespace {

constexpr const char* provider = BREAKEVEN_PROVIDER;

Napi::Value get_catalog(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] { return js::to_js(info.Env(), Catalog{provider}); });
}

Napi::Value get_machine(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] { return js::to_js(info.Env(), NativeMachine{}); });
}

Napi::Value get_estimate(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] {
    return js::to_js(info.Env(), estimate_case(js::read<std::string>(info[0], "workload"),
                                               js::read<std::string>(info[1], "variant"),
                                               js::read<Values>(info[2], "values")));
  });
}

Napi::Value inspect(const Napi::CallbackInfo& info) {
  const auto workload = js::read<std::string>(info[0], "workload");
  const auto path = js::read<std::string>(info[1], "input");
  const auto values = js::read<std::optional<Values>>(info[2], "values").value_or(Values{});
  clear_cancel();
  return run_promised(info.Env(), info.Env().Undefined(),
                      [=](const Emit&) { return made(inspect_input(workload, path, values)); });
}

/// Null for one without cells.
Napi::Value sketch(const Napi::CallbackInfo& info) {
  const auto workload = js::read<std::string>(info[0], "workload");
  const auto values = js::read<Values>(info[1], "values");
  const auto path = js::read<std::optional<std::string>>(info[2], "input").value_or("");
  clear_cancel();
  return run_promised(info.Env(), info.Env().Undefined(), [=](const Emit&) {
    const Sketch drawn = sketch_input(workload, values, path);
    return made(drawn.cells.empty() ? std::nullopt : std::optional(drawn));
  });
}

EventSink sink_of(const Emit& emit) {
  return [&emit](Event&& event) { emit(made(std::move(event))); };
}

/// `share(case, listener)`: writes input and expected answer to the memory of the case; resolves
/// with the seconds by phase.
Napi::Value share(const Napi::CallbackInfo& info) {
  const auto request = js::read<CaseRequest>(info[0], "");
  if (!request.memory) throw js::error(info.Env(), "bad-input", "memory is missing");
  clear_cancel();
  return run_promised(info.Env(), info[1], [request](const Emit& emit) {
    return made(share_input(request, sink_of(emit)));
  });
}

void number(CaseResult& result, int repetition) {
  for (ScopeSamples& samples : result.samples) samples.repetition = repetition;
}

Napi::Value run(const Napi::CallbackInfo& info) {
  const auto request = js::read<CaseRequest>(info[0], "");
  clear_cancel();
  return run_promised(info.Env(), info[1], [request](const Emit& emit) {
    CaseResult result = run_case(request, sink_of(emit));
    number(result, request.repetition);
    return made(std::move(result));
  });
}

/// `profile(case, listener)`: one execution for a profiler, verified and not timed.
Napi::Value profile(const Napi::CallbackInfo& info) {
  const auto request = js::read<CaseRequest>(info[0], "");
  clear_cancel();
  return run_promised(info.Env(), info[1], [request](const Emit& emit) {
    return made(profile_case(request, sink_of(emit)));
  });
}

/// `once(case, wantOutput, listener)`: verified without being timed; resolves with `{result,
/// output}`, output a Buffer or null.
Napi::Value once(const Napi::CallbackInfo& info) {
  const auto request = js::read<CaseRequest>(info[0], "");
  const auto want_output = js::read<bool>(info[1], "wantOutput");
  clear_cancel();
  return run_promised(info.Env(), info[2], [request, want_output](const Emit& emit) {
    OnceResult once = run_once(request, want_output, sink_of(emit));
    number(once.result, request.repetition);
    OnceReply reply{.result = std::move(once.result)};
    if (want_output) reply.output = std::move(once.output);
    return made(std::move(reply));
  });
}

Napi::Value peak(const Napi::CallbackInfo& info) {
  const auto gpu = js::read<std::optional<std::string>>(info[0], "gpu").value_or("0");
  clear_cancel();
  return run_promised(info.Env(), info.Env().Undefined(), [gpu](const Emit&) {
    const SystemCounters before = read_system_counters();
    PeaksPass pass{.peaks = std::string(provider) == "cuda" ? device_peaks(gpu) : host_peaks()};
    pass.interference = interference_of_others(before, read_system_counters());
    return made(std::move(pass));
  });
}

Napi::Value cancel(const Napi::CallbackInfo& info) {
  request_cancel();
  return info.Env().Undefined();
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  // OMP_PROC_BIND binds the thread that loads libgomp, which is Node's main thread, to one CPU.
  use_all_cpus();
  exports.Set("provider", provider);
  exports.Set("catalog", Napi::Function::New(env, get_catalog));
  exports.Set("machine", Napi::Function::New(env, get_machine));
  exports.Set("estimate", Napi::Function::New(env, get_estimate));
  exports.Set("inspectInput", Napi::Function::New(env, inspect));
  exports.Set("sketch", Napi::Function::New(env, sketch));
  exports.Set("share", Napi::Function::New(env, share));
  exports.Set("run", Napi::Function::New(env, run));
  exports.Set("once", Napi::Function::New(env, once));
  exports.Set("profile", Napi::Function::New(env, profile));
  exports.Set("cancel", Napi::Function::New(env, cancel));
  exports.Set("measurePeaks", Napi::Function::New(env, peak));
  add_lab_functions(env, exports, provider);
  return exports;
}

}  // namespace

/// Variants of this addon's files register themselves through it at load time.
void register_variant(const Variant& variant) { Registry::instance().add(provider, variant); }

NODE_API_MODULE(breakeven, init)

}  // namespace breakeven

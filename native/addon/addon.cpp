#include <napi.h>

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../core/cancel.h"
#include "../core/case.h"
#include "../core/errors.h"
#include "../core/interference.h"
#include "../core/machine.h"
#include "../core/measured-peaks.h"
#include "../core/once.h"
#include "../core/sketch.h"
#include "../core/worker.h"
#include "guarded.h"
#include "lab.h"
#include "run-worker.h"
#include "to-js.h"

namespace breakeven {
namespace {

constexpr const char* provider = BREAKEVEN_PROVIDER;

Napi::Value get_catalog(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] { return js::catalog(info.Env(), provider); });
}

Napi::Value get_machine(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] { return js::machine(info.Env()); });
}

Napi::Value get_estimate(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] {
    return js::estimate(
        info.Env(), estimate_case(js::text_of(info[0], "workload"), js::text_of(info[1], "variant"),
                                  js::values_of(info[2], "values")));
  });
}

Napi::Value inspect(const Napi::CallbackInfo& info) {
  const std::string workload = js::text_of(info[0], "workload");
  const std::string path = js::text_of(info[1], "input");
  const Values values = info[2].IsUndefined() ? Values{} : js::values_of(info[2], "values");
  clear_cancel();
  return run_promised(info.Env(), info.Env().Undefined(), [=](const Emit&) -> MakeValue {
    const Values decided = inspect_input(workload, path, values);
    return [decided](Napi::Env env) { return js::values(env, decided); };
  });
}

Napi::Value sketch(const Napi::CallbackInfo& info) {
  const std::string workload = js::text_of(info[0], "workload");
  const Values values = js::values_of(info[1], "values");
  const std::string path = info[2].IsString() ? js::text_of(info[2], "input") : std::string();
  clear_cancel();
  return run_promised(info.Env(), info.Env().Undefined(), [=](const Emit&) -> MakeValue {
    const Sketch drawn = sketch_input(workload, values, path);
    return [drawn](Napi::Env env) { return js::sketch(env, drawn); };
  });
}

Napi::Value run(const Napi::CallbackInfo& info) {
  CaseRequest request = js::request_of(info[0]);
  clear_cancel();
  return run_promised(
      info.Env(), info[1], [request = std::move(request)](const Emit& emit) -> MakeValue {
        const EventSink sink = [&](Event&& event) {
          emit([event = std::move(event)](Napi::Env env) { return js::event(env, event); });
        };
        auto result = std::make_shared<const CaseResult>(run_case(request, sink));
        return [result, repetition = request.repetition](Napi::Env env) {
          return js::result(env, *result, repetition);
        };
      });
}

/// `once(case, wantOutput, listener)`: verified without being timed; resolves with `{result,
/// output}`, output a Buffer or null.
Napi::Value once(const Napi::CallbackInfo& info) {
  CaseRequest request = js::request_of(info[0]);
  const bool want_output = info[1].IsBoolean() && info[1].As<Napi::Boolean>().Value();
  clear_cancel();
  return run_promised(
      info.Env(), info[2],
      [request = std::move(request), want_output](const Emit& emit) -> MakeValue {
        const EventSink sink = [&](Event&& event) {
          emit([event = std::move(event)](Napi::Env env) { return js::event(env, event); });
        };
        auto found = std::make_shared<const OnceResult>(run_once(request, want_output, sink));
        return [found, want_output, repetition = request.repetition](Napi::Env env) -> Napi::Value {
          Napi::Object object = Napi::Object::New(env);
          object.Set("result", js::result(env, found->result, repetition));
          object.Set("output", want_output ? js::bytes(env, found->output) : env.Null());
          return object;
        };
      });
}

Napi::Value peak(const Napi::CallbackInfo& info) {
  const std::string gpu = info[0].IsString() ? js::text_of(info[0], "gpu") : "0";
  clear_cancel();
  return run_promised(info.Env(), info.Env().Undefined(), [gpu](const Emit&) -> MakeValue {
    const SystemCounters before = read_system_counters();
    const std::vector<MeasuredPeak> found =
        std::string(provider) == "cuda" ? device_peaks(gpu) : host_peaks();
    const auto interference = interference_of_others(before, read_system_counters());
    return [=](Napi::Env env) { return js::peaks(env, found, interference); };
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
  exports.Set("run", Napi::Function::New(env, run));
  exports.Set("once", Napi::Function::New(env, once));
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

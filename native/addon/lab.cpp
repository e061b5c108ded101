#include "lab.h"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../core/lab/expression.h"
#include "../core/lab/fill.h"
#include "../core/lab/nvrtc.h"
#include "../core/lab/open-lab.h"
#include "from-js.h"
#include "guarded.h"
#include "run-worker.h"
#include "to-js.h"

namespace breakeven {
namespace {

/// On the native thread, between cases.
Napi::Value after_cases(const Napi::CallbackInfo& info, std::function<void()> work) {
  return run_promised(info.Env(), info.Env().Undefined(),
                      [work = std::move(work)](const Emit&) -> MakeValue {
                        work();
                        return [](Napi::Env env) { return env.Undefined(); };
                      });
}

/// `openLab(description, artifacts)`; core/lab/description.h says what they are.
Napi::Value open(const Napi::CallbackInfo& info, const std::string& provider) {
  const auto description = js::read<lab::Description>(info[0], "the lab");
  const auto artifacts = js::read<lab::Artifacts>(info[1], "artifacts");
  return after_cases(info, [=] { lab::open_lab(provider, description, artifacts); });
}

/// `closeLab(id)`
Napi::Value close(const Napi::CallbackInfo& info) {
  const auto id = js::read<std::string>(info[0], "id");
  return after_cases(info, [id] { lab::close_lab(id); });
}

/// `evaluate(expression, values)`: a number.
Napi::Value evaluate(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    const auto text = js::read<std::string>(info[0], "expression");
    const auto values = js::read<Values>(info[1], "values");
    return js::to_js(info.Env(), lab::Expression::parse(text).evaluate(lab::lookup_in(values)));
  });
}

std::optional<lab::Fault> check(const AskedExpression& asked) {
  return lab::fault_of([&] {
    if (asked.fills) {
      lab::Fill::parse(asked.text, *asked.fills, asked.names);
    } else {
      lab::Expression::parse(asked.text, asked.names);
    }
  });
}

/// `checkExpressions([{text, names, fills}])`: a fault, or null, of each.
Napi::Value check_all(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    std::vector<std::optional<lab::Fault>> faults;
    for (const auto& asked : js::read<std::vector<AskedExpression>>(info[0], "expressions")) {
      faults.push_back(check(asked));
    }
    return js::to_js(info.Env(), faults);
  });
}

/// `nvrtc()`: `{available, reason, version, path}`
Napi::Value describe_nvrtc(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&] { return js::to_js(info.Env(), lab::nvrtc_info()); });
}

/// `nvrtcCompile({source, path, function, options, arch})`: resolves with `{cubin, ptx, log,
/// symbol}`, cubin null where the source does not compile.
Napi::Value compile_nvrtc(const Napi::CallbackInfo& info) {
  const auto request = js::read<lab::NvrtcRequest>(info[0], "the source");
  return run_promised(info.Env(), info.Env().Undefined(),
                      [request](const Emit&) { return made(lab::nvrtc_compile(request)); });
}

}  // namespace

void add_lab_functions(Napi::Env env, Napi::Object exports, const std::string& provider) {
  exports.Set("openLab", Napi::Function::New(env, [provider](const Napi::CallbackInfo& info) {
                return open(info, provider);
              }));
  exports.Set("closeLab", Napi::Function::New(env, close));
  exports.Set("evaluate", Napi::Function::New(env, evaluate));
  exports.Set("checkExpressions", Napi::Function::New(env, check_all));
  exports.Set("nvrtc", Napi::Function::New(env, describe_nvrtc));
  exports.Set("nvrtcCompile", Napi::Function::New(env, compile_nvrtc));
}

}  // namespace breakeven

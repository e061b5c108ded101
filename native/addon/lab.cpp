#include "lab.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "../core/lab/expression.h"
#include "../core/lab/fill.h"
#include "../core/lab/nvrtc.h"
#include "../core/lab/open-lab.h"
#include "convert.h"
#include "guarded.h"
#include "lab-from-js.h"
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
  return guarded(info.Env(), [&]() -> Napi::Value {
    return after_cases(info, [provider, description = js::lab_description_of(info[0]),
                              artifacts = js::lab_artifacts_of(info[1])] {
      lab::open_lab(provider, description, artifacts);
    });
  });
}

/// `closeLab(id)`
Napi::Value close(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    return after_cases(info, [id = js::text_of(info[0], "id")] { lab::close_lab(id); });
  });
}

/// `evaluate(expression, values)`: a number.
Napi::Value evaluate(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    const std::string text = js::text_of(info[0], "expression");
    const Values values = js::values_of(info[1], "values");
    const double value = lab::Expression::parse(text).evaluate(lab::lookup_in(values));
    return Napi::Number::New(info.Env(), value);
  });
}

/// `checkExpressions([{text, names, fills}])`: a fault, or null, of each.
Napi::Value check(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    const Napi::Env env = info.Env();
    return js::array(env, js::expressions_of(info[0]), [&](const js::AskedExpression& asked) {
      const std::optional<lab::Fault> fault = lab::fault_of([&] {
        if (asked.fills) {
          lab::Fill::parse(asked.text, *asked.fills, asked.names);
        } else {
          lab::Expression::parse(asked.text, asked.names);
        }
      });
      if (!fault) return env.Null();
      Napi::Object object = Napi::Object::New(env);
      object.Set("before", fault->before);
      object.Set("unknown", fault->unknown);
      object.Set("known", js::array(env, fault->known, [&](const std::string& word) {
                   return Napi::String::New(env, word);
                 }));
      object.Set("after", fault->after);
      return Napi::Value(object);
    });
  });
}

/// `nvrtc()`: `{available, reason, version, path}`
Napi::Value describe_nvrtc(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    const lab::NvrtcInfo& found = lab::nvrtc_info();
    Napi::Object object = Napi::Object::New(info.Env());
    object.Set("available", found.reason.empty());
    object.Set("reason", js::text_or_null(info.Env(), found.reason));
    object.Set("version", js::text_or_null(info.Env(), found.version));
    object.Set("path", js::text_or_null(info.Env(), found.path));
    return object;
  });
}

/// `nvrtcCompile({source, path, function, options, arch})`: resolves with `{cubin, ptx, log,
/// symbol}`, cubin null where the source does not compile.
Napi::Value compile_nvrtc(const Napi::CallbackInfo& info) {
  return guarded(info.Env(), [&]() -> Napi::Value {
    const lab::NvrtcRequest request = js::nvrtc_request_of(info[0]);
    return run_promised(info.Env(), info.Env().Undefined(), [request](const Emit&) -> MakeValue {
      const auto result = std::make_shared<const lab::NvrtcResult>(lab::nvrtc_compile(request));
      return [result](Napi::Env env) -> Napi::Value {
        Napi::Object object = Napi::Object::New(env);
        object.Set("cubin", result->compiled ? js::bytes(env, result->cubin) : env.Null());
        object.Set("ptx", js::text_or_null(env, result->ptx));
        object.Set("log", result->log);
        object.Set("symbol", js::text_or_null(env, result->symbol));
        return object;
      };
    });
  });
}

}  // namespace

void add_lab_functions(Napi::Env env, Napi::Object exports, const std::string& provider) {
  exports.Set("openLab", Napi::Function::New(env, [provider](const Napi::CallbackInfo& info) {
                return open(info, provider);
              }));
  exports.Set("closeLab", Napi::Function::New(env, close));
  exports.Set("evaluate", Napi::Function::New(env, evaluate));
  exports.Set("checkExpressions", Napi::Function::New(env, check));
  exports.Set("nvrtc", Napi::Function::New(env, describe_nvrtc));
  exports.Set("nvrtcCompile", Napi::Function::New(env, compile_nvrtc));
}

}  // namespace breakeven

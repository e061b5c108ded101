#include "to-js.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "convert.h"

namespace breakeven::js {
namespace {

Napi::Object samples(Napi::Env env, const ScopeSamples& samples, int repetition) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("scope", samples.scope);
  object.Set("repetition", repetition);
  object.Set("timesNs", doubles(env, samples.times_ns));
  if (!samples.clocks_hz.empty()) object.Set("clocksHz", doubles(env, samples.clocks_hz));
  if (!samples.cpu_ns.empty()) object.Set("cpuNs", doubles(env, samples.cpu_ns));
  object.Set("repeats", samples.repeats);
  object.Set("launchIncluded", samples.launch_included);
  return object;
}

Napi::Value verification(Napi::Env env, const CaseResult& result) {
  if (!result.verification) return env.Null();
  const Check& check = *result.verification;
  Napi::Object object = Napi::Object::New(env);
  object.Set("rule", check.rule);
  object.Set("passed", check.passed);
  object.Set("message", check.message);
  // No error is known of an answer that is not a number.
  object.Set("maxError", check.rule == "tolerance" && std::isfinite(check.max_error)
                             ? Napi::Value(Napi::Number::New(env, check.max_error))
                             : env.Null());
  return object;
}

}  // namespace

Napi::Object estimate(Napi::Env env, const Estimate& estimate) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("hostBytes", estimate.host_bytes);
  object.Set("deviceBytes", estimate.device_bytes);
  object.Set("seconds", estimate.seconds);
  object.Set("inputSeconds", estimate.input_seconds);
  object.Set("reason", text_or_null(env, estimate.reason));
  return object;
}

Napi::Object values(Napi::Env env, const Values& values) { return scalars(env, values.all()); }

Napi::Value sketch(Napi::Env env, const Sketch& sketch) {
  if (sketch.cells.empty()) return env.Null();
  Napi::Float64Array cells = Napi::Float64Array::New(env, sketch.cells.size());
  std::copy(sketch.cells.begin(), sketch.cells.end(), cells.Data());
  Napi::Object object = Napi::Object::New(env);
  object.Set("width", static_cast<double>(sketch.width));
  object.Set("height", static_cast<double>(sketch.height));
  object.Set("cells", cells);
  return object;
}

Napi::Object result(Napi::Env env, const CaseResult& result, int repetition) {
  const char* outcomes[] = {"ok", "skipped", "failed"};
  Napi::Object object = Napi::Object::New(env);
  object.Set("outcome", outcomes[static_cast<int>(result.outcome)]);
  object.Set("reason", text_or_null(env, result.reason));
  object.Set("samples", array(env, result.samples, [&](const ScopeSamples& item) {
               return samples(env, item, repetition);
             }));
  object.Set("coldStartNs", result.cold_start_ns
                                ? Napi::Value(Napi::Number::New(env, *result.cold_start_ns))
                                : env.Null());
  object.Set("stopReason", text_or_null(env, result.stop_reason));
  object.Set("verification", verification(env, result));
  if (result.answer_sha256.empty()) {
    object.Set("answer", env.Null());
  } else {
    Napi::Object answer = Napi::Object::New(env);
    answer.Set("sha256", result.answer_sha256);
    answer.Set("attributes", scalars(env, result.answer_attributes));
    object.Set("answer", answer);
  }
  const bool cost = result.cost.has_value();
  object.Set("bytesMoved",
             cost ? Napi::Value(Napi::Number::New(env, result.cost->bytes_moved)) : env.Null());
  object.Set("operations",
             cost ? Napi::Value(Napi::Number::New(env, result.cost->operations)) : env.Null());
  object.Set("operationUnit",
             cost ? Napi::Value(Napi::String::New(env, result.cost->operation_unit)) : env.Null());
  object.Set("attributes", scalars(env, result.attributes));
  if (!result.interference.empty()) {
    object.Set("interference", scalars(env, result.interference));
  }
  object.Set("warnings", array(env, result.warnings, [&](const std::string& warning) {
               return Napi::String::New(env, warning);
             }));
  return object;
}

Napi::Object event(Napi::Env env, const Event& event) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("scope", event.scope);
  object.Set("phase", event.phase);
  object.Set("timesNs", doubles(env, event.times_ns));
  if (!event.clocks_hz.empty()) object.Set("clocksHz", doubles(env, event.clocks_hz));
  if (event.throttled) object.Set("throttledSamples", *event.throttled);
  return object;
}

Napi::Value bytes(Napi::Env env, const std::vector<std::byte>& bytes) {
  return Napi::Buffer<std::uint8_t>::Copy(env, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                          bytes.size());
}

Napi::Object peaks(Napi::Env env, const std::vector<MeasuredPeak>& peaks,
                   const std::map<std::string, Attribute>& interference) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("interference", scalars(env, interference));
  const auto described = array(env, peaks, [&](const MeasuredPeak& peak) {
    Napi::Object one = Napi::Object::New(env);
    one.Set("id", peak.id);
    one.Set("device", peak.device);
    one.Set("title", peak.title);
    one.Set("value", peak.value);
    one.Set("unit", peak.unit);
    one.Set("attributes", scalars(env, peak.attributes));
    return one;
  });
  object.Set("peaks", described);
  return object;
}

Napi::Error error(Napi::Env env, const std::string& code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  return error;
}

}  // namespace breakeven::js

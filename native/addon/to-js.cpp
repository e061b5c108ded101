#include "to-js.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#include "../core/case.h"
#include "../core/machine.h"
#include "../core/stop-rule.h"

namespace breakeven::js {
namespace {

template <class... Types>
Napi::Value scalar(Napi::Env env, const std::variant<Types...>& value) {
  return std::visit(
      [&](const auto& held) -> Napi::Value {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, bool>) return Napi::Boolean::New(env, held);
        if constexpr (std::is_same_v<T, double>) return Napi::Number::New(env, held);
        if constexpr (std::is_same_v<T, std::string>) return Napi::String::New(env, held);
      },
      value);
}

template <class Map>
Napi::Object scalars(Napi::Env env, const Map& map) {
  Napi::Object object = Napi::Object::New(env);
  for (const auto& [key, value] : map) object.Set(key, scalar(env, value));
  return object;
}

template <class List, class Convert>
Napi::Array array(Napi::Env env, const List& list, Convert&& convert) {
  Napi::Array result = Napi::Array::New(env, std::size(list));
  std::uint32_t index = 0;
  for (const auto& item : list) result.Set(index++, convert(item));
  return result;
}

Napi::Value text_or_null(Napi::Env env, const std::string& text) {
  return text.empty() ? env.Null() : Napi::Value(Napi::String::New(env, text));
}

Napi::Float64Array doubles(Napi::Env env, const std::vector<double>& list) {
  Napi::Float64Array result = Napi::Float64Array::New(env, list.size());
  std::copy(list.begin(), list.end(), result.Data());
  return result;
}

const char* role_name(AxisRole role) {
  switch (role) {
    case AxisRole::input:
      return "input";
    case AxisRole::variant:
      return "variant";
    case AxisRole::measurement:
      return "measurement";
  }
  return "";
}

Napi::Object axis(Napi::Env env, const Axis& axis) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("id", axis.id);
  object.Set("title", axis.title);
  object.Set("help", axis.help);
  object.Set("role", role_name(axis.role));
  switch (axis.type) {
    case AxisType::integer:
    case AxisType::real:
      object.Set("type", axis.type == AxisType::integer ? "integer" : "real");
      object.Set("min", axis.min);
      object.Set("max", axis.max);
      object.Set("default", axis.default_number);
      if (!axis.unit.empty()) object.Set("unit", axis.unit);
      object.Set("scale", axis.logarithmic ? "log" : "linear");
      break;
    case AxisType::choice:
      object.Set("type", "choice");
      object.Set("default", axis.default_text);
      object.Set("choices", array(env, axis.choices, [&](const Choice& choice) {
                   Napi::Object item = Napi::Object::New(env);
                   item.Set("id", choice.id);
                   item.Set("help", choice.help);
                   return item;
                 }));
      break;
    case AxisType::text:
      object.Set("type", "text");
      object.Set("default", axis.default_text);
      break;
    case AxisType::flag:
      object.Set("type", "flag");
      object.Set("default", axis.default_flag);
      break;
  }
  return object;
}

Napi::Array axes(Napi::Env env, const std::vector<Axis>& list) {
  return array(env, list, [&](const Axis& item) { return axis(env, item); });
}

const char* device_name(Device device) {
  switch (device) {
    case Device::cpu:
      return "cpu";
    case Device::cuda:
      return "cuda";
    case Device::cpu_cuda:
      return "cpu+cuda";
  }
  return "";
}

const char* kind_name(VariantKind kind) {
  switch (kind) {
    case VariantKind::study:
      return "study";
    case VariantKind::library:
      return "library";
    case VariantKind::fast:
      return "fast";
  }
  return "";
}

/// In the order in which the work happens, then the wholes.
std::vector<std::string> spans_of(const Variant& variant) {
  std::vector<std::string> list;
  for (const Span span : {Span::alloc, Span::h2d, Span::kernel, Span::levels, Span::fragment,
                          Span::fragment_call, Span::d2h, Span::host, Span::call, Span::total}) {
    const bool always = span == Span::kernel || span == Span::call || span == Span::total;
    const bool declared =
        std::find(variant.spans.begin(), variant.spans.end(), span) != variant.spans.end();
    if (always || declared) list.push_back(span_name(span));
  }
  return list;
}

Napi::Object variant(Napi::Env env, const Variant& variant) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("id", variant.id);
  object.Set("title", variant.title);
  object.Set("summary", variant.summary);
  object.Set("device", device_name(variant.device));
  object.Set("kind", kind_name(variant.kind));
  object.Set("source", variant.source);
  object.Set("parameters", axes(env, parameters_of(variant)));
  object.Set("spans", array(env, spans_of(variant),
                            [&](const std::string& id) { return Napi::String::New(env, id); }));
  const std::string reason = unavailable_reason(variant);
  object.Set("available", reason.empty());
  object.Set("reason", text_or_null(env, reason));
  return object;
}

Napi::Object workload(Napi::Env env, const Workload& workload, const std::string& provider) {
  const WorkloadInfo info = workload.info();
  Napi::Object object = Napi::Object::New(env);
  object.Set("id", info.id);
  object.Set("title", info.title);
  object.Set("summary", info.summary);
  object.Set("sizeAxis", info.size_axis);
  object.Set("baseline", info.baseline);
  object.Set("inputFiles", array(env, info.input_files, [&](const std::string& extension) {
               return Napi::String::New(env, extension);
             }));
  object.Set("axes", axes(env, info.axes));
  std::vector<const Variant*> own;
  for (const Entry* entry : Registry::instance().variants(info.id)) {
    if (entry->provider == provider) own.push_back(&entry->variant);
  }
  object.Set("variants", array(env, own, [&](const Variant* item) { return variant(env, *item); }));
  return object;
}

struct SpanInfo {
  Span span;
  const char* title;
  const char* help;
};

constexpr SpanInfo span_infos[] = {
    {Span::alloc, "Allocation", "Making the buffers for input and output."},
    {Span::h2d, "Copy in", "Copying the input to the device."},
    {Span::kernel, "Kernel", "The computation itself."},
    {Span::levels, "Levels", "The part that finds levels."},
    {Span::fragment, "Fragment", "The part after the levels, without its temporary memory."},
    {Span::fragment_call, "Fragment with memory",
     "The part after the levels, temporary memory made and freed in it included."},
    {Span::d2h, "Copy out", "Copying the result to the host."},
    {Span::host, "Host part", "What the host does beside the kernels, such as a final merge."},
    {Span::call, "Call",
     "Input already on the device; temporary allocation, all kernels and the host part together."},
    {Span::total, "Total",
     "Everything, from host array to host array, allocation and free included."},
};

Napi::Object span(Napi::Env env, const SpanInfo& info) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("id", span_name(info.span));
  object.Set("title", info.title);
  object.Set("help", info.help);
  object.Set("unit", "ns");
  object.Set("hint", "duration");
  return object;
}

Napi::Object samples(Napi::Env env, const SpanSamples& samples, int round) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("span", samples.span);
  object.Set("round", round);
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
  object.Set("maxError", check.rule == "tolerance"
                             ? Napi::Value(Napi::Number::New(env, check.max_error))
                             : env.Null());
  return object;
}

Napi::Object gpu(Napi::Env env, const GpuInfo& info) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("index", info.index);
  object.Set("uuid", info.uuid);
  object.Set("name", info.name);
  object.Set("computeCapability", info.compute_capability);
  object.Set("multiprocessors", info.multiprocessors);
  object.Set("memoryBytes", info.memory_bytes);
  object.Set("freeBytes", info.free_bytes);
  object.Set("l2Bytes", info.l2_bytes);
  object.Set("sharedPerBlockBytes", info.shared_per_block_bytes);
  object.Set("concurrentManagedAccess", info.concurrent_managed_access);
  object.Set("maxClockHz", info.max_clock_hz
                               ? Napi::Value(Napi::Number::New(env, *info.max_clock_hz))
                               : env.Null());
  return object;
}

Napi::Object object_of(const Napi::Value& value, const std::string& field) {
  if (value.IsObject()) return value.As<Napi::Object>();
  throw error(value.Env(), "bad-input", field + " is missing or not an object");
}

Policy policy_of(const Napi::Value& value) {
  const Napi::Object object = object_of(value, "policy");
  Policy policy;
  policy.rule = text_of(object.Get("rule"), "policy.rule");
  policy.parameters = values_of(object.Get("parameters"), "policy.parameters");
  const Napi::Value limit = object.Get("timeLimitS");
  policy.time_limit_s.reset();
  if (limit.IsNumber()) policy.time_limit_s = limit.As<Napi::Number>().DoubleValue();
  return policy;
}

}  // namespace

Napi::Object catalog(Napi::Env env, const std::string& provider) {
  const Registry& registry = Registry::instance();
  Napi::Object object = Napi::Object::New(env);
  object.Set("workloads", array(env, registry.workloads(), [&](const Workload* item) {
               return workload(env, *item, provider);
             }));
  object.Set("spans",
             array(env, span_infos, [&](const SpanInfo& info) { return span(env, info); }));
  object.Set("stopRules", array(env, stop_rules(), [&](const StopRuleInfo& rule) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("id", rule.id);
               item.Set("title", rule.title);
               item.Set("help", rule.help);
               item.Set("parameters", axes(env, rule.parameters));
               return item;
             }));
  object.Set("problems", array(env, registry.problems(), [&](const std::string& problem) {
               return Napi::String::New(env, problem);
             }));
  return object;
}

Napi::Object machine(Napi::Env env) {
  GpuBackend* backend = gpu_backend();
  Napi::Object object = Napi::Object::New(env);
  const std::vector<GpuInfo> gpus = backend != nullptr ? backend->gpus() : std::vector<GpuInfo>{};
  object.Set("gpus", array(env, gpus, [&](const GpuInfo& info) { return gpu(env, info); }));
  Napi::Object versions = Napi::Object::New(env);
  for (const auto& [name, version] : native_versions()) versions.Set(name, version);
  if (backend != nullptr) {
    for (const auto& [name, version] : backend->versions()) versions.Set(name, version);
  }
  object.Set("versions", versions);
  const std::string reason =
      backend != nullptr ? backend->no_gpu_reason() : "the CUDA addon is not loaded";
  object.Set("noGpuReason", text_or_null(env, reason));
  return object;
}

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

Napi::Object expected_answer(Napi::Env env, const ExpectedAnswer& answer) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("sha256", answer.sha256);
  object.Set("facts", scalars(env, answer.facts));
  object.Set("values", scalars(env, answer.values.all()));
  return object;
}

Napi::Object result(Napi::Env env, const CaseResult& result, int round) {
  const char* outcomes[] = {"ok", "skipped", "failed"};
  Napi::Object object = Napi::Object::New(env);
  object.Set("outcome", outcomes[static_cast<int>(result.outcome)]);
  object.Set("reason", text_or_null(env, result.reason));
  object.Set("samples", array(env, result.samples,
                              [&](const SpanSamples& item) { return samples(env, item, round); }));
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
    answer.Set("facts", scalars(env, result.answer_facts));
    object.Set("answer", answer);
  }
  const bool cost = result.cost.has_value();
  object.Set("bytesMoved",
             cost ? Napi::Value(Napi::Number::New(env, result.cost->bytes_moved)) : env.Null());
  object.Set("operations",
             cost ? Napi::Value(Napi::Number::New(env, result.cost->operations)) : env.Null());
  object.Set("operationUnit",
             cost ? Napi::Value(Napi::String::New(env, result.cost->operation_unit)) : env.Null());
  object.Set("facts", scalars(env, result.facts));
  object.Set("warnings", array(env, result.warnings, [&](const std::string& warning) {
               return Napi::String::New(env, warning);
             }));
  return object;
}

Napi::Object event(Napi::Env env, const Event& event) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("span", event.span);
  object.Set("phase", event.phase);
  object.Set("timesNs", doubles(env, event.times_ns));
  return object;
}

Napi::Value bytes(Napi::Env env, const std::vector<std::byte>& bytes) {
  return Napi::Buffer<std::uint8_t>::Copy(env, reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                          bytes.size());
}

Napi::Array probes(Napi::Env env, const std::vector<Probe>& probes) {
  return array(env, probes, [&](const Probe& probe) {
    Napi::Object object = Napi::Object::New(env);
    object.Set("id", probe.id);
    object.Set("device", probe.device);
    object.Set("title", probe.title);
    object.Set("value", probe.value);
    object.Set("unit", probe.unit);
    object.Set("facts", scalars(env, probe.facts));
    return object;
  });
}

Napi::Error error(Napi::Env env, const std::string& code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  return error;
}

std::string text_of(const Napi::Value& value, const std::string& field) {
  if (value.IsString()) return value.As<Napi::String>().Utf8Value();
  throw error(value.Env(), "bad-input", field + " is missing or not a text");
}

Values values_of(const Napi::Value& value, const std::string& field) {
  const Napi::Object object = object_of(value, field);
  Values values;
  const Napi::Array names = object.GetPropertyNames();
  for (std::uint32_t i = 0; i < names.Length(); ++i) {
    const std::string name = names.Get(i).ToString().Utf8Value();
    const Napi::Value item = object.Get(name);
    if (item.IsNumber()) {
      values.set(name, item.As<Napi::Number>().DoubleValue());
    } else if (item.IsString()) {
      values.set(name, item.As<Napi::String>().Utf8Value());
    } else if (item.IsBoolean()) {
      values.set(name, item.As<Napi::Boolean>().Value());
    } else {
      throw error(value.Env(), "bad-input",
                  field + "." + name + " is neither a number nor a text nor a flag");
    }
  }
  return values;
}

CaseRequest request_of(const Napi::Value& value) {
  const Napi::Object object = object_of(value, "the case");
  CaseRequest request;
  request.workload = text_of(object.Get("workload"), "workload");
  request.variant = text_of(object.Get("variant"), "variant");
  request.values = values_of(object.Get("values"), "values");
  if (object.Get("input").IsString()) request.input = text_of(object.Get("input"), "input");
  request.policy = policy_of(object.Get("policy"));
  if (object.Get("round").IsNumber()) {
    request.round = object.Get("round").As<Napi::Number>().Int32Value();
  }
  return request;
}

}  // namespace breakeven::js

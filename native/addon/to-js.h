#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../core/case.h"
#include "../core/gpu.h"
#include "../core/lab/expression.h"
#include "../core/lab/nvrtc.h"
#include "../core/machine.h"
#include "../core/registry.h"
#include "../core/result.h"
#include "../core/stopping-criterion.h"
#include "values.h"

/// What an addon says, as the contract has it: its catalog, its machine, and what cases and
/// questions gave.
namespace breakeven {

/// What the variants of one addon are, with the workloads, scopes and criteria of all.
struct Catalog {
  std::string provider;
};
struct NativeMachine {};
/// A verified case, with the bytes of its answer where they were wanted.
struct OnceReply {
  CaseResult result{};
  std::optional<std::vector<std::byte>> output{};
};
/// Peaks, each measured once, and what else happened on the machine meanwhile.
struct PeaksPass {
  std::vector<MeasuredPeak> peaks{};
  std::map<std::string, Attribute> interference{};
};
/// A scope with its texts.
struct ScopeInfo {
  Scope id;
  const char* title;
  const char* help;
};

inline constexpr const char* outcome_words[] = {"ok", "skipped", "failed"};
inline constexpr const char* axis_words[] = {"integer", "real", "choice", "text", "flag"};
inline constexpr const char* role_words[] = {"input", "variant", "measurement"};
inline constexpr const char* device_words[] = {"cpu", "cuda", "cpu+cuda"};
inline constexpr const char* kind_words[] = {"study", "library", "fast"};

inline const std::vector<ScopeInfo> scope_infos = {
    {Scope::alloc, "Allocation", "Allocation of the buffers for input and output."},
    {Scope::h2d, "Copy to device", "Copy of the input from host to device."},
    {Scope::kernel, "Kernel", "The computation itself: the kernels, or the whole CPU computation."},
    {Scope::batch, "Batch",
     "Many executions of the kernel back to back, their time divided by their number: for GPU "
     "kernels below 20 us."},
    {Scope::levels, "Levels", "The part that finds levels."},
    {Scope::fragment, "Fragment",
     "The part after the levels, without allocation of its temporary memory."},
    {Scope::fragment_call, "Fragment with memory",
     "The part after the levels, with allocation and release of its temporary memory."},
    {Scope::d2h, "Copy to host", "Copy of the result from device to host."},
    {Scope::host, "Host part",
     "Work of the host between or after the kernels, such as a final merge."},
    {Scope::call, "Device call",
     "One call with the input already on the device: temporary allocation, all kernels and the "
     "host part."},
    {Scope::total, "End to end",
     "From host array to host array: allocation, copies, computation and release."},
};

/// In order of execution; the scopes that contain others come last.
inline std::vector<std::string> scopes_of(const Variant& variant) {
  std::vector<std::string> list;
  for (const Scope scope :
       {Scope::alloc, Scope::h2d, Scope::kernel, Scope::batch, Scope::levels, Scope::fragment,
        Scope::fragment_call, Scope::d2h, Scope::host, Scope::call, Scope::total}) {
    const bool always = scope == Scope::kernel || scope == Scope::call || scope == Scope::total;
    const bool declared =
        std::find(variant.scopes.begin(), variant.scopes.end(), scope) != variant.scopes.end();
    const bool batch =
        scope == Scope::batch && variant.device == Device::cuda && !variant.synchronises;
    if (always || declared || batch) list.push_back(scope_name(scope));
  }
  const WorkloadInfo& workload = Registry::instance().workload(variant.workload).info();
  if (workload.has_setup) list.push_back("setup");
  return list;
}

/// A workload with the variants of one addon.
struct Offer {
  WorkloadInfo info;
  std::vector<Variant> variants{};
};

/// An answer that another one is compared with.
struct KnownAnswer {
  std::string sha256;
  std::map<std::string, std::variant<double, std::string>> attributes;
};

namespace js {

template <>
inline constexpr const char* const* words<Outcome> = outcome_words;
template <>
inline constexpr const char* const* words<AxisType> = axis_words;
template <>
inline constexpr const char* const* words<AxisRole> = role_words;
template <>
inline constexpr const char* const* words<Device> = device_words;
template <>
inline constexpr const char* const* words<VariantKind> = kind_words;

inline void describe(Writer& field, const Offer& offer) {
  const WorkloadInfo& info = offer.info;
  field("id", info.id, "title", info.title, "summary", info.summary);
  if (!info.contract.empty())
    field("lab", std::map<std::string, std::string>{{"contract", info.contract}});
  field("sizeAxis", info.size_axis, "baseline", info.baseline, "inputFiles", info.input_files);
  const Napi::Array axes = to_js(field.env, info.axes).As<Napi::Array>();
  for (std::uint32_t i = 0; i < info.axes.size(); ++i) {
    const auto& generated = info.generated_axes;
    if (std::find(generated.begin(), generated.end(), info.axes[i].id) == generated.end()) continue;
    axes.Get(i).As<Napi::Object>().Set("generated", true);
  }
  field.object.Set("axes", axes);
  field("variants", offer.variants);
}

inline void describe(Writer& field, const Catalog& catalog) {
  const Registry& registry = Registry::instance();
  std::vector<Offer> offers;
  for (const Workload* workload : registry.workloads()) {
    Offer& offer = offers.emplace_back(Offer{workload->info()});
    for (const Entry* entry : registry.variants(offer.info.id)) {
      if (entry->provider == catalog.provider) offer.variants.push_back(entry->variant);
    }
  }
  field("workloads", offers, "scopes", scope_infos, "criteria", stopping_criteria());
  field("problems", registry.problems());
}

inline void describe(Writer& field, const Variant& variant) {
  field("id", variant.id, "title", variant.title, "summary", variant.summary);
  field("device", variant.device, "kind", variant.kind, "source", variant.source);
  field("parameters", parameters_of(variant), "scopes", scopes_of(variant));
  const std::string reason = unavailable_reason(variant);
  field("available", reason.empty());
  field.or_null("reason", reason);
}

inline void describe(Writer& field, const Axis& axis) {
  field("id", axis.id, "title", axis.title, "help", axis.help, "role", axis.role);
  field("type", axis.type);
  if (axis.type == AxisType::integer || axis.type == AxisType::real) {
    field("min", axis.min);
    field("max", axis.max);
    field("default", axis.default_number);
    field.maybe("unit", axis.unit);
    field("scale", axis.logarithmic ? "log" : "linear");
  } else if (axis.type == AxisType::flag) {
    field("default", axis.default_flag);
  } else {
    field("default", axis.default_text);
    if (axis.type == AxisType::choice) field("choices", axis.choices);
  }
}

inline void describe(Writer& field, const Choice& choice) {
  field("id", choice.id, "help", choice.help);
}

inline void describe(Writer& field, const ScopeInfo& scope) {
  field("id", scope_name(scope.id), "title", scope.title, "help", scope.help, "unit", "ns");
  field("hint", "duration");
}

inline void describe(Writer& field, const StoppingCriterionInfo& criterion) {
  field("id", criterion.id, "title", criterion.title, "help", criterion.help);
  field("parameters", criterion.parameters);
}

inline void describe(Writer& field, const NativeMachine&) {
  GpuBackend* backend = gpu_backend();
  field("gpus", backend != nullptr ? backend->gpus() : std::vector<GpuInfo>{});
  std::map<std::string, std::string> versions = native_versions();
  if (backend != nullptr) {
    for (auto& [name, version] : backend->versions()) versions[name] = version;
  }
  field("versions", versions);
  field.or_null("noGpuReason",
                backend != nullptr ? backend->no_gpu_reason() : "the CUDA addon is not loaded");
}

inline void describe(Writer& field, const GpuInfo& gpu) {
  field("index", gpu.index, "uuid", gpu.uuid, "name", gpu.name);
  field("computeCapability", gpu.compute_capability, "multiprocessors", gpu.multiprocessors);
  field("memoryBytes", gpu.memory_bytes, "freeBytes", gpu.free_bytes, "l2Bytes", gpu.l2_bytes);
  field("sharedPerBlockBytes", gpu.shared_per_block_bytes);
  field("concurrentManagedAccess", gpu.concurrent_managed_access, "maxClockHz", gpu.max_clock_hz);
  field("memoryClockHz", gpu.memory_clock_hz, "memoryBusBits", gpu.memory_bus_bits);
}

inline void describe(Writer& field, const Estimate& estimate) {
  field("hostBytes", estimate.host_bytes, "deviceBytes", estimate.device_bytes, "sharedBytes",
        estimate.shared_bytes);
  field("seconds", estimate.seconds, "inputSeconds", estimate.input_seconds);
  field.or_null("reason", estimate.reason);
}

inline void describe(Writer& field, const Sketch& sketch) {
  field("width", sketch.width, "height", sketch.height, "cells", sketch.cells);
}

inline void describe(Writer& field, const KnownAnswer& answer) {
  field("sha256", answer.sha256, "attributes", answer.attributes);
}

inline void describe(Writer& field, const CaseResult& result) {
  field("outcome", result.outcome);
  field.or_null("reason", result.reason);
  field("samples", result.samples, "coldStartNs", result.cold_start_ns);
  field.maybe("energy", result.energy);
  field.or_null("stopReason", result.stop_reason);
  field("verification", result.verification);
  std::optional<KnownAnswer> answer;
  if (!result.answer_sha256.empty()) answer = {result.answer_sha256, result.answer_attributes};
  field("answer", answer);
  const auto cost = [&](auto member) {
    return result.cost ? std::optional(result.cost.value().*member) : std::nullopt;
  };
  field("bytesMoved", cost(&Cost::bytes_moved), "operations", cost(&Cost::operations));
  field("operationUnit", cost(&Cost::operation_unit), "attributes", result.attributes);
  field.maybe("interference", result.interference);
  field("timings", result.timings);
  field("warnings", result.warnings);
}

inline void describe(Writer& field, const ScopeSamples& samples) {
  field("scope", samples.scope, "repetition", samples.repetition, "timesNs", samples.times_ns);
  field.maybe("sameAs", samples.same_as);
  field.maybe("clocksHz", samples.clocks_hz, "cpuNs", samples.cpu_ns);
  field("repeats", samples.repeats, "launchIncluded", samples.launch_included);
}

inline void describe(Writer& field, const Energy& energy) {
  field("repetition", energy.repetition, "device", energy.device, "joules", energy.joules);
  field("low", energy.low, "high", energy.high, "idleW", energy.idle_w);
  field("executions", energy.executions);
}

inline void describe(Writer& field, const Check& check) {
  field("rule", check.rule, "passed", check.passed, "message", check.message);
  // No error is known of an answer that is not a number.
  const bool known = check.rule == "tolerance" && std::isfinite(check.max_error);
  field("maxError", known ? std::optional(check.max_error) : std::nullopt);
}

inline void describe(Writer& field, const OnceReply& once) {
  field("result", once.result, "output", once.output);
}

inline void describe(Writer& field, const Event& event) {
  field("scope", event.scope, "phase", event.phase, "timesNs", event.times_ns);
  field.maybe("clocksHz", event.clocks_hz, "throttledSamples", event.throttled);
}

inline void describe(Writer& field, const PeaksPass& pass) {
  field("peaks", pass.peaks, "interference", pass.interference);
}

inline void describe(Writer& field, const MeasuredPeak& peak) {
  field("id", peak.id, "device", peak.device, "title", peak.title, "value", peak.value);
  field("unit", peak.unit, "attributes", peak.attributes);
}

inline void describe(Writer& field, const lab::Fault& fault) {
  field("before", fault.before, "unknown", fault.unknown, "known", fault.known);
  field("after", fault.after);
}

inline void describe(Writer& field, const lab::NvrtcInfo& info) {
  field("available", info.reason.empty());
  field.or_null("reason", info.reason);
  field.or_null("version", info.version);
  field.or_null("path", info.path);
}

inline void describe(Writer& field, const lab::NvrtcResult& result) {
  field("cubin", result.compiled ? std::optional(result.cubin) : std::nullopt);
  field.or_null("ptx", result.ptx);
  field("log", result.log);
  field.or_null("symbol", result.symbol);
}

}  // namespace js
}  // namespace breakeven

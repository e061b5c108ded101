// The catalog of the native side and the description of its machine.

#include <algorithm>
#include <string>
#include <vector>

#include "../core/case.h"
#include "../core/machine.h"
#include "../core/stopping-criterion.h"
#include "convert.h"
#include "to-js.h"

namespace breakeven::js {
namespace {

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

/// In order of execution; the scopes that contain others come last.
std::vector<std::string> scopes_of(const Variant& variant) {
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
  object.Set("scopes", array(env, scopes_of(variant),
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
  if (!info.contract.empty()) {
    Napi::Object lab = Napi::Object::New(env);
    lab.Set("contract", info.contract);
    object.Set("lab", lab);
  }
  object.Set("sizeAxis", info.size_axis);
  object.Set("baseline", info.baseline);
  object.Set("inputFiles", array(env, info.input_files, [&](const std::string& extension) {
               return Napi::String::New(env, extension);
             }));
  object.Set("axes", array(env, info.axes, [&](const Axis& item) {
               Napi::Object described = axis(env, item);
               const auto& generated = info.generated_axes;
               if (std::find(generated.begin(), generated.end(), item.id) != generated.end()) {
                 described.Set("generated", true);
               }
               return described;
             }));
  std::vector<const Variant*> own;
  for (const Entry* entry : Registry::instance().variants(info.id)) {
    if (entry->provider == provider) own.push_back(&entry->variant);
  }
  object.Set("variants", array(env, own, [&](const Variant* item) { return variant(env, *item); }));
  return object;
}

struct ScopeInfo {
  Scope scope;
  const char* title;
  const char* help;
};

constexpr ScopeInfo scope_infos[] = {
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

Napi::Object scope(Napi::Env env, const ScopeInfo& info) {
  Napi::Object object = Napi::Object::New(env);
  object.Set("id", scope_name(info.scope));
  object.Set("title", info.title);
  object.Set("help", info.help);
  object.Set("unit", "ns");
  object.Set("hint", "duration");
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
  const auto number = [&](const auto& value) {
    return value ? Napi::Value(Napi::Number::New(env, *value)) : env.Null();
  };
  object.Set("maxClockHz", number(info.max_clock_hz));
  object.Set("memoryClockHz", number(info.memory_clock_hz));
  object.Set("memoryBusBits", number(info.memory_bus_bits));
  return object;
}

}  // namespace

Napi::Object catalog(Napi::Env env, const std::string& provider) {
  const Registry& registry = Registry::instance();
  Napi::Object object = Napi::Object::New(env);
  object.Set("workloads", array(env, registry.workloads(), [&](const Workload* item) {
               return workload(env, *item, provider);
             }));
  object.Set("scopes",
             array(env, scope_infos, [&](const ScopeInfo& info) { return scope(env, info); }));
  object.Set("criteria",
             array(env, stopping_criteria(), [&](const StoppingCriterionInfo& criterion) {
               Napi::Object item = Napi::Object::New(env);
               item.Set("id", criterion.id);
               item.Set("title", criterion.title);
               item.Set("help", criterion.help);
               item.Set("parameters", axes(env, criterion.parameters));
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

}  // namespace breakeven::js

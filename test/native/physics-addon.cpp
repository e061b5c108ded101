// Whether a time is possible, as a function of JavaScript.

#include <napi.h>

#include "../../native/core/physics.h"

namespace breakeven {
namespace {

double number_of(const Napi::Object& object, const char* name) {
  return object.Has(name) ? object.Get(name).ToNumber().DoubleValue() : 0;
}

bool flag_of(const Napi::Object& object, const char* name) {
  return object.Has(name) && object.Get(name).ToBoolean();
}

/// `whyNot(work, limits, ns)`.
Napi::Value why_not(const Napi::CallbackInfo& info) {
  const Napi::Object work = info[0].ToObject();
  const Napi::Object limits = info[1].ToObject();
  const Cost cost{.bytes_moved = number_of(work, "bytes"),
                  .operations = number_of(work, "operations"),
                  .operation_unit = work.Get("unit").ToString(),
                  .bytes_are_bound = flag_of(work, "bytesAreBound"),
                  .operations_are_bound = flag_of(work, "operationsAreBound")};
  const Limits known{.bytes_per_s = number_of(limits, "bytesPerS"),
                     .memory_bytes_per_s = number_of(limits, "memoryBytesPerS"),
                     .cached_bytes = number_of(limits, "cachedBytes"),
                     .flops_per_s = number_of(limits, "flopsPerS"),
                     .other_operations_per_s = number_of(limits, "otherOperationsPerS"),
                     .launch_ns = number_of(limits, "launchNs")};
  return Napi::String::New(info.Env(),
                           faster_than_possible(cost, known, info[2].ToNumber().DoubleValue()));
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("whyNot", Napi::Function::New(env, why_not));
  return exports;
}

NODE_API_MODULE(breakeven_physics, init)

}  // namespace
}  // namespace breakeven

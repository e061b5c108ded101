// Whether a time is possible, as a function of JavaScript.

#include "../../native/core/physics.h"
#include "part.h"

namespace breakeven {

static void describe(js::Reader& field, Cost& work) {
  field.maybe("bytes", work.bytes_moved, "operations", work.operations);
  field.maybe("unit", work.operation_unit, "bytesAreBound", work.bytes_are_bound);
  field.maybe("operationsAreBound", work.operations_are_bound);
}

static void describe(js::Reader& field, Limits& limits) {
  field.maybe("bytesPerS", limits.bytes_per_s, "memoryBytesPerS", limits.memory_bytes_per_s);
  field.maybe("cachedBytes", limits.cached_bytes, "flopsPerS", limits.flops_per_s);
  field.maybe("otherOperationsPerS", limits.other_operations_per_s, "launchNs", limits.launch_ns);
}

namespace {

std::string why_not(const Cost& work, const Limits& limits, double ns) {
  return faster_than_possible(work, limits, ns);
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("whyNot", why_not);
  return exports;
}

NODE_API_MODULE(breakeven_physics, init)

}  // namespace
}  // namespace breakeven

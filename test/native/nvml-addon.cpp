// What NVML says of the other processes of a GPU as a function of JavaScript; the library is the
// test's.

#include "../../native/core/nvml.h"
#include "part.h"

namespace breakeven {

static void describe(js::Writer& field, const GpuOthers& found) {
  field("processes", found.processes);
  field.maybe("use", found.use);
}

namespace {

/// Nothing where no process is listed.
std::optional<GpuOthers> others(const std::string& uuid, std::int64_t since_us) {
  const auto state = Nvml::instance().state(uuid);
  if (!state) return std::nullopt;
  return Nvml::instance().others(uuid, *state, *state, since_us);
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("others", others);
  return exports;
}

NODE_API_MODULE(breakeven_nvml, init)

}  // namespace
}  // namespace breakeven

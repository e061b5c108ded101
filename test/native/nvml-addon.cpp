// What NVML says of the other processes of a GPU as a function of JavaScript; the library is the
// test's.

#include <napi.h>

#include "../../native/core/nvml.h"

namespace breakeven {
namespace {

/// `others(uuid, sinceUs)`: `{processes, use}`, or null where no process is listed.
Napi::Value others(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::string uuid = info[0].ToString();
  const auto state = Nvml::instance().state(uuid);
  if (!state) return env.Null();
  const auto found = Nvml::instance().others(uuid, *state, *state, info[1].ToNumber().Int64Value());
  if (!found) return env.Null();
  Napi::Object object = Napi::Object::New(env);
  object.Set("processes", found->processes);
  if (found->use) object.Set("use", *found->use);
  return object;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("others", Napi::Function::New(env, others));
  return exports;
}

NODE_API_MODULE(breakeven_nvml, init)

}  // namespace
}  // namespace breakeven

// Who touched which part of the arrays of a case first, as functions of JavaScript.

#include <napi.h>

#include <mutex>
#include <vector>

#include "../../native/core/first-touch.h"

namespace breakeven {
namespace {

std::mutex mutex;
std::vector<TouchedPart> parts;

/// `watch(nodes)`: sees what is touched from now on, as on a machine with so many memory nodes.
Napi::Value watch(const Napi::CallbackInfo& info) {
  watch_first_touch(
      [](const TouchedPart& part) {
        const std::lock_guard lock(mutex);
        parts.push_back(part);
      },
      info[0].ToNumber().Int32Value());
  return info.Env().Undefined();
}

Napi::Value unwatch(const Napi::CallbackInfo& info) {
  watch_first_touch({}, 0);
  return info.Env().Undefined();
}

/// `take()`: the parts seen since the last call, in the order of threads.
Napi::Value take(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  const std::lock_guard lock(mutex);
  Napi::Array list = Napi::Array::New(env, parts.size());
  for (std::uint32_t i = 0; i < parts.size(); ++i) {
    const TouchedPart& part = parts[i];
    Napi::Object object = Napi::Object::New(env);
    object.Set("array", part.array);
    object.Set("begin", static_cast<double>(part.begin));
    object.Set("end", static_cast<double>(part.end));
    object.Set("thread", part.thread);
    object.Set("team", part.team);
    object.Set("systemThread", static_cast<double>(part.system_thread));
    object.Set("moved", part.moved);
    list.Set(i, object);
  }
  parts.clear();
  return list;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("watch", Napi::Function::New(env, watch));
  exports.Set("unwatch", Napi::Function::New(env, unwatch));
  exports.Set("take", Napi::Function::New(env, take));
  return exports;
}

NODE_API_MODULE(breakeven_first_touch, init)

}  // namespace
}  // namespace breakeven

// Where verification plants values, as a function of JavaScript.

#include <napi.h>

#include "../../native/core/planting.h"

namespace breakeven {
namespace {

/// `positions(count, max, seed, threads)`.
Napi::Value positions(const Napi::CallbackInfo& info) {
  const auto count = static_cast<std::size_t>(info[0].ToNumber().Int64Value());
  const auto max_count = static_cast<std::size_t>(info[1].ToNumber().Int64Value());
  const auto seed = static_cast<std::uint64_t>(info[2].ToNumber().Int64Value());
  const auto chosen = planting_positions(count, max_count, seed, info[3].ToNumber().Int32Value());
  Napi::Array list = Napi::Array::New(info.Env(), chosen.size());
  for (std::uint32_t i = 0; i < chosen.size(); ++i) list.Set(i, static_cast<double>(chosen[i]));
  return list;
}

/// `position(count, seed)`.
Napi::Value position(const Napi::CallbackInfo& info) {
  const auto count = static_cast<std::size_t>(info[0].ToNumber().Int64Value());
  const auto seed = static_cast<std::uint64_t>(info[1].ToNumber().Int64Value());
  return Napi::Number::New(info.Env(), static_cast<double>(planting_position(count, seed)));
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("positions", Napi::Function::New(env, positions));
  exports.Set("position", Napi::Function::New(env, position));
  return exports;
}

NODE_API_MODULE(breakeven_planting, init)

}  // namespace
}  // namespace breakeven

#pragma once

#include <napi.h>

#include <functional>
#include <memory>
#include <utility>

#include "values.h"

namespace breakeven {

/// Runs `job` on the native thread and settles a promise with what it left. `job` returns a
/// function that makes the JavaScript value on Node's thread; what it throws rejects the promise
/// with a `code`. `listener` may be empty; otherwise it is called on Node's thread with each event
/// that `job` emits.
using MakeValue = std::function<Napi::Value(Napi::Env)>;
using Emit = std::function<void(MakeValue&&)>;

Napi::Promise run_promised(Napi::Env env, const Napi::Value& listener,
                           std::function<MakeValue(const Emit&)> job);

/// A value that is made of a struct of to-js.h.
template <class T>
MakeValue made(T value) {
  return [held = std::make_shared<const T>(std::move(value))](Napi::Env env) {
    return js::to_js(env, *held);
  };
}

}  // namespace breakeven

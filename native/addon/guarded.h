#pragma once

#include <napi.h>

#include <functional>

namespace breakeven {

/// Turns what the core throws into an Error with a code.
Napi::Value guarded(Napi::Env env, const std::function<Napi::Value()>& work);

}  // namespace breakeven

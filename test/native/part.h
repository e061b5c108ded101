#pragma once

#include <napi.h>

#include <exception>
#include <string>
#include <type_traits>
#include <utility>

#include "../../native/addon/values.h"

/// Functions of the core as functions of JavaScript, so that tests can give them samples, counters
/// and clocks: arguments are read by their types, and what comes back is written by its.
namespace breakeven::js {

template <class T>
T argument(const Napi::CallbackInfo& info, std::size_t at) {
  if constexpr (std::is_base_of_v<Napi::Value, T>) {
    return info[at].As<T>();
  } else {
    return read<T>(info[at], "argument " + std::to_string(at));
  }
}

template <class R, class... A, std::size_t... at>
Napi::Value call(R (*function)(A...), const Napi::CallbackInfo& info, std::index_sequence<at...>) {
  const auto called = [&] { return function(argument<std::decay_t<A>>(info, at)...); };
  if constexpr (std::is_void_v<R>) {
    called();
    return info.Env().Undefined();
  } else if constexpr (std::is_base_of_v<Napi::Value, R>) {
    return called();
  } else {
    return to_js(info.Env(), called());
  }
}

/// What an addon exports.
struct Part {
  Napi::Object exports;

  template <class R, class... A>
  Part& add(const char* name, R (*function)(A...)) {
    const auto made = [function](const Napi::CallbackInfo& info) {
      try {
        return call(function, info, std::index_sequence_for<A...>{});
      } catch (const Napi::Error&) {
        throw;
      } catch (const std::exception& error) {
        throw Napi::Error::New(info.Env(), error.what());
      }
    };
    exports.Set(name, Napi::Function::New(exports.Env(), made));
    return *this;
  }
};

}  // namespace breakeven::js

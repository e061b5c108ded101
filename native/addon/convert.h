#pragma once

#include <napi.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

/// Plain values of the core as JavaScript ones.
namespace breakeven::js {

template <class... Types>
Napi::Value scalar(Napi::Env env, const std::variant<Types...>& value) {
  return std::visit(
      [&](const auto& held) -> Napi::Value {
        using T = std::decay_t<decltype(held)>;
        if constexpr (std::is_same_v<T, bool>) return Napi::Boolean::New(env, held);
        if constexpr (std::is_same_v<T, double>) return Napi::Number::New(env, held);
        if constexpr (std::is_same_v<T, std::string>) return Napi::String::New(env, held);
      },
      value);
}

template <class Map>
Napi::Object scalars(Napi::Env env, const Map& map) {
  Napi::Object object = Napi::Object::New(env);
  for (const auto& [key, value] : map) object.Set(key, scalar(env, value));
  return object;
}

template <class List, class Convert>
Napi::Array array(Napi::Env env, const List& list, Convert&& convert) {
  Napi::Array result = Napi::Array::New(env, std::size(list));
  std::uint32_t index = 0;
  for (const auto& item : list) result.Set(index++, convert(item));
  return result;
}

inline Napi::Value text_or_null(Napi::Env env, const std::string& text) {
  return text.empty() ? env.Null() : Napi::Value(Napi::String::New(env, text));
}

inline Napi::Float64Array doubles(Napi::Env env, const std::vector<double>& list) {
  Napi::Float64Array result = Napi::Float64Array::New(env, list.size());
  std::copy(list.begin(), list.end(), result.Data());
  return result;
}

}  // namespace breakeven::js

#pragma once

#include <napi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "../core/values.h"

/// Values of the core as JavaScript ones, and back. What a struct is in JavaScript is said once, by
/// a function `describe` of to-js.h or from-js.h, which names its properties.
namespace breakeven::js {

/// An Error with `code`, one of the contract's failure codes.
inline Napi::Error error(Napi::Env env, const std::string& code, const std::string& message) {
  Napi::Error error = Napi::Error::New(env, message);
  error.Set("code", Napi::String::New(env, code));
  return error;
}

/// Words of an enumeration, in its order.
template <class E>
inline constexpr const char* const* words = nullptr;

template <class T, template <class...> class Template>
inline constexpr bool is = false;
template <template <class...> class Template, class... Types>
inline constexpr bool is<Template<Types...>, Template> = true;

template <class T>
Napi::Value to_js(Napi::Env env, const T& value);
/// Throws Napi::Error with code bad-input where the value has another type; `path` names it.
template <class T>
void from_js(const Napi::Value& value, const std::string& path, T& to);

/// Sets properties of an object; each function takes any number of names with their values.
struct Writer {
  Napi::Env env;
  Napi::Object object;

  template <class T, class... More>
  void operator()(const char* name, const T& value, const More&... more) {
    object.Set(name, to_js(env, value));
    if constexpr (sizeof...(more) > 0) (*this)(more...);
  }
  void or_null(const char* name, const std::string& text) {
    (*this)(name, text.empty() ? std::nullopt : std::optional(text));
  }
  /// Leaves out what has no value, and texts and lists without any.
  template <class T, class... More>
  void maybe(const char* name, const T& value, const More&... more) {
    if constexpr (is<T, std::optional>) {
      if (value) (*this)(name, *value);
    } else {
      if (!value.empty()) (*this)(name, value);
    }
    if constexpr (sizeof...(more) > 0) maybe(more...);
  }
};

/// Reads properties of an object.
struct Reader {
  Napi::Object object;
  /// Of the object, empty for one whose properties are named alone.
  std::string path;

  std::string of(const std::string& name) const { return path.empty() ? name : path + "." + name; }

  template <class T, class... More>
  void operator()(const char* name, T& to, More&... more) const {
    from_js(object.Get(name), of(name), to);
    if constexpr (sizeof...(more) > 0) (*this)(more...);
  }
  bool has(const char* name) const {
    const Napi::Value value = object.Get(name);
    return !value.IsUndefined() && !value.IsNull();
  }
  /// Leaves what it is where it is missing or null.
  template <class T, class... More>
  void maybe(const char* name, T& to, More&... more) const {
    if (has(name)) (*this)(name, to);
    if constexpr (sizeof...(more) > 0) maybe(more...);
  }
  void need(bool holds, const std::string& name, const std::string& what) const {
    if (!holds) throw error(object.Env(), "bad-input", of(name) + " is " + what);
  }
};

template <class T>
Napi::Value to_js(Napi::Env env, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return Napi::Boolean::New(env, value);
  } else if constexpr (std::is_arithmetic_v<T>) {
    return Napi::Number::New(env, static_cast<double>(value));
  } else if constexpr (std::is_enum_v<T>) {
    return Napi::String::New(env, words<T>[static_cast<std::size_t>(value)]);
  } else if constexpr (std::is_convertible_v<T, std::string>) {
    return Napi::String::New(env, std::string(value));
  } else if constexpr (is<T, std::optional>) {
    return value ? to_js(env, *value) : env.Null();
  } else if constexpr (is<T, std::variant>) {
    return std::visit([&](const auto& held) { return to_js(env, held); }, value);
  } else if constexpr (std::is_same_v<T, Values>) {
    return to_js(env, value.all());
  } else if constexpr (is<T, std::map>) {
    Napi::Object object = Napi::Object::New(env);
    for (const auto& [key, item] : value) object.Set(key, to_js(env, item));
    return object;
  } else if constexpr (std::is_same_v<T, std::vector<double>>) {
    Napi::Float64Array numbers = Napi::Float64Array::New(env, value.size());
    std::copy(value.begin(), value.end(), numbers.Data());
    return numbers;
  } else if constexpr (std::is_same_v<T, std::vector<std::byte>>) {
    // A copy: external buffers are forbidden where Electron runs the engine.
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(value.data());
    return Napi::Buffer<std::uint8_t>::Copy(env, bytes, value.size());
  } else if constexpr (is<T, std::vector>) {
    Napi::Array list = Napi::Array::New(env, value.size());
    for (std::uint32_t i = 0; i < value.size(); ++i) list.Set(i, to_js(env, value[i]));
    return list;
  } else {
    Writer writer{env, Napi::Object::New(env)};
    describe(writer, value);
    return writer.object;
  }
}

template <class T>
void from_js(const Napi::Value& value, const std::string& path, T& to) {
  const auto need = [&](bool holds, const char* what) {
    if (holds) return;
    throw error(value.Env(), "bad-input", path + " is missing or not " + what);
  };
  if constexpr (std::is_same_v<T, bool>) {
    need(value.IsBoolean(), "true or false");
    to = value.As<Napi::Boolean>();
  } else if constexpr (std::is_integral_v<T>) {
    double number = 0;
    from_js(value, path, number);
    need(number == std::floor(number) && number >= std::numeric_limits<T>::min() &&
             number <= std::numeric_limits<T>::max(),
         "a whole number");
    to = static_cast<T>(number);
  } else if constexpr (std::is_same_v<T, double>) {
    need(value.IsNumber(), "a number");
    to = value.As<Napi::Number>();
  } else if constexpr (std::is_same_v<T, std::string>) {
    need(value.IsString(), "a text");
    to = value.As<Napi::String>();
  } else if constexpr (is<T, std::optional>) {
    to.reset();
    if (!value.IsUndefined() && !value.IsNull()) from_js(value, path, to.emplace());
  } else if constexpr (std::is_same_v<T, Values::Scalar>) {
    need(value.IsNumber() || value.IsString() || value.IsBoolean(), "a number, a text or a flag");
    if (value.IsNumber()) from_js(value, path, to.template emplace<double>());
    if (value.IsString()) from_js(value, path, to.template emplace<std::string>());
    if (value.IsBoolean()) from_js(value, path, to.template emplace<bool>());
  } else if constexpr (std::is_same_v<T, Values>) {
    std::map<std::string, Values::Scalar> scalars;
    from_js(value, path, scalars);
    for (auto& [key, scalar] : scalars) to.set(key, std::move(scalar));
  } else if constexpr (is<T, std::map>) {
    need(value.IsObject(), "an object");
    for (const auto& [key, item] : value.As<Napi::Object>()) {
      const std::string name = key.ToString();
      from_js(Napi::Value(item), path + "." + name, to[name]);
    }
  } else if constexpr (is<T, std::vector>) {
    need(value.IsArray(), "a list");
    const Napi::Array list = value.As<Napi::Array>();
    to.resize(list.Length());
    for (std::uint32_t i = 0; i < to.size(); ++i) {
      from_js(list.Get(i), path + "[" + std::to_string(i) + "]", to[i]);
    }
  } else {
    need(value.IsObject(), "an object");
    Reader reader{value.As<Napi::Object>(), path};
    describe(reader, to);
  }
}

/// What is given under a name.
template <class T>
T read(const Napi::Value& value, const std::string& name) {
  T to{};
  from_js(value, name, to);
  return to;
}

}  // namespace breakeven::js

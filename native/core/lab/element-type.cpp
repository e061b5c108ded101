#include "element-type.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>

namespace breakeven::lab {
namespace {

constexpr const char* names[] = {
    "int8",   "int16",   "int32",    "int64",   "uint8",   "uint16",    "uint32",
    "uint64", "float16", "bfloat16", "float32", "float64", "complex64", "complex128",
};

template <class T>
std::string real_text(T value) {
  char text[64];
  const auto result = std::to_chars(text, text + sizeof text, value);
  return std::string(text, result.ptr);
}

template <class T>
std::string text_of(const T& value) {
  if constexpr (is_complex<T>) {
    const std::string imaginary = real_text(value.imag());
    return real_text(value.real()) + (imaginary[0] == '-' ? "" : "+") + imaginary + "i";
  } else if constexpr (std::is_same_v<T, Half> || std::is_same_v<T, Bfloat>) {
    return real_text(static_cast<float>(static_cast<double>(value)));
  } else {
    return real_text(value);
  }
}

}  // namespace

template <int exponent_bits>
Float16<exponent_bits>::Float16(double value) {
  constexpr int mantissa_bits = 15 - exponent_bits;
  constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  constexpr std::uint32_t infinity = ((1u << exponent_bits) - 1) << mantissa_bits;
  const std::uint32_t sign = std::signbit(value) ? 0x8000u : 0u;
  const double size = std::fabs(value);
  std::uint32_t rounded = 0;
  if (std::isnan(value)) {
    rounded = infinity | 1u << (mantissa_bits - 1);
  } else if (std::isinf(value)) {
    rounded = infinity;
  } else if (size > 0) {
    const int exponent = std::max(std::ilogb(size), 1 - bias);
    // In units of the last place. A carry goes into the exponent, and from the maximum to
    // infinity.
    const double units = std::nearbyint(std::ldexp(size, mantissa_bits - exponent));
    const std::int64_t code = (static_cast<std::int64_t>(exponent + bias - 1) << mantissa_bits) +
                              static_cast<std::int64_t>(units);
    rounded = static_cast<std::uint32_t>(std::min<std::int64_t>(code, infinity));
  }
  bits = static_cast<std::uint16_t>(sign | rounded);
}

template <int exponent_bits>
Float16<exponent_bits>::operator double() const {
  constexpr int mantissa_bits = 15 - exponent_bits;
  constexpr int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = (bits & 0x7FFF) >> mantissa_bits;
  const int mantissa = bits & ((1 << mantissa_bits) - 1);
  double size = 0;
  if (exponent == (1 << exponent_bits) - 1) {
    size = mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : std::numeric_limits<double>::infinity();
  } else if (exponent == 0) {
    size = std::ldexp(mantissa, 1 - bias - mantissa_bits);
  } else {
    size = std::ldexp(mantissa + (1 << mantissa_bits), exponent - bias - mantissa_bits);
  }
  return (bits & 0x8000) != 0 ? -size : size;
}

template struct Float16<5>;
template struct Float16<8>;

std::optional<ElementType> element_type(std::string_view name) {
  const auto* found = std::find(std::begin(names), std::end(names), name);
  if (found == std::end(names)) return std::nullopt;
  return static_cast<ElementType>(found - std::begin(names));
}

const char* name_of(ElementType type) { return names[static_cast<std::size_t>(type)]; }

std::size_t bytes_of(ElementType type) {
  return with_type(type, [](auto zero) { return sizeof zero; });
}

bool fits(ElementType type, double value) {
  return with_type(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (std::is_integral_v<T>) {
      // The maximum plus one is exact for every type, the maximum is not.
      const double low = static_cast<double>(std::numeric_limits<T>::min());
      const double high = 2 * static_cast<double>(std::numeric_limits<T>::max() / 2 + 1);
      return value == std::floor(value) && value >= low && value < high;
    } else {
      return true;
    }
  });
}

void store(ElementType type, double value, void* to) {
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    T element{};
    if constexpr (is_complex<T>) {
      element = T(static_cast<typename T::value_type>(value));
    } else {
      element = static_cast<T>(value);
    }
    std::memcpy(to, &element, sizeof element);
  });
}

std::string element_text(ElementType type, const void* element) {
  return with_type(type, [&](auto zero) {
    decltype(zero) value;
    std::memcpy(&value, element, sizeof value);
    return text_of(value);
  });
}

bool store_word(ElementType type, const std::string& word, std::byte* to) {
  char* end = nullptr;
  const auto whole = [&] { return end == word.c_str() + word.size(); };
  // Numbers of 64 bits have more digits than a double.
  if (type == ElementType::uint64 && word.front() != '-') {
    errno = 0;
    const std::uint64_t value = std::strtoull(word.c_str(), &end, 10);
    if (whole() && errno == 0) {
      std::memcpy(to, &value, sizeof value);
      return true;
    }
  }
  if (type == ElementType::int64) {
    errno = 0;
    const std::int64_t value = std::strtoll(word.c_str(), &end, 10);
    if (whole() && errno == 0) {
      std::memcpy(to, &value, sizeof value);
      return true;
    }
  }
  const double value = std::strtod(word.c_str(), &end);
  if (!whole() || !fits(type, value)) return false;
  store(type, value, to);
  return true;
}

bool is_number(const std::string& word) {
  char* end = nullptr;
  std::strtod(word.c_str(), &end);
  return !word.empty() && end == word.c_str() + word.size();
}

}  // namespace breakeven::lab

#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>

namespace breakeven::lab {

/// Element types of scalars and arrays.
enum class ElementType {
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float16,
  bfloat16,
  float32,
  float64,
  complex64,
  complex128,
};

/// A floating-point number of 16 bits, rounded to nearest, ties to even.
template <int exponent_bits>
struct Float16 {
  std::uint16_t bits = 0;

  Float16() = default;
  explicit Float16(double value);
  explicit operator double() const;
};
/// IEEE 754 binary16.
using Half = Float16<5>;
/// The upper half of a binary32.
using Bfloat = Float16<8>;
extern template struct Float16<5>;
extern template struct Float16<8>;

template <class T>
inline constexpr bool is_complex =
    std::is_same_v<T, std::complex<float>> || std::is_same_v<T, std::complex<double>>;

std::optional<ElementType> element_type(std::string_view name);
const char* name_of(ElementType type);
std::size_t bytes_of(ElementType type);

/// Calls `f` with a value of the C++ type of `type`.
template <class F>
decltype(auto) with_type(ElementType type, F&& f) {
  switch (type) {
    case ElementType::int8:
      return f(std::int8_t{});
    case ElementType::int16:
      return f(std::int16_t{});
    case ElementType::int32:
      return f(std::int32_t{});
    case ElementType::int64:
      return f(std::int64_t{});
    case ElementType::uint8:
      return f(std::uint8_t{});
    case ElementType::uint16:
      return f(std::uint16_t{});
    case ElementType::uint32:
      return f(std::uint32_t{});
    case ElementType::uint64:
      return f(std::uint64_t{});
    case ElementType::float16:
      return f(Half{});
    case ElementType::bfloat16:
      return f(Bfloat{});
    case ElementType::float32:
      return f(float{});
    case ElementType::float64:
      return f(double{});
    case ElementType::complex64:
      return f(std::complex<float>{});
    case ElementType::complex128:
      return f(std::complex<double>{});
  }
  throw std::logic_error("an element type without a C++ type");
}

inline bool is_integer(ElementType type) {
  return with_type(type, [](auto zero) { return std::is_integral_v<decltype(zero)>; });
}
inline bool is_complex_type(ElementType type) {
  return with_type(type, [](auto zero) { return is_complex<decltype(zero)>; });
}

/// Whether a number is one of this type: a whole one in its range for integers; anything for the
/// others.
bool fits(ElementType type, double value);

/// Writes a number that fits.
void store(ElementType type, double value, void* to);

/// Whether the whole word is a number of the type, which is stored.
bool store_word(ElementType type, const std::string& word, std::byte* to);

/// Whether the whole word is a number.
bool is_number(const std::string& word);

/// One element in as many digits as it has: 3, 0.1, 1.5-2i.
std::string element_text(ElementType type, const void* element);

}  // namespace breakeven::lab

#pragma once

#include <charconv>
#ifndef __cpp_lib_to_chars
#include <cerrno>
#include <clocale>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <system_error>
#endif

namespace breakeven {

/// A decimal number at the start of [first, last), with a point in every locale, as std::from_chars
/// reads it. libc++ has that function for floating-point numbers only from version 20 on; elsewhere
/// the C library reads the number in the "C" locale.
inline std::from_chars_result parse_real(const char* first, const char* last, double& value) {
#ifdef __cpp_lib_to_chars
  return std::from_chars(first, last, value);
#else
  static const locale_t locale = newlocale(LC_ALL_MASK, "C", nullptr);
  const std::string text(first, last);
  // strtod also takes spaces, a plus sign and hexadecimal digits.
  const std::size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  const bool number = text.size() > sign && text[sign] != '+' && text[sign] != '-' &&
                      text[sign] != ' ' && !(text[sign] >= '\t' && text[sign] <= '\r');
  const bool hexadecimal =
      number && text.size() > sign + 1 && text[sign] == '0' && (text[sign + 1] | 0x20) == 'x';
  if (hexadecimal) {
    value = sign == 0 ? 0.0 : -0.0;
    return {first + sign + 1, std::errc()};
  }
  char* end = nullptr;
  errno = 0;
  const double read = number ? strtod_l(text.c_str(), &end, locale) : 0;
  if (!number || end == text.c_str()) return {first, std::errc::invalid_argument};
  // Also set for a subnormal number, which is in range.
  const bool out_of_range = errno == ERANGE && (read == 0 || std::isinf(read));
  if (out_of_range) return {first + (end - text.c_str()), std::errc::result_out_of_range};
  value = read;
  return {first + (end - text.c_str()), std::errc()};
#endif
}

}  // namespace breakeven

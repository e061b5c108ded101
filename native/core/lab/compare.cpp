#include "compare.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <mutex>
#include <type_traits>

#include "../parallel.h"

namespace breakeven::lab {
namespace {

constexpr std::size_t grain = std::size_t{1} << 18;

struct Difference {
  std::size_t first = std::numeric_limits<std::size_t>::max();
  std::size_t count = 0;
  /// The maximum of all elements.
  double max_error = 0;
};

/// For differences without overflow: 64-bit integers need more than a double.
template <class T>
auto wide(const T& value) {
  if constexpr (is_complex<T>) {
    return std::complex<double>(value);
  } else if constexpr (std::is_integral_v<T> && sizeof(T) == 8) {
    return static_cast<long double>(value);
  } else {
    return static_cast<double>(value);
  }
}

template <class T>
bool is_finite(const T& value) {
  if constexpr (is_complex<T>) {
    return std::isfinite(value.real()) && std::isfinite(value.imag());
  } else {
    return std::isfinite(wide(value));
  }
}

/// Equality of numbers; an infinity equals itself, NaN equals nothing.
template <class T>
bool same_number(const T& a, const T& b) {
  return wide(a) == wide(b);
}

/// Of the finite elements of an array.
template <class T>
double root_mean_square(const T* values, std::size_t count) {
  double sum = 0;
  double finite = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_finite(values[i])) continue;
    const auto magnitude = static_cast<double>(std::abs(wide(values[i])));
    sum += magnitude * magnitude;
    ++finite;
  }
  return finite > 0 ? std::sqrt(sum / finite) : 0;
}

template <class T>
bool agrees(const CheckDescription& rule, double atol, const T& want, const T& got, double& error) {
  error = 0;
  if (rule.exact) {
    if (std::memcmp(&want, &got, sizeof want) == 0) return true;
    error = is_finite(want) && is_finite(got)
                ? static_cast<double>(std::abs(wide(got) - wide(want)))
                : std::numeric_limits<double>::infinity();
    return false;
  }
  if (same_number(want, got)) return true;
  if (!is_finite(want) || !is_finite(got)) {
    error = std::numeric_limits<double>::infinity();
    return false;
  }
  const auto difference = std::abs(wide(got) - wide(want));
  error = static_cast<double>(difference);
  return difference <= atol + rule.rtol * std::abs(wide(want));
}

template <class T>
Difference difference_of(const CheckDescription& rule, const void* expected, const void* actual,
                         std::size_t count) {
  Difference whole;
  std::mutex mutex;
  const double atol = rule.exact ? 0
                      : rule.atol
                          ? *rule.atol
                          : rule.rtol * root_mean_square(static_cast<const T*>(expected), count);
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    const T* const want = static_cast<const T*>(expected);
    const T* const got = static_cast<const T*>(actual);
    Difference piece;
    for (std::size_t i = begin; i < end; ++i) {
      double error = 0;
      if (!agrees(rule, atol, want[i], got[i], error)) {
        piece.first = std::min(piece.first, i);
        ++piece.count;
      }
      piece.max_error = std::max(piece.max_error, error);
    }
    const std::lock_guard lock(mutex);
    whole.first = std::min(whole.first, piece.first);
    whole.count += piece.count;
    whole.max_error = std::max(whole.max_error, piece.max_error);
  });
  return whole;
}

}  // namespace

Check compare(const CheckDescription& rule, const LabData& expected, const LabData& actual) {
  Check check;
  check.passed = true;
  check.rule = rule.exact ? "exact" : "tolerance";
  const Arguments& arguments = *expected.arguments;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Argument& argument = arguments[i];
    if (!argument.out) continue;
    const std::byte* const want = expected.arrays_by_argument[i].data();
    const std::byte* const got = actual.arrays_by_argument[i].data();
    const std::size_t count = expected.count(i);
    const Difference found = with_type(argument.type, [&](auto zero) {
      return difference_of<decltype(zero)>(rule, want, got, count);
    });
    check.max_error = std::max(check.max_error, found.max_error);
    if (found.count == 0 || !check.passed) continue;
    const std::size_t at = found.first * bytes_of(argument.type);
    check.passed = false;
    check.message = place_of(argument.name, expected.shapes[i], found.first) + " is " +
                    element_text(argument.type, got + at) + ", expected " +
                    element_text(argument.type, want + at);
    if (found.count > 1) {
      check.message +=
          "; " + std::to_string(found.count) + " of " + std::to_string(count) + " elements differ";
    }
  }
  if (check.passed) {
    check.message =
        rule.exact ? "every element is equal" : "maximum error " + number_text(check.max_error);
  }
  return check;
}

}  // namespace breakeven::lab

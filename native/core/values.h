#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace breakeven {

/// The axis values of one case, by axis id. Numbers are doubles, exact for integers up to 2^53.
class Values {
 public:
  using Scalar = std::variant<double, std::string, bool>;

  void set(const std::string& axis, Scalar value) { values_[axis] = std::move(value); }
  bool has(const std::string& axis) const { return values_.count(axis) != 0; }

  /// The value of a numeric axis. Throws std::out_of_range when the case does not have it.
  double real(const std::string& axis) const { return get<double>(axis); }
  std::int64_t integer(const std::string& axis) const {
    return static_cast<std::int64_t>(get<double>(axis));
  }
  const std::string& text(const std::string& axis) const { return get<std::string>(axis); }
  bool flag(const std::string& axis) const { return get<bool>(axis); }

  const std::map<std::string, Scalar>& all() const { return values_; }

 private:
  template <class T>
  const T& get(const std::string& axis) const {
    const auto found = values_.find(axis);
    if (found == values_.end() || !std::holds_alternative<T>(found->second)) {
      throw std::out_of_range("the case has no value of the expected type for axis '" + axis + "'");
    }
    return std::get<T>(found->second);
  }

  std::map<std::string, Scalar> values_;
};

enum class AxisType { integer, real, choice, text, flag };

/// What an axis decides: the generated input, how a variant runs, or how it is measured.
enum class AxisRole { input, variant, measurement };

struct Choice {
  std::string id;
  std::string help;
};

/// One parameter of a workload or variant, described so that forms, flags and checks can be
/// generated from it.
struct Axis {
  std::string id;
  std::string title;
  std::string help;
  AxisType type = AxisType::integer;
  AxisRole role = AxisRole::input;
  double min = 0;
  double max = 0;
  double default_number = 0;
  std::string default_text{};
  bool default_flag = false;
  std::string unit{};
  /// Sweeps are geometric and figures logarithmic by default.
  bool logarithmic = false;
  std::vector<Choice> choices{};
};

/// Threads of a case on the CPU; 1 of variants without the axis.
inline int threads_of(const Values& values) {
  return values.has("threads") ? static_cast<int>(values.integer("threads")) : 1;
}

}  // namespace breakeven

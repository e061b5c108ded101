#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "../values.h"
#include "description.h"
#include "element-type.h"
#include "expression.h"
#include "fill.h"

namespace breakeven::lab {

/// One parameter of the function that a lab measures.
struct Argument {
  std::string name;
  ElementType type = ElementType::int32;
  bool is_array = false;
  /// Of a scalar.
  std::optional<Expression> value{};
  /// Of an array.
  std::vector<Expression> shape{};
  std::optional<Fill> fill{};
  bool out = false;
  /// What the function returns.
  bool returned = false;
  bool workspace = false;
  bool on_device = false;

  bool is_input() const { return is_array && fill.has_value(); }
  bool in_place() const { return is_array && out && fill.has_value(); }
};

/// A scalar's bytes.
using ScalarValue = std::array<std::byte, 16>;

/// Throws BadInput with one sentence that names the argument. `names`: of the workload's axes.
std::vector<Argument> parse_arguments(const std::vector<ArgumentDescription>& descriptions,
                                      const std::vector<std::string>& names, bool has_generator);

/// Parses an expression that may name `names` alone. `owner` begins the sentence of an error.
Expression parse_over(const std::string& owner, const std::string& text,
                      const std::vector<std::string>& names);

/// Throws BadInput when a size is negative, no whole number, or beyond 2^53 in all.
std::vector<std::size_t> shape_at(const Argument& argument, const Values& values);

/// Throws BadInput when the value does not fit the type.
ScalarValue scalar_at(const Argument& argument, const Values& values);

std::size_t count_of(const std::vector<std::size_t>& shape);

/// Of the array at these values. Throws as shape_at does.
double bytes_at(const Argument& argument, const Values& values);

/// "x at [3, 7]" for element `index`.
std::string place_of(const std::string& name, const std::vector<std::size_t>& shape,
                     std::size_t index);

}  // namespace breakeven::lab

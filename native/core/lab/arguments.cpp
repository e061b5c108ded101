#include "arguments.h"

#include <algorithm>
#include <cmath>

#include "../errors.h"

namespace breakeven::lab {
namespace {

constexpr double max_elements = 0x1p53;

Argument parse_argument(const ArgumentDescription& given, const std::vector<std::string>& names,
                        bool has_generator) {
  const std::string owner = "argument " + given.name;
  const std::optional<ElementType> type = element_type(given.type);
  if (!type) throw BadInput(owner + " has the unknown type '" + given.type + "'");
  Argument argument{.name = given.name, .type = *type, .is_array = given.is_array};
  if (!given.is_array) {
    if (is_complex_type(*type))
      throw BadInput(owner + " is a complex scalar, allowed is a real one");
    argument.value = parse_over("the value of " + owner, given.value, names);
    return argument;
  }
  for (const std::string& size : given.shape) {
    argument.shape.push_back(parse_over("the shape of " + owner, size, names));
  }
  argument.out = given.out;
  argument.returned = given.returned;
  argument.workspace = given.workspace;
  argument.on_device = given.on_device;
  if (!given.fill) {
    if (!given.out && !given.workspace) throw BadInput(owner + " is an input array without a fill");
    return argument;
  }
  try {
    argument.fill = Fill::parse(*given.fill, *type, names);
  } catch (const BadInput& error) {
    throw BadInput(owner + ": " + error.what());
  }
  if (argument.fill->kind() == Fill::Kind::generate && !has_generator) {
    throw BadInput(owner + " is to be generated, and the lab has no generator");
  }
  return argument;
}

}  // namespace

std::vector<Argument> parse_arguments(const std::vector<ArgumentDescription>& descriptions,
                                      const std::vector<std::string>& names, bool has_generator) {
  std::vector<Argument> arguments;
  for (const ArgumentDescription& given : descriptions) {
    const auto same = [&](const Argument& other) { return other.name == given.name; };
    if (std::any_of(arguments.begin(), arguments.end(), same)) {
      throw BadInput("argument " + given.name + " is given twice");
    }
    arguments.push_back(parse_argument(given, names, has_generator));
  }
  const auto is_out = [](const Argument& argument) { return argument.out; };
  if (std::none_of(arguments.begin(), arguments.end(), is_out)) {
    throw BadInput("no array of the lab is an output: give one `out = true`");
  }
  return arguments;
}

Expression parse_over(const std::string& owner, const std::string& text,
                      const std::vector<std::string>& names) {
  try {
    return Expression::parse(text, names);
  } catch (const BadInput& error) {
    throw BadInput(owner + ": " + error.what());
  }
}

std::vector<std::size_t> shape_at(const Argument& argument, const Values& values) {
  std::vector<std::size_t> shape;
  double count = 1;
  for (const Expression& expression : argument.shape) {
    const double size = expression.evaluate(lookup_in(values));
    if (size != std::floor(size) || size < 0) {
      throw BadInput("the shape of " + argument.name + ", " + expression.text() + ", is " +
                     number_text(size) + " at these values: allowed is a whole number from 0");
    }
    count *= size;
    if (size > max_elements || count > max_elements) {
      throw BadInput("array " + argument.name + " has more than 2^53 elements at these values");
    }
    shape.push_back(static_cast<std::size_t>(size));
  }
  return shape;
}

ScalarValue scalar_at(const Argument& argument, const Values& values) {
  const double value = argument.value->evaluate(lookup_in(values));
  if (!fits(argument.type, value)) {
    throw BadInput("the value of " + argument.name + " is " + number_text(value) +
                   " at these values, which is no " + name_of(argument.type));
  }
  ScalarValue bytes{};
  store(argument.type, value, bytes.data());
  return bytes;
}

std::size_t count_of(const std::vector<std::size_t>& shape) {
  std::size_t count = 1;
  for (const std::size_t size : shape) count *= size;
  return count;
}

double bytes_at(const Argument& argument, const Values& values) {
  return static_cast<double>(count_of(shape_at(argument, values))) *
         static_cast<double>(bytes_of(argument.type));
}

std::string place_of(const std::string& name, const std::vector<std::size_t>& shape,
                     std::size_t index) {
  std::string position;
  for (std::size_t d = shape.size(); d-- > 0;) {
    position = std::to_string(index % shape[d]) + (position.empty() ? "" : ", ") + position;
    index /= shape[d];
  }
  return name + "[" + position + "]";
}

}  // namespace breakeven::lab

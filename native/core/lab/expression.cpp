#include "expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "../errors.h"
#include "../parse-real.h"

namespace breakeven::lab {
namespace {

/// The middle of a chained comparison is computed twice.
constexpr int max_steps = 100'000;

}  // namespace

class Evaluation {
 public:
  Evaluation(const Expression& expression, const Expression::Lookup& lookup)
      : expression_(expression), lookup_(lookup) {}

  double of(std::size_t index) const {
    const Node& node = expression_.nodes_[index];
    if (++steps_ > max_steps)
      Expression::refuse(expression_.text(), "takes too many steps", node.position);
    // Without the sign of a zero.
    const double value = compute(node) + 0.0;
    if (!std::isfinite(value))
      Expression::refuse(expression_.text(), "is not finite", node.position);
    return value;
  }

 private:
  using Op = Expression::Op;
  using Node = Expression::Node;

  double compute(const Node& node) const {
    const auto argument = [&](std::size_t i) { return of(node.operands[i]); };
    switch (node.op) {
      case Op::number:
        return node.number;
      case Op::name:
      case Op::is_text:
        return named(node);
      case Op::negate:
        return -argument(0);
      case Op::logical_not:
        return argument(0) == 0;
      case Op::logical_and:
        return argument(0) != 0 && argument(1) != 0;
      case Op::logical_or:
        return argument(0) != 0 || argument(1) != 0;
      case Op::floor:
        return std::floor(argument(0));
      case Op::ceil:
        return std::ceil(argument(0));
      case Op::pow2:
        return std::exp2(argument(0));
      case Op::log2:
        return logarithm(argument(0), node);
      case Op::min:
      case Op::max:
        return extreme(node);
      default:
        return binary(node, argument(0), argument(1));
    }
  }

  double binary(const Node& node, double a, double b) const {
    switch (node.op) {
      case Op::add:
        return a + b;
      case Op::subtract:
        return a - b;
      case Op::multiply:
        return a * b;
      case Op::divide:
        return a / divisor(b, node);
      case Op::floor_divide:
        return floor_quotient(a, divisor(b, node));
      case Op::ceildiv:
        return -floor_quotient(-a, divisor(b, node));
      case Op::modulo:
        return modulo(a, divisor(b, node));
      case Op::power:
        return std::pow(a, b);
      case Op::less:
        return a < b;
      case Op::less_equal:
        return a <= b;
      case Op::greater:
        return a > b;
      case Op::greater_equal:
        return a >= b;
      case Op::equal:
        return a == b;
      default:
        return a != b;
    }
  }

  /// By the remainder, because the quotient itself may round up to a whole number.
  static double floor_quotient(double a, double b) {
    const double remainder = modulo(a, b);
    return std::round((a - remainder) / b);
  }

  static double modulo(double a, double b) {
    const double remainder = std::fmod(a, b);
    return remainder != 0 && (remainder < 0) != (b < 0) ? remainder + b : remainder;
  }

  double divisor(double b, const Node& node) const {
    if (b == 0) Expression::refuse(expression_.text(), "divides by zero", node.position);
    return b;
  }

  double logarithm(double a, const Node& node) const {
    if (!(a > 0)) {
      Expression::refuse(expression_.text(), "takes the logarithm of " + number_text(a),
                         node.position);
    }
    return std::log2(a);
  }

  double extreme(const Node& node) const {
    double found = of(node.operands.front());
    for (const std::size_t operand : node.operands) {
      const double value = of(operand);
      found = node.op == Op::min ? std::min(found, value) : std::max(found, value);
    }
    return found;
  }

  double named(const Node& node) const {
    const std::optional<double> value = lookup_(node.name);
    if (!value) {
      Expression::refuse(expression_.text(), "names the unknown '" + node.name + "'",
                         node.position);
    }
    return *value;
  }

  const Expression& expression_;
  const Expression::Lookup& lookup_;
  mutable int steps_ = 0;
};

void Expression::refuse(const std::string& text, const std::string& what, std::size_t position) {
  const bool power = position <= text.size() && text[position - 1] == '^';
  throw BadInput("\"" + text + "\" " + what + ", at character " + std::to_string(position) +
                 (power ? "; a power is written **" : ""));
}

std::optional<double> number_in(std::string_view text) {
  double value = 0;
  const auto [end, error] = parse_real(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

double Expression::evaluate(const Lookup& lookup) const {
  return Evaluation(*this, lookup).of(root_);
}

Expression::Lookup lookup_in(const Values& values) {
  return [&values](const std::string& name) -> std::optional<double> {
    const std::size_t quote = name.find('"');
    const auto found = values.all().find(name.substr(0, quote));
    if (found == values.all().end()) return std::nullopt;
    if (quote != std::string::npos) {
      const auto* text = std::get_if<std::string>(&found->second);
      return text != nullptr && *text == name.substr(quote + 1);
    }
    if (const auto* number = std::get_if<double>(&found->second)) return *number;
    if (const auto* flag = std::get_if<bool>(&found->second)) return *flag ? 1 : 0;
    return number_in(std::get<std::string>(found->second));
  };
}

std::string number_text(double value) {
  char text[32];
  const auto [end, error] = std::to_chars(text, text + sizeof text, value);
  static_cast<void>(error);
  return std::string(text, end);
}

UnknownWord::UnknownWord(Fault unknown)
    : BadInput([&] {
        std::string list;
        for (const std::string& one : unknown.known) list += (list.empty() ? "" : ", ") + one;
        return unknown.before + (list.empty() ? "" : "; there are " + list) + unknown.after;
      }()),
      fault(std::move(unknown)) {}

Expression Expression::parse(std::string_view text, const std::vector<std::string>& names) {
  Expression expression = parse(text);
  for (const std::string& name : expression.names_) {
    if (name == "seed" || std::find(names.begin(), names.end(), name) != names.end()) continue;
    throw UnknownWord({.before = "unknown name \"" + name + "\"",
                       .unknown = name,
                       .known = names,
                       .after = " (" + expression.text_ + ")"});
  }
  return expression;
}

}  // namespace breakeven::lab

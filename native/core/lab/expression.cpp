#include "expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "../errors.h"
#include "../parse-real.h"

namespace breakeven::lab {
namespace {

constexpr std::size_t max_characters = 2000;
constexpr int max_depth = 100;
/// The middle of a chained comparison is computed twice.
constexpr int max_steps = 100'000;

[[noreturn]] void refuse(const std::string& text, const std::string& what, std::size_t position) {
  throw BadInput("\"" + text + "\" " + what + ", at character " + std::to_string(position));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

/// Recursive descent, one function a level of precedence.
class Parser {
 public:
  explicit Parser(std::string_view text) { expression_.text_ = text; }

  Expression parse() {
    if (text().size() > max_characters) {
      throw BadInput("an expression has " + std::to_string(text().size()) +
                     " characters, allowed is up to " + std::to_string(max_characters));
    }
    expression_.root_ = disjunction();
    skip_space();
    if (at_ < text().size()) refuse(text(), "goes on where it should end", at_ + 1);
    return std::move(expression_);
  }

 private:
  using Op = Expression::Op;
  using Node = Expression::Node;
  using Index = std::size_t;

  const std::string& text() const { return expression_.text_; }

  void skip_space() {
    while (at_ < text().size() && (text()[at_] == ' ' || text()[at_] == '\t')) ++at_;
  }

  bool accept(std::string_view symbol) {
    skip_space();
    if (text().compare(at_, symbol.size(), symbol) != 0) return false;
    at_ += symbol.size();
    return true;
  }

  bool accept_word(std::string_view word) {
    skip_space();
    if (text().compare(at_, word.size(), word) != 0) return false;
    const std::size_t end = at_ + word.size();
    if (end < text().size() && (is_letter(text()[end]) || is_digit(text()[end]))) return false;
    at_ = end;
    return true;
  }

  Index add(Op op, std::vector<Index> operands, std::size_t position) {
    Node node;
    node.op = op;
    node.operands = std::move(operands);
    node.position = position;
    expression_.nodes_.push_back(std::move(node));
    return expression_.nodes_.size() - 1;
  }

  /// Guards the stack against texts of brackets alone.
  struct Depth {
    explicit Depth(Parser& parser) : parser(parser) {
      if (++parser.depth_ > max_depth) {
        refuse(parser.text(), "is nested too deeply", parser.at_ + 1);
      }
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --parser.depth_; }
    Parser& parser;
  };

  Index disjunction() {
    const Depth depth(*this);
    Index left = conjunction();
    for (;;) {
      const std::size_t position = next();
      if (!accept_word("or")) return left;
      const Index right = conjunction();
      left = add(Op::logical_or, {left, right}, position);
    }
  }

  Index conjunction() {
    Index left = negation();
    for (;;) {
      const std::size_t position = next();
      if (!accept_word("and")) return left;
      const Index right = negation();
      left = add(Op::logical_and, {left, right}, position);
    }
  }

  Index negation() {
    const Depth depth(*this);
    const std::size_t position = next();
    if (accept_word("not")) return add(Op::logical_not, {negation()}, position);
    return comparison();
  }

  /// a < b < c is a < b and b < c.
  Index comparison() {
    Index left = sum();
    Index result = left;
    for (bool first = true;; first = false) {
      const std::size_t position = next();
      const std::optional<Op> op = comparison_sign();
      if (!op) return result;
      const Index right = sum();
      const Index compared = add(*op, {left, right}, position);
      result = first ? compared : add(Op::logical_and, {result, compared}, position);
      left = right;
    }
  }

  std::optional<Op> comparison_sign() {
    if (accept("<=")) return Op::less_equal;
    if (accept(">=")) return Op::greater_equal;
    if (accept("==")) return Op::equal;
    if (accept("!=")) return Op::not_equal;
    if (accept("<")) return Op::less;
    if (accept(">")) return Op::greater;
    return std::nullopt;
  }

  Index sum() {
    Index left = product();
    for (;;) {
      const std::size_t position = next();
      if (accept("+")) {
        left = add(Op::add, {left, product()}, position);
      } else if (accept("-")) {
        left = add(Op::subtract, {left, product()}, position);
      } else {
        return left;
      }
    }
  }

  Index product() {
    Index left = signed_value();
    for (;;) {
      const std::size_t position = next();
      if (text().compare(at_, 2, "**") == 0) return left;
      if (accept("//")) {
        left = add(Op::floor_divide, {left, signed_value()}, position);
      } else if (accept("*")) {
        left = add(Op::multiply, {left, signed_value()}, position);
      } else if (accept("/")) {
        left = add(Op::divide, {left, signed_value()}, position);
      } else if (accept("%")) {
        left = add(Op::modulo, {left, signed_value()}, position);
      } else {
        return left;
      }
    }
  }

  Index signed_value() {
    const Depth depth(*this);
    const std::size_t position = next();
    if (accept("-")) return add(Op::negate, {signed_value()}, position);
    if (accept("+")) return signed_value();
    const Index base = value();
    const std::size_t sign = next();
    if (accept("**")) return add(Op::power, {base, signed_value()}, sign);
    return base;
  }

  Index value() {
    const std::size_t position = next();
    if (at_ == text().size()) refuse(text(), "ends where a value is expected", position);
    const char c = text()[at_];
    if (is_digit(c) || c == '.') return number(position);
    if (is_letter(c)) return name(position);
    if (accept("(")) {
      const Index inner = disjunction();
      if (!accept(")")) refuse(text(), "lacks a closing bracket", at_ + 1);
      return inner;
    }
    refuse(text(), "has '" + character() + "' where a value is expected", position);
  }

  /// Digits may be grouped by _.
  Index number(std::size_t position) {
    std::string digits;
    const auto take = [&] {
      while (at_ < text().size() && (is_digit(text()[at_]) || text()[at_] == '_')) {
        if (text()[at_] != '_') digits += text()[at_];
        ++at_;
      }
    };
    take();
    if (at_ < text().size() && text()[at_] == '.') {
      digits += text()[at_++];
      take();
    }
    if (at_ < text().size() && (text()[at_] == 'e' || text()[at_] == 'E')) {
      digits += text()[at_++];
      if (at_ < text().size() && (text()[at_] == '+' || text()[at_] == '-')) {
        digits += text()[at_++];
      }
      take();
    }
    const bool glued = at_ < text().size() && (is_letter(text()[at_]) || text()[at_] == '.');
    const std::optional<double> read = number_in(digits);
    if (glued || !read) refuse(text(), "has a number that cannot be read", position);
    const Index index = add(Op::number, {}, position);
    expression_.nodes_[index].number = *read;
    return index;
  }

  Index name(std::size_t position) {
    const std::size_t begin = at_;
    while (at_ < text().size() && (is_letter(text()[at_]) || is_digit(text()[at_]))) ++at_;
    std::string word = text().substr(begin, at_ - begin);
    if (word == "and" || word == "or" || word == "not") {
      refuse(text(), "has '" + word + "' where a value is expected", position);
    }
    if (accept("(")) return call(word, position);
    auto& names = expression_.names_;
    if (std::find(names.begin(), names.end(), word) == names.end()) names.push_back(word);
    const Index index = add(Op::name, {}, position);
    expression_.nodes_[index].name = std::move(word);
    return index;
  }

  Index call(const std::string& word, std::size_t position) {
    struct Function {
      const char* name;
      Op op;
      std::size_t arguments;  // 0: one or more
    };
    static constexpr Function functions[] = {
        {"min", Op::min, 0},     {"max", Op::max, 0},   {"ceildiv", Op::ceildiv, 2},
        {"floor", Op::floor, 1}, {"ceil", Op::ceil, 1}, {"log2", Op::log2, 1},
        {"pow2", Op::pow2, 1},
    };
    const auto* found = std::find_if(std::begin(functions), std::end(functions),
                                     [&](const Function& f) { return word == f.name; });
    if (found == std::end(functions)) {
      refuse(text(),
             "calls the unknown function '" + word +
                 "', known are min, max, ceildiv, floor, ceil, log2 and pow2",
             position);
    }
    std::vector<Index> arguments;
    if (!accept(")")) {
      do {
        arguments.push_back(disjunction());
      } while (accept(","));
      if (!accept(")")) refuse(text(), "lacks a closing bracket", at_ + 1);
    }
    const bool fits =
        found->arguments == 0 ? !arguments.empty() : arguments.size() == found->arguments;
    if (!fits) {
      const std::string wanted = found->arguments == 0   ? "at least one argument"
                                 : found->arguments == 1 ? "one argument"
                                                         : "two arguments";
      refuse(text(),
             "gives " + word + " " + std::to_string(arguments.size()) + ", it takes " + wanted,
             position);
    }
    return add(found->op, std::move(arguments), position);
  }

  /// Of the next token, from 1.
  std::size_t next() {
    skip_space();
    return at_ + 1;
  }

  /// The whole character at this place, which may be of several bytes.
  std::string character() const {
    std::size_t end = at_ + 1;
    while (end < text().size() && (static_cast<unsigned char>(text()[end]) & 0xC0) == 0x80) ++end;
    return text().substr(at_, end - at_);
  }

  Expression expression_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

class Evaluation {
 public:
  Evaluation(const Expression& expression, const Expression::Lookup& lookup)
      : expression_(expression), lookup_(lookup) {}

  double of(std::size_t index) const {
    const Node& node = expression_.nodes_[index];
    if (++steps_ > max_steps) refuse(expression_.text(), "takes too many steps", node.position);
    // Without the sign of a zero.
    const double value = compute(node) + 0.0;
    if (!std::isfinite(value)) refuse(expression_.text(), "is not finite", node.position);
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
    if (b == 0) refuse(expression_.text(), "divides by zero", node.position);
    return b;
  }

  double logarithm(double a, const Node& node) const {
    if (!(a > 0)) {
      refuse(expression_.text(), "takes the logarithm of " + number_text(a), node.position);
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
      refuse(expression_.text(), "names the unknown '" + node.name + "'", node.position);
    }
    return *value;
  }

  const Expression& expression_;
  const Expression::Lookup& lookup_;
  mutable int steps_ = 0;
};

Expression Expression::parse(std::string_view text) { return Parser(text).parse(); }

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
    const auto found = values.all().find(name);
    if (found == values.all().end()) return std::nullopt;
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

std::string check_expression(std::string_view text, const std::vector<std::string>& names) {
  try {
    const Expression expression = Expression::parse(text);
    for (const std::string& name : expression.names()) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      std::string known;
      for (const std::string& one : names) known += (known.empty() ? "" : ", ") + one;
      return "\"" + expression.text() + "\" names the unknown '" + name + "'" +
             (known.empty() ? std::string() : ", known are " + known);
    }
    return {};
  } catch (const BadInput& error) {
    return error.what();
  }
}

}  // namespace breakeven::lab

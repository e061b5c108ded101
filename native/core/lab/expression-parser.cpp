#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../errors.h"
#include "expression.h"

namespace breakeven::lab {
namespace {

constexpr std::size_t max_characters = 2000;
constexpr int max_depth = 100;

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
    if (at_ < text().size()) Expression::refuse(text(), "goes on where it should end", at_ + 1);
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
        Expression::refuse(parser.text(), "is nested too deeply", parser.at_ + 1);
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
    if (const std::optional<Index> compared = text_comparison()) return *compared;
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

  /// `name == "text"`, also with != and in single quotes; none where something else stands here.
  std::optional<Index> text_comparison() {
    const std::size_t position = next();
    const std::size_t begin = at_;
    while (at_ < text().size() && (is_letter(text()[at_]) || is_digit(text()[at_]))) ++at_;
    const std::string name = text().substr(begin, at_ - begin);
    const bool equal = accept("==");
    const bool compares = !name.empty() && is_letter(name.front()) && (equal || accept("!="));
    skip_space();
    const char quote = at_ < text().size() ? text()[at_] : '\0';
    if (!compares || (quote != '"' && quote != '\'')) {
      at_ = begin;
      return std::nullopt;
    }
    const std::size_t end = text().find(quote, at_ + 1);
    if (end == std::string::npos) Expression::refuse(text(), "lacks a closing quote", at_ + 1);
    const std::string word = text().substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    auto& names = expression_.names_;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    const Index same = add(Op::is_text, {}, position);
    expression_.nodes_[same].name = name + '"' + word;
    return equal ? same : add(Op::logical_not, {same}, position);
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
    if (at_ == text().size())
      Expression::refuse(text(), "ends where a value is expected", position);
    const char c = text()[at_];
    if (is_digit(c) || c == '.') return number(position);
    if (is_letter(c)) return name(position);
    if (accept("(")) {
      const Index inner = disjunction();
      if (!accept(")")) Expression::refuse(text(), "lacks a closing bracket", at_ + 1);
      return inner;
    }
    Expression::refuse(text(), "has '" + character() + "' where a value is expected", position);
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
    if (glued || !read) Expression::refuse(text(), "has a number that cannot be read", position);
    const Index index = add(Op::number, {}, position);
    expression_.nodes_[index].number = *read;
    return index;
  }

  Index name(std::size_t position) {
    const std::size_t begin = at_;
    while (at_ < text().size() && (is_letter(text()[at_]) || is_digit(text()[at_]))) ++at_;
    std::string word = text().substr(begin, at_ - begin);
    if (word == "and" || word == "or" || word == "not") {
      Expression::refuse(text(), "has '" + word + "' where a value is expected", position);
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
      Fault fault{.before = "unknown function \"" + word + "\"", .unknown = word};
      for (const Function& one : functions) fault.known.emplace_back(one.name);
      fault.after = " (" + text() + ")";
      throw UnknownWord(std::move(fault));
    }
    std::vector<Index> arguments;
    if (!accept(")")) {
      do {
        arguments.push_back(disjunction());
      } while (accept(","));
      if (!accept(")")) Expression::refuse(text(), "lacks a closing bracket", at_ + 1);
    }
    const bool fits =
        found->arguments == 0 ? !arguments.empty() : arguments.size() == found->arguments;
    if (!fits) {
      const std::string wanted = found->arguments == 0   ? "at least one argument"
                                 : found->arguments == 1 ? "one argument"
                                                         : "two arguments";
      Expression::refuse(
          text(), "gives " + word + " " + std::to_string(arguments.size()) + ", it takes " + wanted,
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

Expression Expression::parse(std::string_view text) { return Parser(text).parse(); }

}  // namespace breakeven::lab

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../errors.h"
#include "../values.h"

namespace breakeven::lab {

/// A sentence in two parts. A hint between them may say which of the `known` words the `unknown`
/// one is to be.
struct Fault {
  std::string before;
  std::string unknown{};
  std::vector<std::string> known{};
  std::string after{};
};

/// A word that there is not; what() lists the known ones.
struct UnknownWord : BadInput {
  explicit UnknownWord(Fault fault);
  Fault fault;
};

/// What `parse` throws; none where it ends.
template <class Parse>
std::optional<Fault> fault_of(Parse&& parse) {
  try {
    parse();
    return std::nullopt;
  } catch (const UnknownWord& error) {
    return error.fault;
  } catch (const BadInput& error) {
    return Fault{.before = error.what()};
  }
}

/// A formula over axes, as a lab's description has them: numbers, names, `name == "text"`, `+ - * /
/// // % **`, comparisons (also chained), `and or not`, and the functions min, max, ceildiv, floor,
/// ceil, log2 and pow2. `//` rounds down and `%` has the sign of its divisor; `**` binds from the
/// right and stronger than a minus in front of it. Truth is 1 or 0, every number but 0 is true.
///
/// Numbers are doubles, exact for whole numbers up to 2^53. A result that is not finite is an
/// error. Nothing is evaluated as code of a language.
class Expression {
 public:
  /// The value of a name; none for an unknown one. Of `name"text`: whether the name has this text.
  using Lookup = std::function<std::optional<double>(const std::string& name)>;

  /// Throws BadInput: one sentence with the text and the character, from 1.
  static Expression parse(std::string_view text);
  /// Throws also where it has another name than these and `seed`, which every case has.
  static Expression parse(std::string_view text, const std::vector<std::string>& names);

  /// Throws BadInput for unknown names, division by zero and results that are not finite.
  double evaluate(const Lookup& lookup) const;

  const std::string& text() const { return text_; }

 private:
  friend class Parser;
  friend class Evaluation;

  enum class Op {
    number,
    name,
    negate,
    logical_not,
    logical_and,
    logical_or,
    add,
    subtract,
    multiply,
    divide,
    floor_divide,
    modulo,
    power,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    min,
    max,
    ceildiv,
    floor,
    ceil,
    log2,
    pow2,
    is_text,
  };
  struct Node {
    Op op = Op::number;
    double number = 0;
    std::string name{};
    /// Indices of nodes.
    std::vector<std::size_t> operands{};
    /// Where it stands in the text, from 1.
    std::size_t position = 1;
  };

  [[noreturn]] static void refuse(const std::string& text, const std::string& what,
                                  std::size_t position);

  std::string text_;
  std::vector<Node> nodes_;
  std::size_t root_ = 0;
  std::vector<std::string> names_;
};

/// Numbers, texts that are numbers, and flags (1 or 0) of a case, by name.
Expression::Lookup lookup_in(const Values& values);

/// The whole text as a number; none when it is none.
std::optional<double> number_in(std::string_view text);

/// Shortest decimal form that reads back as the same number: 4096, 0.5, 1e+20.
std::string number_text(double value);

}  // namespace breakeven::lab

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "element-type.h"
#include "expression.h"

namespace breakeven::lab {

/// How the contents of an array are made. Every element is a function of its index and a stream
/// number, so that any thread makes the same; docs/inputs.md has the formulas.
class Fill {
 public:
  enum class Kind {
    uniform,
    integers,
    normal,
    zipf,
    sorted,
    arange,
    permutation,
    constant,
    file,
    matrix,
    generate,
  };

  /// Of an array of this type, over these names: `uniform(-1, 1)`, `file("/x.npy")`,
  /// `matrix("/x.mtx", "columns")`, `generate`. Throws BadInput with one sentence.
  static Fill parse(std::string_view text, ElementType type, const std::vector<std::string>& names);

  Kind kind() const { return kind_; }
  /// Of `file` and `matrix`: `{axis}` in it is the value of an axis.
  std::string path_at(const Values& values) const;
  /// Of `matrix`: row_pointers, columns or values.
  const std::string& part() const { return part_; }
  bool is_read() const { return kind_ == Kind::file || kind_ == Kind::matrix; }
  /// Whether another stream gives other contents.
  bool is_random() const;

  /// Throws BadInput where the arguments have no sense at these values.
  void check(ElementType type, std::size_t count, const Expression::Lookup& lookup) const;
  /// Writes `count` elements. Of `file`, `matrix` and `generate` nothing. Throws as check() does.
  void write(ElementType type, void* to, std::size_t count, std::uint64_t stream,
             const Expression::Lookup& lookup) const;

 private:
  std::vector<double> bounds(ElementType type, std::size_t count,
                             const Expression::Lookup& lookup) const;

  std::string text_;
  Kind kind_ = Kind::constant;
  std::vector<Expression> arguments_;
  std::string path_;
  std::string part_;
};

}  // namespace breakeven::lab

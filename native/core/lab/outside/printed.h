#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven::lab {

/// A line that a program prints, `bin {*}: {y}` or `kernel {ms} ms`: its words with any blanks
/// between them, one number, and `{*}` for any other word.
class PrintedLine {
 public:
  /// `slot` is the name in braces where the number stands. Throws BadInput unless it stands there
  /// once.
  PrintedLine(std::string text, const std::string& slot);

  struct Number {
    std::string word{};
    /// Of what was matched, in the text.
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  /// All of them, in the order of the text.
  std::vector<Number> numbers(const std::string& text) const;

 private:
  bool matches(const std::string& text, std::size_t at, Number& number) const;

  std::string text_;
  std::string slot_;
};

/// A time that a program prints of itself.
struct PrintedTime {
  /// kernel or total.
  std::string scope{};
  /// With {s}, {ms}, {us} or {ns}; or `nvbench` or `google`, whose files are read.
  std::string line{};
};

/// Words that make a tool write its times into a file; none for lines.
std::vector<std::string> words_for_times(const PrintedTime& time, const std::string& file);

/// In nanoseconds; the median where it is printed several times. `printed`: standard output, or the
/// file. Throws std::runtime_error with one sentence.
double printed_ns(const PrintedTime& time, const std::string& printed);

/// The text without the lines in which the times stand.
std::string without_times(const std::vector<PrintedTime>& times, std::string printed);

}  // namespace breakeven::lab

// Matrix Market coordinate files (Boisvert, Pozo and Remington 1996, NISTIR 5935): one header line,
// comments, a line with rows, columns and entries, then a line an entry. The file is read whole;
// every count in it is checked against the bytes that are there before anything is allocated for
// it.

#include "matrix-market.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string_view>

#include "machine.h"
#include "parse-real.h"

namespace breakeven {
namespace {

using Symmetry = MatrixHeader::Symmetry;
/// Of a word that is none of those allowed: a file may be one line of any length.
constexpr std::size_t max_shown = 40;

class Reader {
 public:
  Reader(const std::string& path, std::string_view text) : path_(path), text_(text) {}

  void read(MatrixVisitor& visitor) {
    read_header();
    skip_comments();
    read_sizes(visitor);
    visitor.begin(header_);
    for (std::int64_t k = 0; k < header_.entries; ++k) {
      std::string_view line;
      do {
        if (!next_line(line)) {
          fail("has " + std::to_string(k) + " entries, but its header promises " +
               std::to_string(header_.entries));
        }
      } while (silent(line));
      MatrixEntry entry;
      entry.row = index(line, header_.rows, "row");
      entry.column = index(line, header_.columns, "column");
      read_values(line, entry);
      refuse(visitor.entry(entry));
    }
    std::string_view rest;
    while (next_line(rest)) {
      if (!silent(rest)) {
        fail("has more entries than the " + std::to_string(header_.entries) + " of its header");
      }
    }
    refuse(visitor.end());
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    const std::string at = line_ == 0 ? std::string() : ", line " + std::to_string(line_);
    throw std::invalid_argument(path_ + at + ": the matrix " + what);
  }

  void refuse(const std::string& what) const {
    if (!what.empty()) fail(what);
  }

  bool next_line(std::string_view& line) {
    if (text_.empty()) return false;
    const std::size_t end = text_.find('\n');
    line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++line_;
    return true;
  }

  static bool space(char c) { return c == ' ' || c == '\t'; }
  static bool blank(std::string_view line) { return std::all_of(line.begin(), line.end(), space); }

  /// Nothing, or a comment: some programs write them behind the entries.
  static bool silent(std::string_view line) {
    const auto first = std::find_if_not(line.begin(), line.end(), space);
    return first == line.end() || *first == '%';
  }

  static std::string_view word(std::string_view& line) {
    while (!line.empty() && space(line.front())) line.remove_prefix(1);
    std::size_t length = 0;
    while (length < line.size() && !space(line[length])) ++length;
    const std::string_view result = line.substr(0, length);
    line.remove_prefix(length);
    return result;
  }

  /// A word of the header in lower case: as much of it as an error message shows.
  static std::string lower(std::string_view text) {
    std::string result(text.substr(0, max_shown));
    for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
  }

  void read_header() {
    std::string_view line;
    if (!next_line(line)) fail("is an empty file");
    if (lower(word(line)) != "%%matrixmarket") fail("must begin with %%MatrixMarket");
    const std::string object = lower(word(line));
    const std::string format = lower(word(line));
    const std::string field = lower(word(line));
    const std::string symmetry = lower(word(line));
    if (object != "matrix" || format != "coordinate") {
      fail("is \"" + object + " " + format + "\", but must be \"matrix coordinate\"");
    }
    if (field != "real" && field != "integer" && field != "complex" && field != "pattern") {
      fail("holds \"" + field + "\" values, but must hold real, integer, complex or pattern");
    }
    if (symmetry != "general" && symmetry != "symmetric" && symmetry != "skew-symmetric" &&
        symmetry != "hermitian") {
      fail("is \"" + symmetry + "\", but must be general, symmetric, skew-symmetric or hermitian");
    }
    if (symmetry == "hermitian" && field != "complex") {
      fail("is hermitian and holds " + field + " values, but a hermitian one holds complex ones");
    }
    if (symmetry == "skew-symmetric" && field == "pattern") {
      fail("is skew-symmetric and holds a pattern, which has no sign");
    }
    header_.numbers = field == "pattern" ? 0 : field == "complex" ? 2 : 1;
    whole_values_ = field == "integer";
    header_.symmetry = symmetry == "general"          ? Symmetry::general
                       : symmetry == "symmetric"      ? Symmetry::symmetric
                       : symmetry == "skew-symmetric" ? Symmetry::skew_symmetric
                                                      : Symmetry::hermitian;
  }

  void skip_comments() {
    for (;;) {
      const std::string_view rest = text_;
      std::string_view line;
      if (!next_line(line)) fail("ends before its sizes");
      if (!blank(line) && line.front() != '%') {
        text_ = rest;
        --line_;
        return;
      }
    }
  }

  void read_sizes(MatrixVisitor& visitor) {
    std::string_view line;
    next_line(line);
    header_.rows = whole(line, "number of rows");
    header_.columns = whole(line, "number of columns");
    header_.entries = whole(line, "number of entries");
    if (!blank(line)) fail("has more than rows, columns and entries in its line of sizes");
    refuse(visitor.refuse(header_));
    // "1 1\n" is the shortest entry; the last needs no end of line.
    const auto room = static_cast<std::int64_t>((text_.size() + 1) / 4);
    if (header_.entries > room) {
      fail("has " + std::to_string(entries_left()) + " entries, but its header promises " +
           std::to_string(header_.entries));
    }
    // A vector for each row and later the matrix next to it, which is most of what is needed.
    const double needed =
        28.0 * static_cast<double>(header_.rows) + 12.0 * static_cast<double>(header_.entries);
    if (needed > static_cast<double>(memory_available_bytes())) {
      fail("needs " + std::to_string(static_cast<std::uint64_t>(needed)) + " bytes of memory, " +
           std::to_string(memory_available_bytes()) + " are free");
    }
  }

  /// Lines from here to the end of the file that say something.
  std::int64_t entries_left() const {
    Reader rest(path_, text_);
    std::int64_t count = 0;
    for (std::string_view line; rest.next_line(line);) count += silent(line) ? 0 : 1;
    return count;
  }

  std::int64_t whole(std::string_view& line, const char* what) const {
    const std::string_view text = word(line);
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 0) {
      fail("has \"" + std::string(text.substr(0, max_shown)) + "\" as its " + what +
           ", but a whole number is needed");
    }
    return value;
  }

  /// Zero-based, from the file's one-based.
  std::int64_t index(std::string_view& line, std::int64_t maximum, const char* what) const {
    const std::int64_t value = whole(line, what);
    if (value == 0) fail(std::string("has ") + what + " 0, but indices start at 1");
    if (value > maximum) {
      fail(std::string("has ") + what + " " + std::to_string(value) + ", but only " +
           std::to_string(maximum) + " exist");
    }
    return value - 1;
  }

  /// A missing value means a damaged or mislabelled file.
  void read_values(std::string_view& line, MatrixEntry& entry) const {
    if (header_.numbers > 0) entry.real = read_value(word(line));
    if (header_.numbers > 1) entry.imaginary = read_value(word(line));
    if (header_.numbers == 0 && !blank(line)) fail("has a value although it holds a pattern");
    if (!blank(line)) {
      fail(header_.numbers == 2 ? "has an entry with more than row, column and two parts of a value"
                                : "has an entry with more than row, column and value");
    }
  }

  double read_value(std::string_view text) const {
    if (text.empty()) fail("lacks the value of an entry");
    double value = 0;
    const char* first = text.data();
    const char* const last = first + text.size();
    if (*first == '+') ++first;
    const auto [end, error] = parse_real(first, last, value);
    const bool whole = std::all_of(first + (first < last && *first == '-'), last,
                                   [](char c) { return c >= '0' && c <= '9'; });
    if (end != last || error == std::errc::invalid_argument || (whole_values_ && !whole)) {
      fail("has \"" + std::string(text.substr(0, max_shown)) + "\" as a value, but a " +
           (whole_values_ ? "whole number" : "number") + " is needed");
    }
    return error == std::errc() ? value : std::numeric_limits<double>::quiet_NaN();
  }

  const std::string& path_;
  std::string_view text_;
  std::int64_t line_ = 0;
  MatrixHeader header_;
  bool whole_values_ = false;
};

}  // namespace

void read_matrix_market(const std::string& path, MatrixVisitor& visitor) {
  std::error_code error;
  // A device may have no end, and a pipe no beginning.
  if (const auto status = std::filesystem::status(path, error);
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw std::invalid_argument("the matrix file " + path + " is not a plain file");
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::invalid_argument("the matrix file " + path + " cannot be opened");
  const auto bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > memory_available_bytes()) {
    throw std::invalid_argument("the matrix file " + path + " has " + std::to_string(bytes) +
                                " bytes, but only " + std::to_string(memory_available_bytes()) +
                                " bytes of memory are free");
  }
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (file.bad()) throw std::invalid_argument("the matrix file " + path + " cannot be read");
  Reader(path, text).read(visitor);
}

}  // namespace breakeven

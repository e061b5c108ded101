#include "fill.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "../errors.h"
#include "fill-elements.h"

namespace breakeven::lab {
namespace {

constexpr double two_to_32 = 4294967296.0;

struct Form {
  const char* name;
  Fill::Kind kind;
  std::size_t min_arguments;
  std::size_t max_arguments;
  const char* shown;
};

constexpr const char* matrix_parts[] = {"row_pointers", "columns", "values"};

constexpr Form forms[] = {
    {"uniform", Fill::Kind::uniform, 2, 2, "uniform(low, high)"},
    {"integers", Fill::Kind::integers, 2, 2, "integers(low, high)"},
    {"normal", Fill::Kind::normal, 2, 2, "normal(mean, deviation)"},
    {"zipf", Fill::Kind::zipf, 1, 1, "zipf(count)"},
    {"sorted", Fill::Kind::sorted, 0, 2, "sorted or sorted(low, high)"},
    {"arange", Fill::Kind::arange, 0, 2, "arange or arange(start, step)"},
    {"permutation", Fill::Kind::permutation, 0, 0, "permutation"},
    {"constant", Fill::Kind::constant, 1, 1, "constant(value)"},
    {"file", Fill::Kind::file, 1, 1, "file(\"x.npy\")"},
    {"matrix", Fill::Kind::matrix, 2, 2, "matrix(\"x.mtx\", \"row_pointers\")"},
    {"generate", Fill::Kind::generate, 0, 0, "generate"},
};

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Splits at the commas that stand in no inner brackets.
std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> parts;
  if (trimmed(text).empty()) return parts;
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i == text.size() || (text[i] == ',' && depth == 0)) {
      parts.push_back(text.substr(begin, i - begin));
      begin = i + 1;
    } else if (text[i] == '(') {
      ++depth;
    } else if (text[i] == ')') {
      --depth;
    }
  }
  return parts;
}

/// Between quotation marks, where \" and \\ stand for " and \.
std::string unquoted(std::string_view fill, const char* form, std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') {
    throw BadInput(std::string(fill) + " names no file; the form is " + form);
  }
  std::string path;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 2 < text.size();
    path += text[escape ? ++i : i];
  }
  return path;
}

const Form& form_named(std::string_view name) {
  Fault fault{.before = "unknown fill \"" + std::string(name) + "\"", .unknown = std::string(name)};
  for (const Form& form : forms) {
    if (name == form.name) return form;
    fault.known.emplace_back(form.name);
  }
  throw UnknownWord(std::move(fault));
}

void check_part(const std::string& part, ElementType type) {
  if (std::find(std::begin(matrix_parts), std::end(matrix_parts), part) == std::end(matrix_parts)) {
    throw UnknownWord({.before = "a matrix has no part \"" + part + "\"",
                       .unknown = part,
                       .known = {std::begin(matrix_parts), std::end(matrix_parts)}});
  }
  if (part == "values" || is_integer(type)) return;
  throw BadInput("the " + std::string(part == "columns" ? part : "row pointers") +
                 " of a matrix are whole numbers, not " + name_of(type));
}

void check_type(const Form& form, ElementType type) {
  const bool real_only = form.kind == Fill::Kind::uniform || form.kind == Fill::Kind::normal;
  if (real_only && is_integer(type)) {
    throw BadInput(std::string(form.name) + " fills floating-point arrays, for " + name_of(type) +
                   " there is integers(low, high)");
  }
  if (form.kind == Fill::Kind::permutation && !is_integer(type)) {
    throw BadInput(std::string(form.name) + " fills integer arrays, not " + name_of(type));
  }
}

void check_count(const Form& form, std::size_t count) {
  const auto& [name, kind, min, max, shown] = form;
  if (count == min || count == max) return;
  const std::string wanted =
      min == max ? std::to_string(max) : std::to_string(min) + " or " + std::to_string(max);
  throw BadInput(std::string(name) + " takes " + wanted + (wanted == "1" ? " value" : " values") +
                 ", it has " + std::to_string(count) + "; the form is " + shown);
}

}  // namespace

Fill Fill::parse(std::string_view given, ElementType type, const std::vector<std::string>& names) {
  Fill fill;
  fill.text_ = given;
  const std::string_view text = trimmed(given);
  const std::size_t open = text.find('(');
  const Form& form = form_named(trimmed(text.substr(0, open)));
  fill.kind_ = form.kind;
  std::string_view inner;
  if (open != std::string_view::npos) {
    if (text.back() != ')') throw BadInput("\"" + fill.text_ + "\" lacks a closing bracket");
    inner = trimmed(text.substr(open + 1, text.size() - open - 2));
  }
  check_type(form, type);
  if (form.kind == Kind::file) {
    fill.path_ = unquoted(text, form.shown, inner);
    return fill;
  }
  if (form.kind == Kind::matrix) {
    // The name of a part has no comma, that of a file may have one.
    const std::size_t comma = std::min(inner.rfind(','), inner.size());
    fill.path_ = unquoted(text, form.shown, trimmed(inner.substr(0, comma)));
    fill.part_ =
        unquoted(text, form.shown, comma == inner.size() ? "" : trimmed(inner.substr(comma + 1)));
    check_part(fill.part_, type);
    return fill;
  }
  const std::vector<std::string_view> parts = split(inner);
  check_count(form, parts.size());
  for (const std::string_view part : parts) {
    fill.arguments_.push_back(Expression::parse(trimmed(part), names));
  }
  return fill;
}

std::string Fill::path_at(const Values& values) const {
  std::string path = path_;
  for (const auto& [name, value] : values.all()) {
    const std::string word = "{" + name + "}";
    for (std::size_t at = path.find(word); at != std::string::npos; at = path.find(word, at)) {
      const auto* number = std::get_if<double>(&value);
      const auto* text = std::get_if<std::string>(&value);
      const std::string shown = text != nullptr ? *text : number_text(number ? *number : 0);
      path.replace(at, word.size(), shown);
      at += shown.size();
    }
  }
  return path;
}

bool Fill::is_random() const {
  switch (kind_) {
    case Kind::uniform:
    case Kind::integers:
    case Kind::normal:
    case Kind::zipf:
    case Kind::permutation:
    case Kind::generate:
      return true;
    default:
      return false;
  }
}

std::vector<double> Fill::bounds(ElementType type, std::size_t count,
                                 const Expression::Lookup& lookup) const {
  std::vector<double> b;
  for (const Expression& argument : arguments_) b.push_back(argument.evaluate(lookup));
  const auto n = static_cast<double>(count);
  const bool whole = is_integer(type);
  if (b.empty() && kind_ == Kind::sorted) b = {0, whole ? n : 1};
  if (b.empty() && kind_ == Kind::arange) b = {0, 1};
  const auto need = [&](bool holds, const std::string& what) {
    if (!holds) throw BadInput("fill '" + text_ + "' " + what);
  };
  /// The minimum and the maximum element.
  double low = 0;
  double high = 0;
  switch (kind_) {
    case Kind::integers:
      need(b[0] == std::floor(b[0]) && b[1] == std::floor(b[1]) && std::fabs(b[0]) <= 0x1p53 &&
               std::fabs(b[1]) <= 0x1p53,
           "has bounds that are no whole numbers up to 2^53");
      need(b[0] < b[1], "has no numbers from " + number_text(b[0]) + " below " + number_text(b[1]));
      low = b[0];
      high = b[1] - 1;
      break;
    case Kind::zipf:
      need(b[0] == std::floor(b[0]) && b[0] >= 1 && b[0] <= two_to_32,
           "counts " + number_text(b[0]) + ", allowed is a whole number from 1 to 2^32");
      high = b[0] - 1;
      break;
    case Kind::sorted:
      need(b[0] <= b[1], "descends from " + number_text(b[0]) + " to " + number_text(b[1]));
      low = b[0];
      high = whole && b[1] > b[0] && n > 0 ? b[1] - 1 : b[0];
      break;
    case Kind::arange:
      low = std::min(b[0], b[0] + b[1] * std::max(n - 1, 0.0));
      high = std::max(b[0], b[0] + b[1] * std::max(n - 1, 0.0));
      need(!whole || b[1] == std::floor(b[1]), "has a step that is no whole number");
      break;
    case Kind::permutation:
      high = std::max(n - 1, 0.0);
      break;
    case Kind::constant:
      low = high = b[0];
      break;
    default:
      return b;
  }
  for (const double bound : {low, high}) {
    need(!whole || fits(type, bound),
         "makes " + number_text(bound) + ", which is no " + name_of(type));
  }
  return b;
}

void Fill::check(ElementType type, std::size_t count, const Expression::Lookup& lookup) const {
  static_cast<void>(bounds(type, count, lookup));
}

void Fill::write(ElementType type, void* to, std::size_t count, std::uint64_t stream,
                 const Expression::Lookup& lookup) const {
  if (is_read() || kind_ == Kind::generate) return;
  const std::vector<double> b = bounds(type, count, lookup);
  if (count > 0) write_elements(kind_, type, b, to, count, stream);
}

}  // namespace breakeven::lab

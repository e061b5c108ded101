#include "fill.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>

#include "../counter-random.h"
#include "../errors.h"
#include "../parallel.h"

namespace breakeven::lab {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t grain = std::size_t{1} << 18;
constexpr double two_to_32 = 4294967296.0;

struct Form {
  const char* name;
  Fill::Kind kind;
  std::size_t min_arguments;
  std::size_t max_arguments;
  const char* shown;
};

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
std::string unquoted(const std::string& fill, std::string_view text) {
  if (text.size() < 2 || text.front() != '"' || text.back() != '"') {
    throw BadInput("fill '" + fill + "' names no file: the form is file(\"x.npy\")");
  }
  std::string path;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 2 < text.size();
    path += text[escape ? ++i : i];
  }
  return path;
}

/// A number from 0 to 1, without 1.
double unit(std::uint64_t stream, std::uint64_t index) {
  return static_cast<double>(random_bits(stream, index) >> 11) * 0x1p-53;
}

/// The sum of twelve uniform numbers less six: mean 0, deviation 1, never beyond 6. Exact, unlike
/// anything with a logarithm.
double bell(std::uint64_t stream, std::uint64_t index) {
  std::uint64_t sum = 0;
  for (std::uint64_t k = 0; k < 12; ++k) sum += random_bits(stream, 12 * index + k) >> 32;
  return static_cast<double>(sum) / two_to_32 - 6;
}

std::uint64_t below(std::uint64_t stream, std::uint64_t index, std::uint64_t range) {
  if (range <= std::uint64_t{1} << 32) return random_below(stream, index, range);
  return static_cast<std::uint64_t>(Wide{random_bits(stream, index)} * range >> 64);
}

std::uint64_t zipf(std::uint64_t stream, std::uint64_t index, std::uint64_t count) {
  const auto widths = static_cast<std::uint64_t>(std::bit_width(count));
  const std::uint64_t bits = random_below(stream, 2 * index, widths);
  return std::min(random_below(stream, 2 * index + 1, std::uint64_t{1} << bits), count - 1);
}

/// Entry `index` of a permutation of 0 to count - 1: four rounds of a balanced Feistel network over
/// the next power of four, walked until the number lies in the range.
std::uint64_t permuted(std::uint64_t stream, std::uint64_t index, std::uint64_t count) {
  const int half = std::max(1, (static_cast<int>(std::bit_width(count - 1)) + 1) / 2);
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  std::uint64_t x = index;
  do {
    std::uint64_t left = x >> half;
    std::uint64_t right = x & mask;
    for (std::uint64_t round = 0; round < 4; ++round) {
      const std::uint64_t mixed = random_bits(stream, (round << 32) + right) >> 32;
      const std::uint64_t next = left ^ (mixed & mask);
      left = right;
      right = next;
    }
    x = left << half | right;
  } while (x >= count);
  return x;
}

/// low + steps, in the arithmetic of the type; steps may exceed a double's whole numbers.
template <class T>
T at_offset(double low, std::uint64_t steps) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::uint64_t>(static_cast<std::int64_t>(low)) + steps);
  } else {
    return static_cast<T>(low + static_cast<double>(steps));
  }
}

template <class T, class F>
void write_each(void* to, std::size_t count, const F& value_at) {
  parallel_for(count, grain, [&](std::size_t begin, std::size_t end) {
    T* const out = static_cast<T*>(to);
    for (std::size_t i = begin; i < end; ++i) out[i] = value_at(i);
  });
}

template <class T>
void write_real(Fill::Kind kind, const std::vector<double>& b, void* to, std::size_t count,
                std::uint64_t stream) {
  const auto write = [&](const auto& value_at) { write_each<T>(to, count, value_at); };
  switch (kind) {
    case Fill::Kind::uniform:
      return write(
          [&](std::uint64_t i) { return static_cast<T>(b[0] + (b[1] - b[0]) * unit(stream, i)); });
    case Fill::Kind::normal:
      return write([&](std::uint64_t i) { return static_cast<T>(b[0] + b[1] * bell(stream, i)); });
    case Fill::Kind::integers: {
      const auto range = static_cast<std::uint64_t>(b[1] - b[0]);
      return write([&](std::uint64_t i) { return at_offset<T>(b[0], below(stream, i, range)); });
    }
    case Fill::Kind::zipf: {
      const auto range = static_cast<std::uint64_t>(b[0]);
      return write([&](std::uint64_t i) { return at_offset<T>(0, zipf(stream, i, range)); });
    }
    case Fill::Kind::permutation:
      return write([&](std::uint64_t i) { return at_offset<T>(0, permuted(stream, i, count)); });
    case Fill::Kind::constant:
      return write([&](std::uint64_t) { return static_cast<T>(b[0]); });
    case Fill::Kind::arange:
      return write(
          [&](std::uint64_t i) { return static_cast<T>(b[0] + b[1] * static_cast<double>(i)); });
    case Fill::Kind::sorted:
      if constexpr (std::is_integral_v<T>) {
        const auto range = static_cast<std::uint64_t>(b[1] - b[0]);
        return write([&](std::uint64_t i) {
          return at_offset<T>(b[0], static_cast<std::uint64_t>(Wide{i} * range / count));
        });
      } else {
        return write([&](std::uint64_t i) {
          const double part = static_cast<double>(i) / static_cast<double>(count);
          return static_cast<T>(b[0] + (b[1] - b[0]) * part);
        });
      }
    case Fill::Kind::file:
    case Fill::Kind::generate:
      return;
  }
}

/// Random fills make both parts, the others the real one.
template <class Real>
void write_complex(Fill::Kind kind, const std::vector<double>& b, void* to, std::size_t count,
                   std::uint64_t stream) {
  if (kind == Fill::Kind::uniform || kind == Fill::Kind::normal || kind == Fill::Kind::integers) {
    return write_real<Real>(kind, b, to, 2 * count, stream);
  }
  std::vector<Real> real(count);
  write_real<Real>(kind, b, real.data(), count, stream);
  write_each<std::complex<Real>>(to, count,
                                 [&](std::size_t i) { return std::complex<Real>(real[i]); });
}

}  // namespace

Fill Fill::parse(std::string_view given) {
  Fill fill;
  fill.text_ = given;
  const std::string_view text = trimmed(given);
  const std::size_t open = text.find('(');
  const std::string_view name = trimmed(text.substr(0, open));
  const auto* form = std::find_if(std::begin(forms), std::end(forms),
                                  [&](const Form& f) { return name == f.name; });
  if (form == std::end(forms)) {
    std::string known;
    for (const Form& one : forms) known += (known.empty() ? "" : ", ") + std::string(one.name);
    throw BadInput("fill '" + fill.text_ + "' is unknown, known are " + known);
  }
  fill.kind_ = form->kind;
  std::string_view inner;
  if (open != std::string_view::npos) {
    if (text.back() != ')') throw BadInput("fill '" + fill.text_ + "' lacks a closing bracket");
    inner = trimmed(text.substr(open + 1, text.size() - open - 2));
  }
  if (form->kind == Kind::file) {
    fill.path_ = unquoted(fill.text_, inner);
    return fill;
  }
  for (const std::string_view part : split(inner)) {
    fill.arguments_.push_back(Expression::parse(trimmed(part)));
  }
  const std::size_t given_count = fill.arguments_.size();
  const bool right = given_count == form->max_arguments || given_count == form->min_arguments;
  if (!right) throw BadInput("fill '" + fill.text_ + "' has the form " + form->shown);
  return fill;
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

std::string Fill::misfit(ElementType type) const {
  const bool real_only = kind_ == Kind::uniform || kind_ == Kind::normal;
  if (real_only && is_integer(type)) {
    return std::string("fills floating-point arrays, for ") + name_of(type) +
           " there is integers(low, high)";
  }
  if (kind_ == Kind::permutation && !is_integer(type)) {
    return std::string("fills integer arrays, not ") + name_of(type);
  }
  return {};
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
  /// The smallest and the greatest element.
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
  if (kind_ == Kind::file || kind_ == Kind::generate) return;
  const std::vector<double> b = bounds(type, count, lookup);
  if (count == 0) return;
  with_type(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (is_complex<T>) {
      write_complex<typename T::value_type>(kind_, b, to, count, stream);
    } else {
      write_real<T>(kind_, b, to, count, stream);
    }
  });
}

}  // namespace breakeven::lab

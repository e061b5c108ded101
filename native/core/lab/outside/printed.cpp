#include "printed.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "../../errors.h"
#include "../../median.h"

namespace breakeven::lab {
namespace {

constexpr std::string_view any_word = "{*}";
constexpr std::array<std::pair<const char*, double>, 4> units{
    {{"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}}};
constexpr double ns_per_second = 1e9;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::size_t after_blanks(const std::string& text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// The unit whose braces stand in a line.
std::pair<std::string, double> unit_of(const std::string& line) {
  for (const auto& [name, ns] : units) {
    if (line.find("{" + std::string(name) + "}") != std::string::npos) return {name, ns};
  }
  throw BadInput("\"" + line + "\" has none of {s}, {ms}, {us} and {ns}");
}

/// The value behind each `"key":` of a JSON text, without quotes.
std::vector<std::string> values_of(const std::string& json, const std::string& key) {
  std::vector<std::string> values;
  const std::string quoted = "\"" + key + "\"";
  for (std::size_t at = json.find(quoted); at != std::string::npos; at = json.find(quoted, at)) {
    at = json.find_first_not_of(" \t\r\n", at + quoted.size());
    if (at == std::string::npos) break;
    // The name of a key may be a value.
    if (json[at] != ':') continue;
    at = json.find_first_not_of(" \t\r\n:\"", at);
    if (at == std::string::npos) break;
    const std::size_t end = json.find_first_of(",\"}\r\n", at);
    values.push_back(json.substr(at, end == std::string::npos ? end : end - at));
  }
  return values;
}

/// A benchmark's entries that are no aggregates, by Google Benchmark.
std::vector<double> google_times(const std::string& json) {
  std::vector<double> times;
  const std::size_t list = json.find("\"benchmarks\"");
  if (list == std::string::npos) return times;
  std::string name;
  for (std::size_t at = json.find('{', list); at != std::string::npos; at = json.find('{', at)) {
    const std::size_t end = std::min(json.find('}', at), json.size());
    const std::string entry = json.substr(at, end - at);
    at = end;
    const auto kind = values_of(entry, "run_type");
    const auto time = values_of(entry, "real_time");
    if (time.empty() || (!kind.empty() && kind.front() == "aggregate")) continue;
    const auto names = values_of(entry, values_of(entry, "run_name").empty() ? "name" : "run_name");
    if (!name.empty() && !names.empty() && names.front() != name) {
      throw std::runtime_error("it times several benchmarks, " + name + " and " + names.front() +
                               ": --benchmark_filter chooses one");
    }
    if (!names.empty()) name = names.front();
    const auto unit = values_of(entry, "time_unit");
    double ns = 1;
    for (const auto& [word, factor] : units) {
      if (!unit.empty() && unit.front() == word) ns = factor;
    }
    times.push_back(ns * std::strtod(time.front().c_str(), nullptr));
  }
  return times;
}

/// The mean of isolated executions by events, by nvbench.
std::vector<double> nvbench_times(const std::string& json) {
  const std::string tag = "\"nv/cold/time/gpu/mean\"";
  const std::size_t at = json.find(tag);
  if (at == std::string::npos) return {};
  if (json.find(tag, at + tag.size()) != std::string::npos) {
    throw std::runtime_error("it times several states: --benchmark and --axis choose one");
  }
  const auto values = values_of(json.substr(at), "value");
  if (values.empty()) return {};
  return {ns_per_second * std::strtod(values.front().c_str(), nullptr)};
}

}  // namespace

PrintedLine::PrintedLine(std::string text, const std::string& slot)
    : text_(std::move(text)), slot_("{" + slot + "}") {
  const std::size_t at = text_.find(slot_);
  if (at == std::string::npos || text_.find(slot_, at + 1) != std::string::npos) {
    throw BadInput("\"" + text_ + "\" needs " + slot_ + " once");
  }
}

bool PrintedLine::matches(const std::string& text, std::size_t at, Number& number) const {
  number = {.begin = at};
  for (std::size_t i = 0; i < text_.size();) {
    if (is_blank(text_[i])) {
      i = after_blanks(text_, i);
      at = after_blanks(text, at);
    } else if (text_.compare(i, any_word.size(), any_word) == 0) {
      i += any_word.size();
      const char stop = i < text_.size() ? text_[i] : ' ';
      const std::size_t begin = at = after_blanks(text, at);
      while (at < text.size() && !is_space(text[at]) && text[at] != stop) ++at;
      if (at == begin) return false;
    } else if (text_.compare(i, slot_.size(), slot_) == 0) {
      i += slot_.size();
      at = after_blanks(text, at);
      char* end = nullptr;
      if (at >= text.size() || is_space(text[at])) return false;
      std::strtod(text.c_str() + at, &end);
      const auto next = static_cast<std::size_t>(end - text.c_str());
      if (next == at) return false;
      number.word = text.substr(at, next - at);
      at = next;
    } else {
      if (at >= text.size() || text[at] != text_[i]) return false;
      ++i;
      ++at;
    }
  }
  number.end = at;
  return true;
}

std::vector<PrintedLine::Number> PrintedLine::numbers(const std::string& text) const {
  std::vector<Number> found;
  Number number;
  for (std::size_t at = 0; at < text.size();) {
    // A word is matched from where it begins.
    const bool inside = at > 0 && std::isalnum(static_cast<unsigned char>(text[at])) != 0 &&
                        std::isalnum(static_cast<unsigned char>(text[at - 1])) != 0;
    if (!inside && !is_space(text[at]) && matches(text, at, number) && number.end > at) {
      found.push_back(number);
      at = number.end;
    } else {
      ++at;
    }
  }
  return found;
}

std::vector<std::string> words_for_times(const PrintedTime& time, const std::string& file) {
  if (time.line == "nvbench") return {"--json", file};
  if (time.line == "google") return {"--benchmark_out=" + file, "--benchmark_out_format=json"};
  return {};
}

double printed_ns(const PrintedTime& time, const std::string& printed) {
  std::vector<double> times;
  if (time.line == "nvbench") {
    times = nvbench_times(printed);
  } else if (time.line == "google") {
    times = google_times(printed);
  } else {
    const auto [unit, ns] = unit_of(time.line);
    for (const auto& number : PrintedLine(time.line, unit).numbers(printed)) {
      times.push_back(ns * std::strtod(number.word.c_str(), nullptr));
    }
  }
  if (times.empty()) {
    const bool file = time.line == "nvbench" || time.line == "google";
    throw std::runtime_error(file ? "it wrote no time of " + time.line + " into its file"
                                  : "it printed no line with \"" + time.line + "\"");
  }
  const double median = median_of(std::move(times));
  if (median > 0) return median;
  throw std::runtime_error("it printed a time of 0 for \"" + time.line +
                           "\": more digits, or a smaller unit, are needed");
}

std::string without_times(const std::vector<PrintedTime>& times, std::string printed) {
  for (const PrintedTime& time : times) {
    if (time.line == "nvbench" || time.line == "google") continue;
    const PrintedLine line(time.line, unit_of(time.line).first);
    for (const auto& number : line.numbers(printed)) {
      const std::size_t before = printed.rfind('\n', number.begin);
      std::size_t at = before == std::string::npos ? 0 : before + 1;
      for (; at < printed.size() && (printed[at] != '\n' || at < number.end); ++at) {
        if (printed[at] != '\n') printed[at] = ' ';
      }
    }
  }
  return printed;
}

}  // namespace breakeven::lab

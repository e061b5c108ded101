#include "text-table.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "element-type.h"

namespace breakeven::lab {
namespace {

[[noreturn]] void refuse(const std::string& path, std::size_t line, const std::string& what) {
  throw std::invalid_argument(path + " " + what + " in line " + std::to_string(line));
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() > 1 && text.front() == '"' && text.back() == '"';
  return quoted ? text.substr(1, text.size() - 2) : text;
}

std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields;
  const char separator = line.find(',') != std::string_view::npos   ? ','
                         : line.find(';') != std::string_view::npos ? ';'
                                                                    : ' ';
  if (separator == ' ') {
    for (std::string_view rest = trimmed(line); !rest.empty();) {
      const std::size_t end = std::min(rest.find_first_of(" \t"), rest.size());
      fields.emplace_back(unquoted(rest.substr(0, end)));
      rest = trimmed(rest.substr(end));
    }
    return fields;
  }
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    fields.emplace_back(unquoted(trimmed(line.substr(begin, end - begin))));
    begin = end + 1;
  }
  return fields;
}

using Row = std::function<bool(const std::vector<std::string>& fields, std::size_t line)>;

/// The lines of numbers: without names in the first one, and without comments.
void read_rows(const std::string& path, const Row& row) {
  std::ifstream file(path);
  if (!file) throw std::invalid_argument(path + " cannot be read");
  bool first = true;
  std::string text;
  for (std::size_t line = 1; std::getline(file, text); ++line) {
    if (line == 1 && text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    const std::string_view content = trimmed(text);
    if (content.empty() || content.front() == '#') continue;
    const std::vector<std::string> fields = fields_of(content);
    bool names = false;
    for (const std::string& field : fields) {
      if (is_number(field)) continue;
      names = first;
      if (!first) {
        refuse(path, line,
               field.empty() ? "has an empty field" : "has \"" + field.substr(0, 40) + "\"");
      }
    }
    first = false;
    if (!names && !row(fields, line)) return;
  }
}

}  // namespace

TextTable text_table(const std::string& path) {
  namespace fs = std::filesystem;
  struct Known {
    std::string path;
    std::uintmax_t bytes = 0;
    fs::file_time_type changed{};
    TextTable table{};
  };
  // The files of a lab are few.
  static std::vector<Known> known;
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error) throw std::invalid_argument(path + " does not exist");
  const fs::file_time_type changed = fs::last_write_time(path, error);
  for (const Known& one : known) {
    if (one.path == path && one.bytes == bytes && one.changed == changed) return one.table;
  }
  TextTable table;
  read_rows(path, [&](const std::vector<std::string>& fields, std::size_t line) {
    if (table.rows > 0 && fields.size() != table.columns) {
      refuse(path, line,
             "has " + std::to_string(fields.size()) + " numbers in place of " +
                 std::to_string(table.columns));
    }
    table.columns = fields.size();
    ++table.rows;
    return true;
  });
  if (table.rows == 0) throw std::invalid_argument(path + " has no numbers");
  std::erase_if(known, [&](const Known& one) { return one.path == path; });
  known.push_back({path, bytes, changed, table});
  return table;
}

void read_text_table(const std::string& path,
                     const std::function<bool(const std::string& word, std::size_t line)>& field) {
  read_rows(path, [&](const std::vector<std::string>& fields, std::size_t line) {
    for (const std::string& word : fields) {
      if (!field(word, line)) return false;
    }
    return true;
  });
}

}  // namespace breakeven::lab

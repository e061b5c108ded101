#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace breakeven::lab {

/// Numbers in text, a row a line: CSV with `,` or `;`, or blanks between the numbers.
struct TextTable {
  std::size_t rows = 0;
  std::size_t columns = 0;
};

/// Rows and columns of a file of which every field is a number; the first line may have names, and
/// lines that begin with # count for nothing. A file that has not changed is read once. Throws
/// std::invalid_argument with one sentence.
TextTable text_table(const std::string& path);

/// Calls `field` with each number in the order of the file until it returns false. Throws as
/// text_table does.
void read_text_table(const std::string& path,
                     const std::function<bool(const std::string& word, std::size_t line)>& field);

}  // namespace breakeven::lab

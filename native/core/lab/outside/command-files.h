#pragma once

#include <map>
#include <string>

#include "../lab-data.h"

namespace breakeven::lab {

/// A folder of its own below the temporary one, which goes with this object. What processes that
/// were killed left is removed with the first one.
class CommandFolder {
 public:
  /// Throws std::runtime_error.
  CommandFolder();
  CommandFolder(const CommandFolder&) = delete;
  CommandFolder& operator=(const CommandFolder&) = delete;
  ~CommandFolder();

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

enum class FileFormat { npy, raw, text };
FileFormat file_format(const std::string& name);
const char* extension_of(FileFormat format);

/// Writes an array as a file. Throws std::runtime_error where it cannot be written.
void write_array(const std::string& path, FileFormat format, const Argument& argument,
                 const std::vector<std::size_t>& shape, const std::byte* data);

/// Reads what a program answered into an array. Throws std::runtime_error with one sentence that
/// begins with `what` where it is not of the array's type and shape. In text the numbers stand at
/// the beginning; words that are no numbers may follow.
void read_array(const std::string& what, const std::string& path, FileFormat format,
                const Argument& argument, const std::vector<std::size_t>& shape, std::byte* data);

/// The same from a text. Throws as read_array does.
void read_numbers(const std::string& what, const std::string& text, const Argument& argument,
                  const std::vector<std::size_t>& shape, std::byte* data);

std::string text_of_file(const std::string& path);

}  // namespace breakeven::lab

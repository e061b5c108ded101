#include "command-files.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "../array-file.h"

namespace breakeven::lab {
namespace {

namespace fs = std::filesystem;

constexpr const char* prefix = "breakeven-command-";
/// Longer than any number in digits that somebody prints.
constexpr int max_word = 4096;

void sweep(const fs::path& temporary) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(temporary, error)) {
    const std::string name = entry.path().filename();
    if (name.rfind(prefix, 0) != 0) continue;
    const pid_t owner = std::atoi(name.c_str() + std::strlen(prefix));
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), error);
  }
}

std::string npy_header(const Argument& argument, const std::vector<std::size_t>& shape) {
  std::string sizes;
  for (const std::size_t size : shape) sizes += std::to_string(size) + ",";
  std::string text = "{'descr': '" + npy_type(argument.type) +
                     "', 'fortran_order': False, 'shape': (" + sizes + "), }";
  constexpr std::size_t start = 10;
  text.append(63 - (start + text.size()) % 64, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xFF);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

void read_text(const std::string& what, std::istream& file, ElementType type, std::size_t count,
               std::byte* data) {
  std::string word;
  // A file without blanks is one word of any size.
  const auto next = [&] { return static_cast<bool>(file >> std::setw(max_word) >> word); };
  for (std::size_t i = 0; i < count; ++i) {
    if (!next()) {
      throw std::runtime_error(what + " has " + std::to_string(i) + " numbers, " +
                               std::to_string(count) + " are expected");
    }
    if (word.size() == std::size_t{max_word} ||
        !store_word(type, word, data + i * bytes_of(type))) {
      throw std::runtime_error(what + " has \"" + word.substr(0, 40) +
                               "\" where a number of type " + name_of(type) + " is expected");
    }
  }
  if (next() && is_number(word)) {
    throw std::runtime_error(what + " has more numbers than the " + std::to_string(count) +
                             " that are expected");
  }
}

}  // namespace

CommandFolder::CommandFolder() {
  std::error_code error;
  const fs::path temporary = fs::temp_directory_path(error);
  static const bool swept = (sweep(temporary), true);
  static_cast<void>(swept);
  path_ = temporary / (prefix + std::to_string(getpid()) + "-XXXXXX");
  if (mkdtemp(path_.data()) == nullptr) {
    throw std::runtime_error("no folder can be made in " + temporary.string());
  }
}

CommandFolder::~CommandFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

FileFormat file_format(const std::string& name) {
  if (name == "raw") return FileFormat::raw;
  return name == "text" ? FileFormat::text : FileFormat::npy;
}

const char* extension_of(FileFormat format) {
  switch (format) {
    case FileFormat::raw:
      return ".bin";
    case FileFormat::text:
      return ".txt";
    default:
      return ".npy";
  }
}

void write_array(const std::string& path, FileFormat format, const Argument& argument,
                 const std::vector<std::size_t>& shape, const std::byte* data) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  const std::size_t count = count_of(shape);
  const std::size_t size = bytes_of(argument.type);
  if (format == FileFormat::text) {
    for (std::size_t i = 0; i < count; ++i) {
      file << element_text(argument.type, data + i * size) << '\n';
    }
  } else {
    if (format == FileFormat::npy) file << npy_header(argument, shape);
    file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count * size));
  }
  file.close();
  if (!file) throw std::runtime_error(path + " cannot be written: is there room?");
}

void read_numbers(const std::string& what, const std::string& text, const Argument& argument,
                  const std::vector<std::size_t>& shape, std::byte* data) {
  std::istringstream stream(text);
  read_text(what, stream, argument.type, count_of(shape), data);
}

std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void read_array(const std::string& what, const std::string& path, FileFormat format,
                const Argument& argument, const std::vector<std::size_t>& shape, std::byte* data) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(what + " is not there");
  const std::size_t bytes = count_of(shape) * bytes_of(argument.type);
  if (format == FileFormat::text) {
    return read_text(what, file, argument.type, count_of(shape), data);
  }
  if (format == FileFormat::npy) {
    try {
      return read_npy_array(path, argument.type, shape, {data, bytes});
    } catch (const std::invalid_argument& error) {
      throw std::runtime_error(what + ": " + error.what());
    }
  }
  std::error_code error;
  if (const std::size_t found = fs::file_size(path, error); found != bytes) {
    throw std::runtime_error(what + " has " + std::to_string(found) + " bytes, " +
                             std::to_string(bytes) + " are expected");
  }
  file.read(reinterpret_cast<char*>(data), static_cast<std::streamsize>(bytes));
}

}  // namespace breakeven::lab

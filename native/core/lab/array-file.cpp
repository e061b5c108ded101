#include "array-file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "../npy.h"
#include "text-table.h"

namespace breakeven::lab {

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text;
  for (const std::size_t size : shape) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return "(" + text + ")";
}

std::string npy_type(ElementType type) {
  switch (type) {
    case ElementType::int8:
      return "|i1";
    case ElementType::uint8:
      return "|u1";
    case ElementType::bfloat16:
      return "";
    case ElementType::complex64:
    case ElementType::complex128:
      return "<c" + std::to_string(bytes_of(type));
    case ElementType::float16:
    case ElementType::float32:
    case ElementType::float64:
      return "<f" + std::to_string(bytes_of(type));
    case ElementType::uint16:
    case ElementType::uint32:
    case ElementType::uint64:
      return "<u" + std::to_string(bytes_of(type));
    default:
      return "<i" + std::to_string(bytes_of(type));
  }
}

namespace {

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw std::invalid_argument(path + " " + what);
}

/// Whether a file of shape `have` begins with an array of shape `want`.
bool begins_with(const std::vector<std::size_t>& have, const std::vector<std::size_t>& want) {
  return !have.empty() && have.size() == want.size() && have.front() >= want.front() &&
         std::equal(have.begin() + 1, have.end(), want.begin() + 1);
}

NpyHeader checked_header(const std::string& path, std::ifstream& file, ElementType type,
                         const std::vector<std::size_t>& shape, bool prefix) {
  std::error_code error;
  const std::size_t file_bytes = std::filesystem::file_size(path, error);
  if (error) refuse(path, "does not exist");
  file.open(path, std::ios::binary);
  if (!file) refuse(path, "cannot be read");
  NpyHeader header = read_npy_header(path, file, file_bytes);
  const std::string wanted = npy_type(type);
  if (header.type != wanted) {
    refuse(path, "has elements of type '" + header.type + "', the array is of " + name_of(type) +
                     (wanted.empty() ? "" : " ('" + wanted + "')"));
  }
  if (header.shape != shape && !(prefix && begins_with(header.shape, shape))) {
    refuse(path, "has the shape " + shape_text(header.shape) + ", the array has " +
                     shape_text(shape) + (prefix ? " at these values" : ""));
  }
  const std::size_t needed = count_of(header.shape) * bytes_of(type);
  if (file_bytes - header.offset != needed) {
    refuse(path, "has " + std::to_string(file_bytes - header.offset) +
                     " bytes of data, its shape needs " + std::to_string(needed));
  }
  file.seekg(static_cast<std::streamoff>(header.offset));
  return header;
}

enum class Format { npy, raw, text };

Format format_of(const std::string& path) {
  const std::string ending = std::filesystem::path(path).extension();
  if (ending == ".npy") return Format::npy;
  if (ending == ".csv") return Format::text;
  if (ending == ".bin") return Format::raw;
  if (ending == ".mtx")
    refuse(path, "is a matrix: fill = 'matrix(\"x.mtx\", \"values\")' reads it");
  refuse(path, "has an unknown ending: allowed are .npy, .csv and .bin (elements in C order)");
}

/// Elements of one index of the first dimension.
std::size_t row_of(const std::vector<std::size_t>& shape) {
  return count_of({shape.begin() + 1, shape.end()});
}

void check_raw(const std::string& path, ElementType type, const std::vector<std::size_t>& shape) {
  std::error_code error;
  const std::size_t file_bytes = std::filesystem::file_size(path, error);
  if (error) refuse(path, "does not exist");
  const std::size_t row = row_of(shape) * bytes_of(type);
  const std::string bytes = "has " + std::to_string(file_bytes) + " bytes, ";
  if (row > 0 && file_bytes % row != 0) {
    refuse(path, bytes + "which are no multiple of the " + std::to_string(row) +
                     " of a row of the array " + shape_text(shape) + " of " + name_of(type));
  }
  if (const std::size_t needed = count_of(shape) * bytes_of(type); file_bytes < needed) {
    refuse(path, bytes + "the array " + shape_text(shape) + " of " + name_of(type) + " has " +
                     std::to_string(needed) + " at these values");
  }
}

void check_text(const std::string& path, ElementType type, const std::vector<std::size_t>& shape) {
  if (is_complex_type(type)) refuse(path, "has no complex numbers: .npy and .bin files have");
  const TextTable table = text_table(path);
  // A vector stands in a column or in a line.
  const bool line = shape.size() == 1 && table.rows == 1;
  const std::size_t rows = line ? table.columns : table.rows;
  const std::size_t columns = line ? 1 : table.columns;
  if (rows >= shape.front() && columns == row_of(shape)) return;
  refuse(path, "has " + std::to_string(rows) + " rows of " + std::to_string(columns) +
                   (columns == 1 ? " number" : " numbers") + ", the array has the shape " +
                   shape_text(shape) + " at these values");
}

void check_file(const std::string& path, ElementType type, const std::vector<std::size_t>& shape) {
  switch (format_of(path)) {
    case Format::npy: {
      std::ifstream file;
      static_cast<void>(checked_header(path, file, type, shape, true));
      return;
    }
    case Format::raw:
      return check_raw(path, type, shape);
    case Format::text:
      return check_text(path, type, shape);
  }
}

void read_text(const std::string& path, ElementType type, std::span<std::byte> to) {
  std::byte* place = to.data();
  read_text_table(path, [&](const std::string& word, std::size_t line) {
    if (place == to.data() + to.size()) return false;
    if (!store_word(type, word, place)) {
      refuse(path,
             "has " + word + " in line " + std::to_string(line) + ", which is no " + name_of(type));
    }
    place += bytes_of(type);
    return true;
  });
}

void read_file(const std::string& path, ElementType type, const std::vector<std::size_t>& shape,
               std::span<std::byte> to) {
  check_file(path, type, shape);
  switch (format_of(path)) {
    case Format::npy:
      return read_npy_array(path, type, shape, to, true);
    case Format::text:
      return read_text(path, type, to);
    case Format::raw: {
      std::ifstream file(path, std::ios::binary);
      file.read(reinterpret_cast<char*>(to.data()), static_cast<std::streamsize>(to.size()));
      if (static_cast<std::size_t>(file.gcount()) != to.size()) {
        refuse(path, "cannot be read whole");
      }
    }
  }
}

std::string of_fill(const Argument& argument, const std::invalid_argument& error) {
  return "the fill of " + argument.name + ": " + error.what();
}

}  // namespace

void read_npy_array(const std::string& path, ElementType type,
                    const std::vector<std::size_t>& shape, std::span<std::byte> to, bool prefix) {
  std::ifstream file;
  const NpyHeader header = checked_header(path, file, type, shape, prefix);
  // Columns of a file in Fortran order are as long as all of it.
  const std::size_t whole = count_of(header.shape) * bytes_of(type);
  std::vector<std::byte> in_file_order(header.fortran ? whole : 0);
  const std::span<std::byte> data = header.fortran ? std::span(in_file_order) : to;
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
  if (static_cast<std::size_t>(file.gcount()) != data.size()) refuse(path, "cannot be read whole");
  if (!header.fortran) return;
  std::vector<std::byte> in_c_order(whole);
  copy_to_c_order(data, in_c_order, bytes_of(type), header.shape);
  std::copy_n(in_c_order.begin(), to.size(), to.begin());
}

void read_array_file(const Argument& argument, const std::string& path,
                     const std::vector<std::size_t>& shape, std::span<std::byte> to) {
  try {
    read_file(path, argument.type, shape, to);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(of_fill(argument, error));
  }
}

std::string array_file_fault(const Argument& argument, const std::string& path,
                             const std::vector<std::size_t>& shape) {
  try {
    check_file(path, argument.type, shape);
    return {};
  } catch (const std::invalid_argument& error) {
    return of_fill(argument, error);
  }
}

}  // namespace breakeven::lab

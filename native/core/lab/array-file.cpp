#include "array-file.h"

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "../npy.h"

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

void read_npy_array(const std::string& path, ElementType type,
                    const std::vector<std::size_t>& shape, std::span<std::byte> to) {
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(path + " " + what);
  };
  std::error_code error;
  const std::size_t file_bytes = std::filesystem::file_size(path, error);
  if (error) refuse("does not exist");
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse("cannot be read");
  const NpyHeader header = read_npy_header(path, file, file_bytes);
  const std::string wanted = npy_type(type);
  if (header.type != wanted) {
    refuse("has elements of type '" + header.type + "', the array is of " + name_of(type) +
           (wanted.empty() ? "" : " ('" + wanted + "')"));
  }
  if (header.shape != shape) {
    refuse("has the shape " + shape_text(header.shape) + ", the array has " + shape_text(shape));
  }
  if (file_bytes - header.offset != to.size()) {
    refuse("has " + std::to_string(file_bytes - header.offset) +
           " bytes of data, its shape needs " + std::to_string(to.size()));
  }
  file.seekg(static_cast<std::streamoff>(header.offset));
  std::vector<std::byte> in_file_order(header.fortran ? to.size() : 0);
  const std::span<std::byte> data = header.fortran ? std::span(in_file_order) : to;
  file.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
  if (static_cast<std::size_t>(file.gcount()) != data.size()) refuse("cannot be read whole");
  if (header.fortran) copy_to_c_order(data, to, bytes_of(type), shape);
}

void read_array_file(const Argument& argument, const std::vector<std::size_t>& shape,
                     std::span<std::byte> to) {
  try {
    read_npy_array(argument.fill->path(), argument.type, shape, to);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("the fill of " + argument.name + ": " + error.what());
  }
}

}  // namespace breakeven::lab

#include "input.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include "cancel.h"
#include "machine.h"
#include "npy.h"

namespace breakeven {
namespace {

struct Layout {
  std::size_t offset = 0;
  std::vector<std::size_t> shape;
  int element_bytes = 4;
  bool is_signed = true;
  bool big_endian = false;
};

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw std::invalid_argument("input " + path + " " + what);
}

Layout integer_layout(const std::string& path, NpyHeader&& header) {
  const std::string& type = header.type;
  const bool known = type.size() == 3 && std::strchr("<>|=", type[0]) != nullptr &&
                     (type[1] == 'i' || type[1] == 'u') && std::strchr("1248", type[2]) != nullptr;
  if (!known) refuse(path, "has elements of type '" + type + "', allowed is any integer type");
  Layout layout;
  layout.offset = header.offset;
  layout.big_endian = type[0] == '>';
  layout.is_signed = type[1] == 'i';
  layout.element_bytes = type[2] - '0';
  layout.shape = std::move(header.shape);
  return layout;
}

std::size_t count_of(const std::string& path, const Layout& layout, std::size_t file_bytes) {
  std::size_t count = 1;
  for (const std::size_t size : layout.shape) {
    if (size == 0) {
      count = 0;
      break;
    }
    if (count > std::numeric_limits<std::size_t>::max() / 8 / size) {
      refuse(path, "claims more elements than any memory holds");
    }
    count *= size;
  }
  const std::size_t needed = count * static_cast<std::size_t>(layout.element_bytes);
  const std::size_t there = file_bytes - layout.offset;
  if (there != needed) {
    refuse(path, std::string(there < needed ? "is cut off" : "is longer than it says") +
                     ": its header promises " + std::to_string(needed) +
                     " bytes of data, there are " + std::to_string(there));
  }
  return count;
}

std::uint64_t load(const unsigned char* bytes, int count, bool big_endian) {
  std::uint64_t bits = 0;
  for (int i = 0; i < count; ++i) {
    bits |= std::uint64_t{bytes[big_endian ? count - 1 - i : i]} << (8 * i);
  }
  return bits;
}

/// Converts one piece. Returns the first index outside the range, or the piece's length.
std::size_t convert(const Layout& layout, const unsigned char* bytes, std::span<std::int32_t> out,
                    std::int32_t min, std::int32_t max, std::string& shown) {
  const int width = layout.element_bytes;
  const int shift = 64 - 8 * width;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t bits =
        load(bytes + i * static_cast<std::size_t>(width), width, layout.big_endian);
    const auto value = static_cast<std::int64_t>(bits << shift) >> shift;
    const bool inside = layout.is_signed
                            ? value >= min && value <= max
                            : bits <= static_cast<std::uint64_t>(std::max<std::int32_t>(max, 0)) &&
                                  static_cast<std::int64_t>(bits) >= min;
    if (!inside) {
      shown = layout.is_signed ? std::to_string(value) : std::to_string(bits);
      return i;
    }
    out[i] = static_cast<std::int32_t>(layout.is_signed ? value : static_cast<std::int64_t>(bits));
  }
  return out.size();
}

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return extension;
}

}  // namespace

std::vector<std::string> int32_file_extensions() { return {"npy", "bin", "i32"}; }

Int32File read_int32_file(const std::string& path, std::int32_t min, std::int32_t max,
                          std::size_t max_values) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) refuse(path, "does not exist");
  if (!std::filesystem::is_regular_file(status)) refuse(path, "is not a file");
  const std::size_t file_bytes = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) refuse(path, "cannot be read");
  Layout layout;
  const std::string extension = extension_of(path);
  if (extension == ".npy") {
    layout = integer_layout(path, read_npy_header(path, file, file_bytes));
  } else if (extension == ".bin" || extension == ".i32") {
    if (file_bytes % 4 != 0) {
      refuse(path, "has " + std::to_string(file_bytes) + " bytes, raw int32 needs a multiple of 4");
    }
    layout.shape = {file_bytes / 4};
  } else {
    refuse(path, "has an unknown extension, allowed is .npy, .bin or .i32");
  }
  const std::size_t count = count_of(path, layout, file_bytes);
  if (count > max_values) {
    refuse(path, "has " + std::to_string(count) + " values, allowed is up to " +
                     std::to_string(max_values));
  }
  if (count * 4 > memory_available_bytes()) {
    refuse(path, "needs " + std::to_string(count * 4) + " bytes of memory, " +
                     std::to_string(memory_available_bytes()) + " are free");
  }

  Int32File result{HostArray<std::int32_t>(count), layout.shape};
  const auto width = static_cast<std::size_t>(layout.element_bytes);
  std::vector<unsigned char> piece(std::min(count, std::size_t{1} << 20) * width);
  file.seekg(static_cast<std::streamoff>(layout.offset));
  for (std::size_t begin = 0; begin < count;) {
    check_cancelled();
    const std::size_t length = std::min(count - begin, piece.size() / width);
    file.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(length * width));
    if (static_cast<std::size_t>(file.gcount()) != length * width)
      refuse(path, "cannot be read whole");
    std::string shown;
    const std::size_t good =
        convert(layout, piece.data(), result.values.span().subspan(begin, length), min, max, shown);
    if (good < length) {
      refuse(path, "has the value " + shown + " at index " + std::to_string(begin + good) +
                       ", allowed is " + std::to_string(min) + " to " + std::to_string(max));
    }
    begin += length;
  }
  return result;
}

}  // namespace breakeven

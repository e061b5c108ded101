#include "input.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <span>
#include <sstream>
#include <stdexcept>
#include <type_traits>
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
  /// As in NumPy's names of types: i, u or f.
  char kind = 'i';
  bool big_endian = false;
  bool fortran = false;
};

/// The first value that is not taken.
struct Unfit {
  std::size_t at = 0;
  std::string value;
  std::string allowed;
};

/// What is taken of integers.
struct Range {
  std::int64_t min = 0;
  std::int64_t max = 0;
};

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw std::invalid_argument("input " + path + " " + what);
}

template <class T>
constexpr const char* name_of = std::is_same_v<T, double> ? "float64" : "float32";

template <class T>
Layout layout_of(const std::string& path, NpyHeader&& header) {
  const std::string& type = header.type;
  constexpr bool real = std::is_floating_point_v<T>;
  const bool known =
      type.size() == 3 && std::strchr("<>|=", type[0]) != nullptr &&
      (((type[1] == 'i' || type[1] == 'u') && std::strchr("1248", type[2]) != nullptr) ||
       (real && type[1] == 'f' && (type[2] == '4' || type[2] == '8')));
  if (!known) {
    refuse(path, "has elements of type '" + type + "', allowed is any integer type" +
                     (real ? ", float32 and float64" : ""));
  }
  Layout layout;
  layout.offset = header.offset;
  layout.big_endian = type[0] == '>';
  layout.kind = type[1];
  layout.element_bytes = type[2] - '0';
  layout.shape = std::move(header.shape);
  layout.fortran = header.fortran;
  return layout;
}

/// A file without a header, as the header that it could have: `bin` is the type in `.bin`.
template <class T>
NpyHeader raw_header(const std::string& path, const std::string& extension, std::size_t file_bytes,
                     const char* bin) {
  constexpr bool real = std::is_floating_point_v<T>;
  const std::string type = extension == ".bin"           ? bin
                           : extension == ".i32"         ? "<i4"
                           : real && extension == ".f32" ? "<f4"
                           : real && extension == ".f64" ? "<f8"
                                                         : "";
  if (type.empty()) {
    refuse(path, std::string("has an unknown extension, allowed is .npy, .bin") +
                     (real ? ", .i32, .f32 or .f64" : " or .i32"));
  }
  const auto width = static_cast<std::size_t>(type[2] - '0');
  if (file_bytes % width != 0) {
    refuse(path, "has " + std::to_string(file_bytes) + " bytes, raw " +
                     (type[1] == 'i' ? "int" : "float") + std::to_string(8 * width) +
                     " needs a multiple of " + std::to_string(width));
  }
  return {.offset = 0, .shape = {file_bytes / width}, .fortran = false, .type = type};
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

std::string shown(double value) {
  std::ostringstream text;
  text.precision(17);
  text << value;
  return text.str();
}

/// Real numbers of 4 or 8 bytes. Returns whether all are taken.
template <class T>
bool convert_reals(const Layout& layout, const unsigned char* bytes, std::span<T> out,
                   Unfit& unfit) {
  const int width = layout.element_bytes;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t bits =
        load(bytes + i * static_cast<std::size_t>(width), width, layout.big_endian);
    const double value = width == 4 ? std::bit_cast<float>(static_cast<std::uint32_t>(bits))
                                    : std::bit_cast<double>(bits);
    const bool finite = std::isfinite(value);
    const bool held = finite && std::abs(value) <= std::numeric_limits<T>::max() &&
                      static_cast<double>(static_cast<T>(value)) == value;
    if (!held) {
      unfit = {
          i, shown(value),
          finite ? std::string("numbers that ") + name_of<T> + " holds exactly" : "finite numbers"};
      return false;
    }
    out[i] = static_cast<T>(value);
  }
  return true;
}

template <class T>
bool convert_integers(const Layout& layout, const unsigned char* bytes, std::span<T> out,
                      const Range& range, Unfit& unfit) {
  const int width = layout.element_bytes;
  const int shift = 64 - 8 * width;
  const bool is_signed = layout.kind == 'i';
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::uint64_t bits =
        load(bytes + i * static_cast<std::size_t>(width), width, layout.big_endian);
    const auto value = static_cast<std::int64_t>(bits << shift) >> shift;
    const bool inside =
        is_signed ? value >= range.min && value <= range.max
                  : bits <= static_cast<std::uint64_t>(std::max<std::int64_t>(range.max, 0)) &&
                        static_cast<std::int64_t>(bits) >= range.min;
    if (!inside) {
      unfit = {i, is_signed ? std::to_string(value) : std::to_string(bits),
               std::to_string(range.min) + " to " + std::to_string(range.max)};
      return false;
    }
    out[i] = static_cast<T>(is_signed ? value : static_cast<std::int64_t>(bits));
  }
  return true;
}

template <class T>
bool convert(const Layout& layout, const unsigned char* bytes, std::span<T> out, const Range& range,
             Unfit& unfit) {
  if constexpr (std::is_floating_point_v<T>) {
    if (layout.kind == 'f') return convert_reals(layout, bytes, out, unfit);
  }
  return convert_integers(layout, bytes, out, range, unfit);
}

std::string extension_of(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return extension;
}

/// The values in the order in which the file has them.
template <class T>
HostArray<T> read_values(const std::string& path, std::ifstream& file, const Layout& layout,
                         std::size_t count, const Range& range) {
  HostArray<T> values(count);
  const auto width = static_cast<std::size_t>(layout.element_bytes);
  std::vector<unsigned char> piece(std::min(count, std::size_t{1} << 20) * width);
  file.seekg(static_cast<std::streamoff>(layout.offset));
  for (std::size_t begin = 0; begin < count;) {
    check_cancelled();
    const std::size_t length = std::min(count - begin, piece.size() / width);
    file.read(reinterpret_cast<char*>(piece.data()), static_cast<std::streamsize>(length * width));
    if (static_cast<std::size_t>(file.gcount()) != length * width)
      refuse(path, "cannot be read whole");
    Unfit unfit;
    if (!convert(layout, piece.data(), values.span().subspan(begin, length), range, unfit)) {
      refuse(path, "has the value " + unfit.value + " at index " +
                       std::to_string(begin + unfit.at) + ", allowed is " + unfit.allowed);
    }
    begin += length;
  }
  return values;
}

template <class T>
ArrayFile<T> read_file(const std::string& path, const Range& range, std::size_t max_values,
                       const char* bin) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) refuse(path, "does not exist");
  if (!std::filesystem::is_regular_file(status)) refuse(path, "is not a file");
  const std::size_t file_bytes = std::filesystem::file_size(path, error);
  std::ifstream file(path, std::ios::binary);
  if (error || !file) refuse(path, "cannot be read");
  const std::string extension = extension_of(path);
  const Layout layout =
      layout_of<T>(path, extension == ".npy" ? read_npy_header(path, file, file_bytes)
                                             : raw_header<T>(path, extension, file_bytes, bin));
  const std::size_t count = count_of(path, layout, file_bytes);
  if (count > max_values) {
    refuse(path, "has " + std::to_string(count) + " values, allowed is up to " +
                     std::to_string(max_values));
  }
  const std::size_t needed = count * sizeof(T) * (layout.fortran ? 2 : 1);
  if (needed > memory_available_bytes()) {
    refuse(path, "needs " + std::to_string(needed) + " bytes of memory, " +
                     std::to_string(memory_available_bytes()) + " are free");
  }
  HostArray<T> values = read_values<T>(path, file, layout, count, range);
  if (!layout.fortran) return {std::move(values), layout.shape};
  ArrayFile<T> ordered{HostArray<T>(count), layout.shape};
  copy_to_c_order(std::as_bytes(values.span()), std::as_writable_bytes(ordered.values.span()),
                  sizeof(T), layout.shape);
  return ordered;
}

}  // namespace

std::vector<std::string> int32_file_extensions() { return {"npy", "bin", "i32"}; }

std::vector<std::string> real_file_extensions() { return {"npy", "bin", "i32", "f32", "f64"}; }

ArrayFile<std::int32_t> read_int32_file(const std::string& path, std::int32_t min, std::int32_t max,
                                        std::size_t max_values) {
  return read_file<std::int32_t>(path, {min, max}, max_values, "<i4");
}

template <class T>
ArrayFile<T> read_real_file(const std::string& path, std::size_t max_values, const char* bin) {
  // Whole numbers up to here are all held.
  constexpr std::int64_t bound = std::int64_t{1} << std::numeric_limits<T>::digits;
  return read_file<T>(path, {-bound, bound}, max_values, bin);
}

template ArrayFile<float> read_real_file<float>(const std::string& path, std::size_t max_values,
                                                const char* bin);
template ArrayFile<double> read_real_file<double>(const std::string& path, std::size_t max_values,
                                                  const char* bin);

}  // namespace breakeven

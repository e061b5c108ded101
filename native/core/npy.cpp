#include "npy.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "cancel.h"

namespace breakeven {
namespace {

constexpr std::size_t max_header_bytes = std::size_t{1} << 20;
constexpr std::size_t max_dimensions = 32;

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw std::invalid_argument("input " + path + " " + what);
}

/// The text of one entry of the header's dictionary: from behind `'key':` on.
std::optional<std::string> entry_of(const std::string& header, const std::string& key) {
  for (const char quote : {'\'', '"'}) {
    const std::string name = quote + key + quote;
    const std::size_t found = header.find(name);
    if (found == std::string::npos) continue;
    std::size_t i = header.find_first_not_of(" \t", found + name.size());
    if (i == std::string::npos || header[i] != ':') return std::nullopt;
    i = header.find_first_not_of(" \t", i + 1);
    if (i == std::string::npos) return std::nullopt;
    return header.substr(i);
  }
  return std::nullopt;
}

std::string type_in(const std::string& path, const std::string& entry) {
  const std::size_t end = entry.empty() ? std::string::npos : entry.find(entry[0], 1);
  if (entry.empty() || (entry[0] != '\'' && entry[0] != '"') || end == std::string::npos) {
    refuse(path, "has elements of a compound type, allowed is a plain one");
  }
  return entry.substr(1, end - 1);
}

void parse_shape(const std::string& path, const std::string& entry, NpyHeader& header) {
  const std::size_t end = entry.find(')');
  if (entry.empty() || entry[0] != '(' || end == std::string::npos) {
    refuse(path, "is not a sound .npy file: its header has no shape");
  }
  const char* at = entry.data() + 1;
  const char* const last = entry.data() + end;
  while (true) {
    while (at < last && (*at == ' ' || *at == ',')) ++at;
    if (at == last) return;
    std::uint64_t size = 0;
    const auto [next, error] = std::from_chars(at, last, size);
    if (error != std::errc{} || header.shape.size() == max_dimensions) {
      refuse(path, "is not a sound .npy file: its shape is not a list of sizes");
    }
    header.shape.push_back(size);
    at = next;
    if (at < last && *at == 'L') ++at;
  }
}

/// Goes through the data as they lie in the file, and counts the index of each in C order.
template <std::size_t bytes>
void copy_elements(std::span<const std::byte> from, std::span<std::byte> to,
                   const std::vector<std::size_t>& shape) {
  std::vector<std::size_t> steps(shape.size(), 1);
  for (std::size_t d = shape.size(); d-- > 1;) steps[d - 1] = steps[d] * shape[d];
  std::vector<std::size_t> index(shape.size(), 0);
  std::size_t place = 0;
  for (std::size_t at = 0; at < from.size(); at += bytes) {
    if (at % (bytes << 20) == 0) check_cancelled();
    std::memcpy(to.data() + place * bytes, from.data() + at, bytes);
    for (std::size_t d = 0; d < shape.size(); ++d) {
      place += steps[d];
      if (++index[d] < shape[d]) break;
      place -= steps[d] * shape[d];
      index[d] = 0;
    }
  }
}

}  // namespace

NpyHeader read_npy_header(const std::string& path, std::ifstream& file, std::size_t file_bytes) {
  unsigned char start[12] = {};
  file.read(reinterpret_cast<char*>(start), 8);
  if (file.gcount() != 8 || std::memcmp(start, "\x93NUMPY", 6) != 0) {
    refuse(path, "is not a .npy file");
  }
  const int version = start[6];
  if (version < 1 || version > 3) {
    refuse(path, "has .npy format version " + std::to_string(version) + ", allowed is 1 to 3");
  }
  const int length_bytes = version == 1 ? 2 : 4;
  file.read(reinterpret_cast<char*>(start), length_bytes);
  if (file.gcount() != length_bytes) refuse(path, "ends inside its header");
  std::size_t length = 0;
  for (int i = length_bytes - 1; i >= 0; --i) length = length << 8 | start[i];
  NpyHeader header;
  header.offset = 8 + static_cast<std::size_t>(length_bytes) + length;
  if (length > max_header_bytes) refuse(path, "has a header of more than 1 MiB");
  if (header.offset > file_bytes) refuse(path, "ends inside its header");
  std::string text(length, ' ');
  file.read(text.data(), static_cast<std::streamsize>(length));
  const auto type = entry_of(text, "descr");
  const auto order = entry_of(text, "fortran_order");
  const auto shape = entry_of(text, "shape");
  if (!type || !order || !shape) {
    refuse(path, "is not a sound .npy file: its header lacks descr, fortran_order or shape");
  }
  header.type = type_in(path, *type);
  parse_shape(path, *shape, header);
  const bool fortran = order->rfind("True", 0) == 0;
  if (!fortran && order->rfind("False", 0) != 0) {
    refuse(path, "is not a sound .npy file: fortran_order is neither True nor False");
  }
  const auto long_dimensions = std::count_if(header.shape.begin(), header.shape.end(),
                                             [](std::size_t size) { return size > 1; });
  header.fortran = fortran && long_dimensions > 1;
  return header;
}

void copy_to_c_order(std::span<const std::byte> from, std::span<std::byte> to,
                     std::size_t element_bytes, const std::vector<std::size_t>& shape) {
  switch (element_bytes) {
    case 1:
      return copy_elements<1>(from, to, shape);
    case 2:
      return copy_elements<2>(from, to, shape);
    case 4:
      return copy_elements<4>(from, to, shape);
    case 8:
      return copy_elements<8>(from, to, shape);
    case 16:
      return copy_elements<16>(from, to, shape);
    default:
      throw std::logic_error("no element has " + std::to_string(element_bytes) + " bytes");
  }
}

}  // namespace breakeven

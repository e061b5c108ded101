#include "npy.h"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>

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
  if (fortran && header.shape.size() > 1) {
    refuse(path, "is in Fortran order, allowed is C order");
  }
  return header;
}

}  // namespace breakeven

#include "array-checks.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "parallel.h"
#include "target-clones.h"

namespace breakeven {
namespace {

constexpr std::byte poison{0xCD};
constexpr std::byte guard{0xA5};
/// Bytes that one thread looks at without asking for more; a multiple of every element's size.
constexpr std::size_t piece = std::size_t{1} << 20;
/// An array that small may be in the caches of the calling thread, and stays there.
constexpr std::size_t compared_piece = std::size_t{8} << 20;

/// Bytes that caches exchange at once.
constexpr std::size_t line = 64;

std::vector<DataArray> arrays_of(const Data& data) { return const_cast<Data&>(data).arrays(); }

std::string element_at(const DataArray& array, std::size_t byte) {
  return array.name + "[" + std::to_string(byte / array.element_bytes) + "]";
}

std::uint64_t mix(std::uint64_t hash, std::uint64_t word) {
  hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
  return hash ^ (hash >> 29);
}

/// As many chains as fill the vectors of a processor. Each step can be undone, so that one word
/// that differs is always seen.
BREAKEVEN_VECTOR_CLONES std::uint64_t hash_bytes(const std::byte* data, std::size_t bytes) {
  constexpr std::size_t chains = 32;
  std::uint64_t hash[chains];
  for (std::size_t c = 0; c < chains; ++c) hash[c] = c;
  std::size_t at = 0;
  for (; at + 8 * chains <= bytes; at += 8 * chains) {
    std::uint64_t words[chains];
    std::memcpy(words, data + at, sizeof words);
    for (std::size_t c = 0; c < chains; ++c) {
      const std::uint64_t word = hash[c] ^ words[c];
      const std::uint64_t spread = word + (word << 21) + (word << 37);
      hash[c] = spread ^ (spread >> 29);
    }
  }
  for (; at < bytes; ++at) hash[0] = mix(hash[0], static_cast<std::uint64_t>(data[at]));
  for (std::size_t c = 1; c < chains; ++c) hash[0] = mix(hash[0], hash[c]);
  return hash[0];
}

}  // namespace

void poison_arrays(Data& data) {
  for (const DataArray& array : data.arrays()) {
    if (array.bytes > 0) std::memset(array.data, static_cast<int>(poison), array.bytes);
  }
}

bool is_poison(const std::byte* data, std::size_t bytes) {
  return std::all_of(data, data + bytes, [](std::byte b) { return b == poison; });
}

void write_guards(Data& data) {
  for (const DataArray& array : data.arrays()) {
    if (!array.guarded) continue;
    std::fill_n(array.data - guard_bytes, guard_bytes, guard);
    std::fill_n(array.data + array.bytes, guard_bytes, guard);
  }
}

std::string damaged_guard(Data& data) {
  const auto intact = [](std::byte b) { return b == guard; };
  for (const DataArray& array : data.arrays()) {
    if (!array.guarded) continue;
    const std::byte* const end = array.data + array.bytes;
    const auto behind = std::find_if_not(end, end + guard_bytes, intact);
    if (behind != end + guard_bytes) {
      return "wrote behind the end of " + array.name + ", at byte " + std::to_string(behind - end);
    }
    const std::byte* const before = std::find_if_not(array.data - guard_bytes, array.data, intact);
    if (before != array.data) {
      return "wrote before the start of " + array.name + ", at byte " +
             std::to_string(before - array.data);
    }
  }
  return {};
}

ArrayBytes bytes_of_arrays(Data& data) {
  ArrayBytes contents;
  for (const DataArray& array : data.arrays()) {
    contents.emplace_back(array.data, array.data + array.bytes);
  }
  return contents;
}

void put_back(const ArrayBytes& contents, Data& data) {
  std::size_t k = 0;
  for (const DataArray& array : data.arrays()) {
    std::copy(contents[k].begin(), contents[k].end(), array.data);
    ++k;
  }
}

void read_arrays(const Data& data) {
  for (const DataArray& array : arrays_of(data)) {
    const volatile std::byte* const bytes = array.data;
    for (std::size_t at = 0; at < array.bytes; at += line) static_cast<void>(bytes[at]);
  }
}

void rewrite_arrays(Data& data) {
  for (const DataArray& array : data.arrays()) {
    volatile std::byte* const bytes = array.data;
    for (std::size_t at = 0; at < array.bytes; at += line) bytes[at] = bytes[at];
  }
}

bool equal_bytes(const void* one, const void* other, std::size_t bytes) {
  const auto* const left = static_cast<const std::byte*>(one);
  const auto* const right = static_cast<const std::byte*>(other);
  std::atomic<bool> equal{true};
  parallel_for(bytes, compared_piece, [&](std::size_t begin, std::size_t end) {
    if (equal && std::memcmp(left + begin, right + begin, end - begin) != 0) equal = false;
  });
  return equal;
}

ArrayHashes hash_arrays(const Data& data) {
  ArrayHashes hashes;
  for (const DataArray& array : arrays_of(data)) {
    const std::size_t before = hashes.size();
    hashes.resize(before + (array.bytes + piece - 1) / piece);
    parallel_for(array.bytes, piece, [&](std::size_t begin, std::size_t end) {
      hashes[before + begin / piece] = hash_bytes(array.data + begin, end - begin);
    });
  }
  return hashes;
}

std::string first_difference(const Data& one, const Data& other) {
  const std::vector<DataArray> left = arrays_of(one);
  const std::vector<DataArray> right = arrays_of(other);
  for (std::size_t k = 0; k < left.size() && k < right.size(); ++k) {
    const std::size_t bytes = std::min(left[k].bytes, right[k].bytes);
    const auto [l, r] = std::mismatch(left[k].data, left[k].data + bytes, right[k].data);
    static_cast<void>(r);
    if (l != left[k].data + bytes) {
      return element_at(left[k], static_cast<std::size_t>(l - left[k].data));
    }
  }
  return {};
}

}  // namespace breakeven

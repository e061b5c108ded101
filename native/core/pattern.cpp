#include "pattern.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

#include "array-checks.h"
#include "counter-random.h"
#include "parallel.h"
#include "unwritten.h"

namespace breakeven {
namespace {

/// Below it the first thread writes all, as it does where an answer is put together.
constexpr std::size_t team_bytes = 16 << 10;
/// Bytes that one thread writes without asking for more, where it is nobody's part; a multiple of a
/// block.
constexpr std::size_t piece = std::size_t{4} << 20;

}  // namespace

std::uint64_t secret_seed() {
  static const std::uint64_t seed = [] {
    std::random_device device;
    return std::uint64_t{device()} << 32 | device();
  }();
  return seed;
}

std::string secret_text() {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(secret_seed()));
  return text;
}

std::uint64_t next_secret() {
  static std::uint64_t drawn = 0;
  return random_bits(secret_seed(), drawn++);
}

Pattern::Pattern(Data& output, std::shared_ptr<const Data> expected, int threads)
    : output_(output),
      expected_(expected && leaves_elements_out(*expected) ? std::move(expected) : nullptr),
      threads_(threads) {
  arrays_ = output.arrays();
  for (const DataArray& array : arrays_) bytes_ += array.bytes;
  const std::uint64_t seed = next_secret();
  for (std::size_t i = 0; i < block_words; ++i) block_[i] = random_bits(seed, i);
}

std::uint64_t Pattern::key_of(std::size_t array, std::size_t block) const {
  return random_bits(generation_ + array, block);
}

/// `begin` and `end` are multiples of a block, but for the end of the array.
void Pattern::write_part(std::byte* data, std::size_t array, std::size_t begin,
                         std::size_t end) const {
  constexpr std::size_t size = sizeof block_;
  for (std::size_t at = begin; at < end; at += size) {
    const std::uint64_t key = key_of(array, at / size);
    const std::size_t bytes = std::min(size, end - at);
    for (std::size_t word = 0; word < bytes / 8; ++word) {
      const std::uint64_t bits = block_[word] ^ key;
      std::memcpy(data + at + 8 * word, &bits, 8);
    }
    const std::uint64_t last = block_[bytes / 8 % block_words] ^ key;
    std::memcpy(data + at + bytes / 8 * 8, &last, bytes % 8);
  }
}

/// `part(data, array, begin, end)` for each part of each array, on its thread.
template <class F>
void Pattern::each_part(const F& part) {
  const std::vector<DataArray> arrays = output_.arrays();
  const auto team = static_cast<std::size_t>(bytes_ < team_bytes ? 1 : threads_);
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    const DataArray& array = arrays[k];
    if (threads_ == 0) {
      parallel_for(array.bytes, piece,
                   [&](std::size_t begin, std::size_t end) { part(array.data, k, begin, end); });
      continue;
    }
    const std::size_t blocks = (array.bytes + sizeof block_ - 1) / sizeof block_;
    const auto of_thread = [&](std::size_t thread) {
      part(array.data, k, blocks * thread / team * sizeof block_,
           std::min(array.bytes, blocks * (thread + 1) / team * sizeof block_));
    };
    if (team == 1) {
      of_thread(0);
      continue;
    }
#pragma omp parallel for schedule(static, 1) num_threads(threads_)
    for (int thread = 0; thread < threads_; ++thread) of_thread(static_cast<std::size_t>(thread));
  }
}

void Pattern::write() {
  generation_ = next_secret();
  each_part([&](std::byte* data, std::size_t array, std::size_t begin, std::size_t end) {
    write_part(data, array, begin, end);
  });
  if (!expected_) return;
  const std::vector<DataArray> expected = const_cast<Data&>(*expected_).arrays();
  const std::vector<DataArray> arrays = output_.arrays();
  for (std::size_t k = 0; k < arrays.size() && k < expected.size(); ++k) {
    const std::size_t bytes = std::min(arrays[k].bytes, expected[k].bytes);
    for (std::size_t at = 0; at < bytes; at += arrays[k].element_bytes) {
      if (is_poison(expected[k].data + at, arrays[k].element_bytes)) {
        std::memcpy(arrays[k].data + at, expected[k].data + at, arrays[k].element_bytes);
      }
    }
  }
}

void Pattern::poke() {
  if (expected_) return;
  for (const DataArray& array : arrays_) {
    const std::size_t elements = array.bytes / array.element_bytes;
    if (elements == 0) continue;
    const std::size_t at = next_secret() % elements * array.element_bytes;
    for (std::size_t i = 0; i < array.element_bytes; ++i) array.data[at + i] ^= std::byte{0xFF};
  }
}

void Pattern::touch() {
  each_part([](std::byte* data, std::size_t, std::size_t begin, std::size_t end) {
    constexpr std::size_t line = 64;
    for (std::size_t at = begin; at < end; at += line) {
      volatile std::byte& first = data[at];
      first = first;
    }
  });
}

bool Pattern::is_untouched(std::size_t array, std::size_t at, const std::byte* data,
                           std::size_t bytes) const {
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::size_t byte = at + i;
    const std::uint64_t bits = block_[byte / 8 % block_words] ^ key_of(array, byte / sizeof block_);
    std::byte expected[8];
    std::memcpy(expected, &bits, sizeof expected);
    if (data[i] != expected[byte % 8]) return false;
  }
  return true;
}

std::string Pattern::unwritten_element(const Data& expected) const {
  constexpr std::size_t word = 8;
  const std::vector<DataArray> arrays = output_.arrays();
  const std::vector<DataArray> right = const_cast<Data&>(expected).arrays();
  for (std::size_t k = 0; k < arrays.size() && k < right.size(); ++k) {
    const DataArray& array = arrays[k];
    const std::size_t size = array.element_bytes;
    if (size < word || array.bytes == 0 || array.bytes != right[k].bytes) continue;
    if (equal_bytes(array.data, right[k].data, array.bytes)) continue;
    for (std::size_t at = 0; at + size <= array.bytes; at += size) {
      const std::byte* const element = array.data + at;
      if (std::memcmp(element, right[k].data + at, size) == 0) continue;
      if (is_poison(element, word) || is_untouched(k, at, element, word)) {
        return array.name + "[" + std::to_string(at / size) + "] was never written";
      }
    }
  }
  return {};
}

}  // namespace breakeven

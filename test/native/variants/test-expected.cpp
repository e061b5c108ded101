#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Memory of this process that can be read, whether it can be written or not.
std::vector<std::span<std::byte>> readable_memory() {
  std::vector<std::span<std::byte>> found;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    char* end = nullptr;
    const auto first = std::strtoull(line.c_str(), &end, 16);
    const auto last = std::strtoull(end + 1, &end, 16);
    const bool is_readable = end[1] == 'r';
    // Not the stack, what the kernel shows, and files, which may end before their last page.
    const bool is_file =
        line.find('/') != std::string::npos && line.find("/memfd:") == std::string::npos;
    if (!is_readable || is_file || line.find("[stack") != std::string::npos ||
        line.find("[v") != std::string::npos) {
      continue;
    }
    found.emplace_back(reinterpret_cast<std::byte*>(first), last - first);
  }
  return found;
}

/// Answers rightly, then zeroes every other array on a page with these counts that it finds: the
/// answer that is expected.
class ZeroesExpected final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    Sound::run(phases);
    constexpr std::size_t page = 4096;
    for (const std::span<std::byte> memory : readable_memory()) {
      for (std::size_t at = 0; at + counts_.size_bytes() <= memory.size(); at += page) {
        std::byte* const other = memory.data() + at;
        if (other == reinterpret_cast<const std::byte*>(counts_.data()) ||
            std::memcmp(other, counts_.data(), counts_.size_bytes()) != 0) {
          continue;
        }
        std::memset(other, 0, counts_.size_bytes());
      }
    }
  }
};

[[maybe_unused]] const bool added =
    add<ZeroesExpected>("test-zeroes-expected", "Zeroes the expected answer",
                        "Right, and overwrites the answer that it is compared with.");

}  // namespace
}  // namespace breakeven::histogram

#include "planting.h"

#include <algorithm>

#include "counter-random.h"

namespace breakeven {
namespace {

/// Lengths that kernels and threads divide arrays into: a vector, a warp, blocks, tiles of a block.
constexpr std::size_t lengths[] = {16, 32, 64, 256, 1024, 2048, 4096, 8192, 16384};
/// Teams of threads whose last part begins at a position of its own.
constexpr std::size_t teams[] = {2, 3, 4, 8, 16, 32};
constexpr std::size_t random_positions = 8;
/// One position of a seed is the last in one seed of so many, and the first in another. Repetitions
/// begin with seeds that are ten apart, which go through all of them.
constexpr std::uint64_t turns = 9;

}  // namespace

std::vector<std::size_t> planting_positions(std::size_t count, std::size_t max_count,
                                            std::uint64_t seed) {
  if (count == 0) return {};
  std::vector<std::size_t> others = {0};
  // The tail: what is left when whole pieces are done.
  for (const std::size_t length : lengths) {
    // Where the last piece begins, which is whole where the length divides the count.
    const std::size_t last = (count - 1) / length * length;
    others.push_back(last);
    if (last > 0) others.push_back(last - 1);
    const std::size_t middle = count / 2 / length * length;
    others.push_back(middle);
    if (middle > 0) others.push_back(middle - 1);
  }
  for (const std::size_t team : teams) others.push_back(count * (team - 1) / team);
  for (std::size_t i = 0; i < random_positions; ++i) {
    others.push_back(
        static_cast<std::size_t>(random_bits(seed, i) % static_cast<std::uint64_t>(count)));
  }
  // In another order for each seed, the same on every machine.
  for (std::size_t i = others.size(); i > 1; --i) {
    std::swap(others[i - 1], others[random_bits(seed, random_positions + i) % i]);
  }
  std::vector<std::size_t> chosen = {count - 1};
  for (const std::size_t at : others) {
    if (chosen.size() >= max_count) break;
    if (std::find(chosen.begin(), chosen.end(), at) == chosen.end()) chosen.push_back(at);
  }
  return chosen;
}

std::size_t planting_position(std::size_t count, std::uint64_t seed) {
  if (seed % turns == 0) return count - 1;
  if (seed % turns == 1) return 0;
  return planting_positions(count, 2, seed).back();
}

}  // namespace breakeven

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
constexpr std::size_t few_positions = 3;
/// Boundaries of a team of the case's own size, in each seed.
constexpr std::size_t team_boundaries = 3;
/// One position of a seed is the last in one seed of so many, and the first in another. Repetitions
/// begin with seeds that are ten apart, which go through all of them.
constexpr std::uint64_t turns = 9;

/// Both sides of where parts of a team begin. By turns parts are as equal as can be, or those of a
/// static schedule of OpenMP, whose first ones have one more; one of what is divided may not be
/// among the positions, which moves a boundary by one.
std::vector<std::size_t> team_positions(std::size_t count, std::size_t team, std::uint64_t seed) {
  std::vector<std::size_t> positions;
  for (std::size_t i = 0; i < std::min(team - 1, team_boundaries); ++i) {
    const std::size_t part = 1 + (seed * team_boundaries + i) % (team - 1);
    const std::size_t boundary = random_bits(seed, 0) % 2 == 0
                                     ? count * part / team
                                     : count / team * part + std::min(count % team, part);
    if (boundary > 0) positions.push_back(boundary - 1);
    for (const std::size_t at : {boundary, boundary + 1}) {
      if (at < count) positions.push_back(at);
    }
  }
  return positions;
}

}  // namespace

std::vector<std::size_t> planting_positions(std::size_t count, std::size_t max_count,
                                            std::uint64_t seed, int threads) {
  if (count == 0) return {};
  if (seed >= random_positions_alone) {
    std::vector<std::size_t> chosen;
    for (std::size_t i = 0; i < std::min({few_positions, max_count, count}); ++i) {
      const std::size_t at = random_bits(seed, i) % count;
      if (std::find(chosen.begin(), chosen.end(), at) == chosen.end()) chosen.push_back(at);
    }
    return chosen;
  }
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
  for (const std::size_t team : teams) {
    const std::size_t last = count * (team - 1) / team;
    others.push_back(last);
    if (last > 0) others.push_back(last - 1);
  }
  for (std::size_t i = 0; i < random_positions; ++i) {
    others.push_back(
        static_cast<std::size_t>(random_bits(seed, i) % static_cast<std::uint64_t>(count)));
  }
  // In another order for each seed, the same on every machine.
  for (std::size_t i = others.size(); i > 1; --i) {
    std::swap(others[i - 1], others[random_bits(seed, random_positions + i) % i]);
  }
  std::vector<std::size_t> chosen = {count - 1};
  const auto choose = [&](const std::vector<std::size_t>& positions) {
    for (const std::size_t at : positions) {
      if (chosen.size() >= max_count) return;
      if (std::find(chosen.begin(), chosen.end(), at) == chosen.end()) chosen.push_back(at);
    }
  };
  if (threads > 1) choose(team_positions(count, static_cast<std::size_t>(threads), seed));
  choose(others);
  return chosen;
}

bool is_end(std::uint64_t seed) { return seed < random_positions_alone && seed % turns < 2; }

std::size_t planting_position(std::size_t count, std::uint64_t seed) {
  if (is_end(seed)) return seed % turns == 0 ? count - 1 : 0;
  return planting_positions(count, 2, seed).back();
}

}  // namespace breakeven

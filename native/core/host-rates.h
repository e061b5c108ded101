#pragma once

#include <cstddef>
#include <cstdint>

/// The loops whose rates are the host's ceilings, with the widest vectors that the processor has.
namespace breakeven {

/// Reads `words` words; the sum keeps the loads alive.
std::uint64_t read_words(const std::uint64_t* data, std::size_t words);
/// Copies words, each changed on the way, so that it stays a loop of loads and stores through the
/// caches (memcpy goes around them from some size on).
void copy_words(const std::uint64_t* from, std::uint64_t* to, std::size_t words);

/// Independent chains of x*a + b in vector registers, so many steps of each; returns the operations
/// done, two a multiply-add.
double multiply_add(std::int64_t steps, double* sink);

}  // namespace breakeven

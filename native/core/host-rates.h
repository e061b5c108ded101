#pragma once

#include <cstddef>
#include <cstdint>

/// The loops that measure the peaks of the host, with the widest vectors of the processor.
namespace breakeven {

/// Reads `words` words. Returns their sum, so that the compiler keeps the loads.
std::uint64_t read_words(const std::uint64_t* data, std::size_t words);
/// Copies words and changes each, so that the loop loads and stores through the caches (memcpy
/// bypasses them for large sizes).
void copy_words(const std::uint64_t* from, std::uint64_t* to, std::size_t words);

/// `steps` steps of independent chains of x*a + b in vector registers. Returns the number of
/// operations, two per multiply-add.
double multiply_add(std::int64_t steps, double* sink);

}  // namespace breakeven

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data.h"

namespace breakeven {

/// Fills every array with 0xCD, so that what a reference never writes is seen.
void poison_arrays(Data& data);
/// Whether every byte is one that poison_arrays() left.
bool is_poison(const std::byte* data, std::size_t bytes);
/// Writes the guard bytes of every array.
void write_guards(Data& data);
/// Names the first guard byte that was overwritten, as what was done: "wrote 4 bytes behind the end
/// of counts"; empty when all are as they were.
std::string damaged_guard(Data& data);

/// The bytes of every array.
using ArrayBytes = std::vector<std::vector<std::byte>>;
ArrayBytes bytes_of_arrays(Data& data);
void put_back(const ArrayBytes& contents, Data& data);

/// Reads every array on the calling thread.
void read_arrays(const Data& data);
/// Writes every cache line of every array with its own content, so that only this core's caches
/// hold it.
void rewrite_arrays(Data& data);

/// Whether so many bytes are equal. Those that no cache holds are compared on all cores.
bool equal_bytes(const void* one, const void* other, std::size_t bytes);

/// Hashes of the pieces of every array.
using ArrayHashes = std::vector<std::uint64_t>;
ArrayHashes hash_arrays(const Data& data);
/// Names the first element in which two data of the same shape differ: "values[17]"; empty when
/// they are equal.
std::string first_difference(const Data& one, const Data& other);

}  // namespace breakeven

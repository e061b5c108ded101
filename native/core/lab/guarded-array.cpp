#include "guarded-array.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <limits>
#include <new>

#include "../host-array.h"

namespace breakeven::lab {
namespace {

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

GuardedArray::GuardedArray(std::size_t bytes) : size_(bytes) {
  const std::size_t page = page_bytes();
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  const std::size_t inner = (bytes + guard_bytes + page - 1) / page * page;
  // An untouchable page, a page of room, data and room, an untouchable page.
  const std::size_t whole = inner + 3 * page;
  auto* const start = static_cast<std::byte*>(std::aligned_alloc(page, whole));
  if (start == nullptr) throw std::bad_alloc();
  pages_ = {start, FreePages{whole}};
  data_ = start + 2 * page;
  if (mprotect(start, page, PROT_NONE) != 0 ||
      mprotect(start + whole - page, page, PROT_NONE) != 0) {
    throw std::bad_alloc();
  }
}

GuardedArray GuardedArray::viewing(std::byte* memory, std::size_t bytes) {
  GuardedArray array;
  array.data_ = memory;
  array.size_ = bytes;
  return array;
}

/// What frees memory may write into all of it. Memory that the system leaves untouchable is kept.
void FreePages::operator()(std::byte* start) const {
  const std::size_t page = page_bytes();
  if (mprotect(start, page, PROT_READ | PROT_WRITE) != 0 ||
      mprotect(start + bytes - page, page, PROT_READ | PROT_WRITE) != 0) {
    return;
  }
  std::free(start);
}

}  // namespace breakeven::lab

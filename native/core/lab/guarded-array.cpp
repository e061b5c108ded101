#include "guarded-array.h"

#include <sys/mman.h>
#include <unistd.h>

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
  void* const start =
      mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  pages_ = {static_cast<std::byte*>(start), UnmapPages{whole}};
  data_ = pages_.get() + 2 * page;
  if (mprotect(start, page, PROT_NONE) != 0 ||
      mprotect(pages_.get() + whole - page, page, PROT_NONE) != 0) {
    throw std::bad_alloc();
  }
}

void UnmapPages::operator()(std::byte* start) const { munmap(start, bytes); }

}  // namespace breakeven::lab

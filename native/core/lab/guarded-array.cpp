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

/// The page two before the data, and the one behind the room for the data.
bool protect(const HostMemory& memory, std::size_t inner, int protection) {
  const std::size_t page = page_bytes();
  return mprotect(memory.data - 2 * page, page, protection) == 0 &&
         mprotect(memory.data + inner, page, protection) == 0;
}

}  // namespace

GuardedArray::GuardedArray(std::size_t bytes) : size_(bytes) {
  const std::size_t page = page_bytes();
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  const std::size_t inner = (bytes + guard_bytes + page - 1) / page * page;
  // An untouchable page, a page of room, data and room, an untouchable page.
  const HostMemory memory = allocate_host(2 * page, inner + page, page);
  memory_ = {memory.data, FreePages{memory, inner + page}};
  data_ = memory.data;
  if (!protect(memory, inner, PROT_NONE)) throw std::bad_alloc();
}

GuardedArray GuardedArray::viewing(std::byte* memory, std::size_t bytes) {
  GuardedArray array;
  array.data_ = memory;
  array.size_ = bytes;
  return array;
}

/// What frees memory may write into all of it. Memory that the system leaves untouchable is kept.
void FreePages::operator()(std::byte*) const {
  if (protect(memory, behind - page_bytes(), PROT_READ | PROT_WRITE)) free_host(memory);
}

}  // namespace breakeven::lab

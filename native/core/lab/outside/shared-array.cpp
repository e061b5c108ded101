#include "shared-array.h"

#include <sys/mman.h>
#include <unistd.h>

#include <limits>
#include <new>
#include <utility>

#include "../../host-array.h"

namespace breakeven::lab {

FileHandle::FileHandle(FileHandle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

FileHandle& FileHandle::operator=(FileHandle&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

FileHandle::~FileHandle() { close(); }

void FileHandle::close() {
  if (number_ >= 0) ::close(std::exchange(number_, -1));
}

std::size_t SharedArray::offset() {
  static const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return page;
}

SharedArray::SharedArray(std::size_t bytes) : size_(bytes) {
  const std::size_t page = offset();
  if (bytes > std::numeric_limits<std::size_t>::max() / 2) throw std::bad_alloc();
  const std::size_t whole = page + (bytes + guard_bytes + page - 1) / page * page;
  file_ = FileHandle(memfd_create("breakeven", MFD_CLOEXEC));
  if (file_.number() < 0 || ftruncate(file_.number(), static_cast<off_t>(whole)) != 0) {
    throw std::bad_alloc();
  }
  void* const start = mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number(), 0);
  if (start == MAP_FAILED) throw std::bad_alloc();
  pages_ = {static_cast<std::byte*>(start), UnmapPages{whole}};
  data_ = pages_.get() + page;
}

void UnmapPages::operator()(std::byte* start) const { munmap(start, bytes); }

}  // namespace breakeven::lab

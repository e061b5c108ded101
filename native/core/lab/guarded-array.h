#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "../host-pages.h"

namespace breakeven::lab {

/// Gives back memory whose first and last page may not be touched.
struct FreePages {
  HostMemory memory{};
  /// From the data to the end of the last page.
  std::size_t behind = 0;
  void operator()(std::byte*) const;
};

/// Bytes on the host between pages that may not be touched at all, where a write far outside them
/// ends the process. Nearer there is room for the guard bytes of core/data.h. The data begin on a
/// page, and the memory comes from where that of a HostArray does: which pages of the machine an
/// array gets is in its times.
class GuardedArray {
 public:
  GuardedArray() = default;
  /// Throws std::bad_alloc. The memory is not touched.
  explicit GuardedArray(std::size_t bytes);
  /// Bytes that belong to somebody else and outlive this.
  static GuardedArray viewing(std::byte* memory, std::size_t bytes);

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::span<std::byte> bytes() const { return {data_, size_}; }

 private:
  std::unique_ptr<std::byte[], FreePages> memory_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace breakeven::lab

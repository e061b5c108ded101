#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>

#include "host-pages.h"

namespace breakeven {

/// Before the first and behind the last byte of an array.
inline constexpr std::size_t guard_bytes = 256;

/// A large array on the host whose memory is not touched when it is made (a vector would write
/// zeros with one thread, and all its pages would land on that thread's memory node). Page-aligned,
/// so that it can be page-locked whole. On either side there is room for guard bytes (see data.h),
/// which is not touched either until somebody writes them.
template <class T>
class HostArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t alignment = 4096;

  HostArray() = default;
  explicit HostArray(std::size_t size) : size_(size) {
    const HostMemory memory = allocate_host(alignment, size * sizeof(T) + guard_bytes, alignment);
    data_ = {reinterpret_cast<T*>(memory.data), Free{memory}};
  }
  /// Elements that belong to somebody else and outlive this.
  static HostArray viewing(std::byte* memory, std::size_t size) {
    HostArray array;
    array.data_ = {reinterpret_cast<T*>(memory), Free{}};
    array.size_ = size;
    return array;
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  std::size_t size_bytes() const { return size_ * sizeof(T); }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  std::span<T> span() { return {data_.get(), size_}; }
  std::span<const T> span() const { return {data_.get(), size_}; }
  T* begin() { return data_.get(); }
  T* end() { return data_.get() + size_; }
  const T* begin() const { return data_.get(); }
  const T* end() const { return data_.get() + size_; }

 private:
  struct Free {
    /// Nothing of elements that belong to somebody else.
    HostMemory memory{};
    void operator()(T*) const {
      if (memory.data != nullptr) free_host(memory);
    }
  };
  std::unique_ptr<T[], Free> data_;
  std::size_t size_ = 0;
};

}  // namespace breakeven

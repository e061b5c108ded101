#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include "../values.h"
#include "check.h"
#include "device-arrays.h"
#include "scratch-pool.h"

namespace breakeven {

/// Values of the axis `memory`; see axes.h.
enum class Memory { device, pinned, mapped, managed };

/// Of a case; `device` for variants without the axis.
inline Memory memory_of(const Values& values) {
  if (!values.has("memory")) return Memory::device;
  const std::string& name = values.text("memory");
  return name == "pinned"    ? Memory::pinned
         : name == "mapped"  ? Memory::mapped
         : name == "managed" ? Memory::managed
                             : Memory::device;
}

/// Host arrays that are page-locked for `memory=pinned`. Locking belongs to whoever owns the array,
/// before anything is timed, so a lock outlives the Execution that first asked for it: the harness
/// ends it with the case. An array that ends earlier is unlocked by its owner: another one at its
/// address would have other pages.
class PageLocks {
 public:
  static PageLocks& instance() {
    static PageLocks locks;
    return locks;
  }

  void lock(const void* data, std::size_t bytes) {
    if (bytes == 0) return;
    const auto found = locked_.find(data);
    if (found != locked_.end() && found->second >= bytes) return;
    unlock_overlapped(data, bytes);
    BE_CUDA(cudaHostRegister(const_cast<void*>(data), bytes, cudaHostRegisterDefault));
    locked_[data] = bytes;
  }

  void clear() {
    for (const auto& [data, bytes] : locked_)
      static_cast<void>(cudaHostUnregister(const_cast<void*>(data)));
    static_cast<void>(cudaGetLastError());
    locked_.clear();
  }

  /// Before the memory of an array is freed; nothing where it is not locked.
  void unlock(const void* data) {
    if (locked_.erase(data) > 0) static_cast<void>(cudaHostUnregister(const_cast<void*>(data)));
  }

 private:
  /// No byte can be locked twice. What overlaps a new array has ended.
  void unlock_overlapped(const void* data, std::size_t bytes) {
    const std::byte* const start = static_cast<const std::byte*>(data);
    std::erase_if(locked_, [start, end = start + bytes](const auto& locked) {
      const std::byte* const from = static_cast<const std::byte*>(locked.first);
      if (from >= end || from + locked.second <= start) return false;
      BE_CUDA(cudaHostUnregister(const_cast<void*>(locked.first)));
      return true;
    });
  }

  std::map<const void*, std::size_t> locked_;
};

/// Managed arrays that are alive, so that the harness can put their pages back on the host before
/// each sample.
class ManagedArrays {
 public:
  static ManagedArrays& instance() {
    static ManagedArrays arrays;
    return arrays;
  }

  void add(void* data, std::size_t bytes) { alive_[data] = bytes; }
  void remove(void* data) { alive_.erase(data); }
  bool any() const { return !alive_.empty(); }

  /// Moves every page to the host. The stream is synchronised.
  void reset_residency(int device, cudaStream_t stream) const {
    if (alive_.empty()) return;
    int concurrent = 0;
    BE_CUDA(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, device));
    if (concurrent == 0) return;
    for (const auto& [data, bytes] : alive_) {
#if CUDART_VERSION >= 13000
      const cudaMemLocation host{.type = cudaMemLocationTypeHost, .id = 0};
      BE_CUDA(cudaMemPrefetchAsync(data, bytes, host, 0, stream));
#else
      BE_CUDA(cudaMemPrefetchAsync(data, bytes, cudaCpuDeviceId, stream));
#endif
    }
    BE_CUDA(cudaStreamSynchronize(stream));
  }

 private:
  std::map<void*, std::size_t> alive_;
};

/// An array that kernels work on, in the kind of memory that the case asks for. `upload` and
/// `download` are the copies that this kind needs between it and an ordinary host array.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  Buffer(std::size_t size, Memory memory) { allocate(size, memory); }

  /// Frees what it held before.
  void allocate(std::size_t size, Memory memory = Memory::device) {
    reset();
    const std::size_t own_bytes = size * sizeof(T);
    const std::size_t bytes = own_bytes + 2 * device_margin;
    void* data = nullptr;
    cudaStream_t pooled = nullptr;
    switch (memory) {
      case Memory::device:
      case Memory::pinned:
        pooled = ScratchPool::current();
        if (pooled != nullptr) {
          BE_CUDA(cudaMallocAsync(&data, bytes, pooled));
        } else {
          BE_CUDA(cudaMalloc(&data, bytes));
        }
        break;
      case Memory::mapped:
        BE_CUDA(cudaHostAlloc(&data, bytes, cudaHostAllocMapped));
        break;
      case Memory::managed:
        BE_CUDA(cudaMallocManaged(&data, bytes));
        ManagedArrays::instance().add(data, bytes);
        break;
    }
    data_ = std::unique_ptr<T, Free>(inside(data), Free{memory, pooled});
    size_ = size;
    device_ = data_.get();
    if (memory == Memory::mapped) {
      void* seen = nullptr;
      BE_CUDA(cudaHostGetDevicePointer(&seen, data, 0));
      device_ = inside(seen);
    }
    DeviceArrays::instance().add(data_.get(), own_bytes);
  }

  void reset() {
    data_.reset();
    device_ = nullptr;
    size_ = 0;
  }

  /// The address that kernels use.
  T* get() const { return device_; }
  /// The address that the host may use, for mapped and managed memory; null otherwise.
  T* host() const { return on_host() ? data_.get() : nullptr; }
  std::size_t size() const { return size_; }
  Memory memory() const { return data_.get_deleter().memory; }

  /// Copies `count` elements in. The copy may still be under way afterwards, on the stream.
  void upload(const T* from, std::size_t count, cudaStream_t stream) {
    if (count == 0) return;
    DeviceArrays::instance().copied_in(data_.get(), from, count * sizeof(T));
    if (on_host()) {
      BE_CUDA(cudaStreamSynchronize(stream));
      std::memcpy(data_.get(), from, count * sizeof(T));
      return;
    }
    lock_pages(from, count);
    BE_CUDA(cudaMemcpyAsync(device_, from, count * sizeof(T), cudaMemcpyHostToDevice, stream));
  }

  /// Copies `count` elements out. Complete when the stream is.
  void download(T* to, std::size_t count, cudaStream_t stream) const {
    if (count == 0) return;
    DeviceArrays::instance().copied_out(data_.get(), to, count * sizeof(T));
    if (on_host()) {
      BE_CUDA(cudaStreamSynchronize(stream));
      std::memcpy(to, data_.get(), count * sizeof(T));
      return;
    }
    lock_pages(to, count);
    BE_CUDA(cudaMemcpyAsync(to, device_, count * sizeof(T), cudaMemcpyDeviceToHost, stream));
  }

 private:
  struct Free {
    Memory memory = Memory::device;
    /// Allocated in the order of this stream; null for other memory.
    cudaStream_t pooled = nullptr;
    /// After an error that sticks freeing fails as well; there is nothing to do about it here.
    void operator()(T* data) const {
      DeviceArrays::instance().remove(data);
      void* const whole = reinterpret_cast<std::byte*>(data) - device_margin;
      if (memory == Memory::managed) ManagedArrays::instance().remove(whole);
      static_cast<void>(memory == Memory::mapped ? cudaFreeHost(whole)
                        : pooled != nullptr      ? cudaFreeAsync(whole, pooled)
                                                 : cudaFree(whole));
    }
  };

  /// Behind the margin in front.
  static T* inside(void* data) {
    return reinterpret_cast<T*>(static_cast<std::byte*>(data) + device_margin);
  }

  bool on_host() const { return memory() == Memory::mapped || memory() == Memory::managed; }

  void lock_pages(const T* data, std::size_t count) const {
    if (memory() == Memory::pinned) PageLocks::instance().lock(data, count * sizeof(T));
  }

  std::unique_ptr<T, Free> data_;
  T* device_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace breakeven

#pragma once

#include <cstddef>
#include <memory>

namespace breakeven::lab {

/// Gives back pages of the system.
struct UnmapPages {
  std::size_t bytes = 0;
  void operator()(std::byte* start) const;
};

/// Closes a file of the system.
class FileHandle {
 public:
  FileHandle() = default;
  explicit FileHandle(int number) : number_(number) {}
  FileHandle(FileHandle&& other) noexcept;
  FileHandle& operator=(FileHandle&& other) noexcept;
  ~FileHandle();

  int number() const { return number_; }
  void close();

 private:
  int number_ = -1;
};

/// Bytes that another program sees as well: memory with a file handle, which goes when both have
/// closed it, however they end. The data begin at `offset()` in it, with room for guard bytes on
/// either side. It takes no room of /dev/shm, which is small in containers.
class SharedArray {
 public:
  SharedArray() = default;
  /// Throws std::bad_alloc.
  explicit SharedArray(std::size_t bytes);

  std::byte* data() const { return data_; }
  std::size_t size() const { return size_; }
  /// Inherited by a child that is told of it.
  int file() const { return file_.number(); }
  static std::size_t offset();

 private:
  FileHandle file_;
  std::unique_ptr<std::byte[], UnmapPages> pages_;
  std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace breakeven::lab

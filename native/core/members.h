#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace breakeven {

/// Memory that is allocated by its size, or that belongs to somebody else.
template <class A>
concept Array = requires(A& array, std::byte* memory) {
  array.data();
  A::viewing(memory, array.size());
  A(array.size());
};

/// Writes the members of objects one after another, or reads them in the same order. What arrays
/// hold lies apart from all else, each array on pages of its own.
class Members {
 public:
  static constexpr std::size_t page = 4096;

  /// How arrays are read: where they lie, or as memory of their own that is not touched yet.
  enum class Reading { viewed, allocated };

  /// What an array holds, and where it belongs behind the beginning of the arrays.
  struct Contents {
    std::span<const std::byte> bytes;
    std::size_t offset = 0;
  };

  /// Writes.
  Members() = default;
  /// Reads. `arrays`: writable by type only; may be memory that is mapped read-only.
  Members(std::span<const std::byte> numbers, std::span<std::byte> arrays)
      : reads_(true), unread_(numbers), arrays_(arrays) {}

  template <class... T>
  void operator()(T&... members) {
    (member(members), ...);
  }

  void read_as(Reading reading) { reading_ = reading; }

  const std::vector<std::byte>& numbers() const { return numbers_; }
  const std::vector<Contents>& contents() const { return contents_; }
  /// Of all arrays.
  std::size_t array_bytes() const { return array_bytes_; }

 private:
  void raw(void* value, std::size_t bytes) {
    auto* const at = static_cast<std::byte*>(value);
    if (!reads_) {
      numbers_.insert(numbers_.end(), at, at + bytes);
      return;
    }
    need(bytes <= unread_.size());
    std::memcpy(at, unread_.data(), bytes);
    unread_ = unread_.subspan(bytes);
  }

  template <class T>
    requires std::is_trivially_copyable_v<T>
  void member(T& value) {
    raw(&value, sizeof value);
  }

  template <Array A>
  void member(A& array) {
    bool exists = array.data() != nullptr;
    std::size_t size = array.size();
    (*this)(exists, size);
    if (!exists) return;
    const std::size_t bytes = size * sizeof(*array.data());
    const std::size_t offset = array_bytes_;
    array_bytes_ += (bytes + page - 1) / page * page;
    if (!reads_) {
      contents_.push_back({std::as_bytes(std::span(array.data(), size)), offset});
      return;
    }
    need(offset + bytes <= arrays_.size());
    array = reading_ == Reading::viewed ? A::viewing(arrays_.data() + offset, size) : A(size);
  }

  void member(std::string& text) {
    std::size_t size = text.size();
    member(size);
    resize(text, size);
    raw(text.data(), size);
  }

  template <class T>
  void member(std::vector<T>& list) {
    std::size_t size = list.size();
    member(size);
    resize(list, size);
    for (T& item : list) member(item);
  }

  template <class T>
  void member(std::map<std::string, T>& map) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : map) keys.push_back(key);
    member(keys);
    for (const std::string& key : keys) member(map[key]);
  }

  template <class... T>
  void member(std::variant<T...>& value) {
    std::size_t index = value.index();
    member(index);
    std::size_t type = 0;
    if (reads_) (..., (type++ == index ? static_cast<void>(value.template emplace<T>()) : void()));
    std::visit([this](auto& held) { this->member(held); }, value);
  }

  template <class List>
  void resize(List& list, std::size_t size) {
    if (!reads_) return;
    need(size <= unread_.size());
    list.resize(size);
  }

  static void need(bool holds) {
    if (!holds) throw std::runtime_error("the shared memory of the input is damaged");
  }

  bool reads_ = false;
  Reading reading_ = Reading::viewed;
  std::vector<std::byte> numbers_;
  std::span<const std::byte> unread_;
  std::span<std::byte> arrays_;
  std::vector<Contents> contents_;
  std::size_t array_bytes_ = 0;
};

}  // namespace breakeven

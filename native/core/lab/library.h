#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace breakeven::lab {

using Call = void (*)(void** arguments);
using Generate = void (*)(void** arguments, std::uint64_t seed);

/// A shared library compiled from a user's file. It stays open: its threads and destructors may
/// outlive any use of it.
class Library {
 public:
  /// `owner` begins the sentence of an error: "variant fast". Throws BadInput.
  Library(const std::string& owner, const std::string& path);

  Call call() const;
  Generate generate() const;
  /// What is called before and after the calls of a case; null where the file has none.
  Call set_up() const;
  void (*tear_down() const)();
  /// Where the variables of the device are that are arguments, and their sizes; null without any.
  void (*globals() const)(void** addresses, std::size_t* bytes);
  /// Of the OpenMP runtime that the library uses; null where it uses none.
  void (*set_threads() const)(int);
  int (*max_threads() const)();

 private:
  void* symbol(const char* name) const;
  void* required(const char* name) const;

  std::string owner_;
  std::string path_;
  void* handle_ = nullptr;
};

}  // namespace breakeven::lab

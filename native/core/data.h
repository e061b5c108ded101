#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "host-array.h"
#include "members.h"

namespace breakeven {

/// An array of an input, an answer or an output as bytes, for the checks that hold for every
/// workload: poison, guards, and whether an input was changed.
struct DataArray {
  std::string name;
  std::byte* data = nullptr;
  std::size_t bytes = 0;
  std::size_t element_bytes = 1;
  /// There is room for guard bytes on either side.
  bool guarded = false;
  /// Vectors of equal length that it consists of, each of which is shared out among the threads.
  std::size_t vectors = 1;
};

/// Base of inputs, outputs and reference answers; each workload derives its own in its header.
struct Data {
  virtual ~Data() = default;
  /// Everything that a variant may read of an input or must write of an output, in an order that
  /// does not change. An expected answer shows the arrays of an output first.
  virtual std::vector<DataArray> arrays() { return {}; }
  /// Gives `each` every member that the computation or a check of it depends on, so that another
  /// process reads what this one wrote.
  virtual void members(Members& each) = 0;
};

template <class T>
DataArray array_of(std::string name, HostArray<T>& array, std::size_t element_bytes = sizeof(T)) {
  return {.name = std::move(name),
          .data = reinterpret_cast<std::byte*>(array.data()),
          .bytes = array.size_bytes(),
          .element_bytes = element_bytes,
          .guarded = array.data() != nullptr};
}

/// A number or an array of fixed size that is a member.
template <class T>
DataArray array_of_member(std::string name, T& member, std::size_t element_bytes = sizeof(T)) {
  return {.name = std::move(name),
          .data = reinterpret_cast<std::byte*>(&member),
          .bytes = sizeof member,
          .element_bytes = element_bytes};
}

}  // namespace breakeven

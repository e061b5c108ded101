#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "../variant.h"
#include "arguments.h"
#include "guarded-array.h"

namespace breakeven::lab {

using Arguments = std::vector<Argument>;

/// An input, an output or an expected answer of a lab: one entry an argument. An input has the
/// arrays with a fill and the scalars, the others have the `out` arrays.
struct LabData : Data {
  explicit LabData(std::shared_ptr<const Arguments> given)
      : arguments(std::move(given)),
        arrays_by_argument(arguments->size()),
        shapes(arguments->size()),
        scalars(arguments->size()) {}

  std::vector<DataArray> arrays() override;
  void members(Members& each) override { each(shapes, scalars, arrays_by_argument, is_reset); }

  std::size_t count(std::size_t argument) const { return count_of(shapes[argument]); }

  std::shared_ptr<const Arguments> arguments;
  std::vector<GuardedArray> arrays_by_argument;
  std::vector<std::vector<std::size_t>> shapes;
  std::vector<ScalarValue> scalars;
  /// Of an output: arrays that are changed in place hold their first contents.
  bool is_reset = false;
};

/// The arrays of an input and of an output as a function takes them.
class CallArguments {
 public:
  CallArguments(const LabData& input, LabData& output);

  void** get() { return pointers_.data(); }
  /// One more at the end.
  void add(void* pointer) { pointers_.push_back(pointer); }
  /// Another array in the place of an argument.
  void put(std::size_t argument, void* pointer) { pointers_[argument] = pointer; }

 private:
  /// The function's own copies.
  std::vector<ScalarValue> scalars_;
  std::vector<GuardedArray> workspaces_;
  std::vector<void*> pointers_;
};

/// Copies the first contents of arrays that are changed in place from the input to the output.
void reset(const LabData& input, LabData& output);

}  // namespace breakeven::lab

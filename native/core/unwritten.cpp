#include "unwritten.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "array-checks.h"

namespace breakeven {
namespace {

std::vector<DataArray> arrays_of(const Data& data) { return const_cast<Data&>(data).arrays(); }

bool is_equal(const DataArray& one, const DataArray& other) {
  return one.bytes == other.bytes && equal_bytes(one.data, other.data, one.bytes);
}

/// One array of the output, with what it held before the run.
struct Written {
  const DataArray& array;
  const DataArray& expected;
  /// Of an array that is changed in place.
  const DataArray* before;
  const Pattern* pattern;
  std::size_t index;

  std::size_t count() const { return array.bytes / array.element_bytes; }

  bool is_untouched(std::size_t at_element) const {
    const std::size_t at = at_element * array.element_bytes;
    const std::byte* const element = array.data + at;
    if (before != nullptr) return std::memcmp(element, before->data + at, array.element_bytes) == 0;
    return is_poison(element, array.element_bytes) ||
           (pattern != nullptr && pattern->is_untouched(index, at, element, array.element_bytes));
  }
  bool is_right(std::size_t element) const {
    const std::size_t at = element * array.element_bytes;
    return std::memcmp(array.data + at, expected.data + at, array.element_bytes) == 0;
  }
};

struct Gap {
  std::size_t first = 0;
  /// Elements that should have been written.
  std::size_t count = 0;
  /// Whether everything behind the first is untouched.
  bool to_the_end = true;
  bool is_whole = true;
};

std::optional<Gap> gap_of(const Written& written) {
  std::optional<Gap> gap;
  bool touched = false;
  for (std::size_t i = 0; i < written.count(); ++i) {
    const bool untouched = written.is_untouched(i);
    touched = touched || !untouched;
    if (!untouched && gap) gap->to_the_end = false;
    if (!untouched || written.is_right(i)) continue;
    if (!gap) gap = Gap{.first = i};
    ++gap->count;
  }
  if (gap) gap->is_whole = !touched;
  return gap;
}

/// One byte that looks untouched, or one value that stayed, may as well be a wrong answer.
bool tells(const Written& written, const Gap& gap) {
  if (written.before != nullptr) return gap.to_the_end;
  return written.array.element_bytes > 1;
}

bool is_uniform(const DataArray& array) {
  const std::size_t size = array.element_bytes;
  return array.bytes <= size || std::memcmp(array.data, array.data + size, array.bytes - size) == 0;
}

std::string counted(std::size_t count, std::size_t of) {
  return std::to_string(count) + " of " + std::to_string(of);
}

std::string describe(const Written& written, const Gap& gap) {
  const std::string& name = written.array.name;
  const std::size_t count = written.count();
  if (gap.to_the_end && gap.first > 0) {
    return name + " was not written from element " + std::to_string(gap.first) + " on, " +
           counted(count - gap.first, count);
  }
  const std::string first = name + "[" + std::to_string(gap.first) + "]";
  if (gap.count == 1) return first + " was never written";
  return counted(gap.count, count) + " elements of " + name + " were never written, the first is " +
         first;
}

}  // namespace

std::string joined_names(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

Unwritten find_unwritten(Data& output, const Data& expected, const Data* changed_in_place,
                         const Pattern* pattern) {
  const std::vector<DataArray> arrays = output.arrays();
  const std::vector<DataArray> right = arrays_of(expected);
  const std::vector<DataArray> given =
      changed_in_place == nullptr ? std::vector<DataArray>{} : arrays_of(*changed_in_place);
  Unwritten found;
  std::string part;
  for (std::size_t k = 0; k < arrays.size() && k < right.size(); ++k) {
    const DataArray& array = arrays[k];
    if (array.bytes != right[k].bytes || is_equal(array, right[k])) continue;
    const auto before = std::find_if(given.begin(), given.end(), [&](const DataArray& one) {
      return one.name == array.name && one.bytes == array.bytes;
    });
    const Written written{array, right[k], before == given.end() ? nullptr : &*before, pattern, k};
    const std::optional<Gap> gap = gap_of(written);
    if (!gap) continue;
    if (gap->is_whole) {
      found.arrays.push_back(array.name);
    } else if (part.empty() && tells(written, *gap)) {
      part = describe(written, *gap);
    }
  }
  found.text = found.arrays.empty() ? part : "nothing was written to " + joined_names(found.arrays);
  return found;
}

std::string unwritten_by_reference(Data& output, const Data& expected) {
  // Poison that the output has not. What is changed in place may well stay as it is.
  const Unwritten found = find_unwritten(const_cast<Data&>(expected), output, nullptr, nullptr);
  if (found.text.empty()) return {};
  if (!found.arrays.empty()) return "the reference writes nothing to " + joined_names(found.arrays);
  return "in the answer of the reference " + found.text;
}

std::vector<std::string> arrays_of_nothing(const Data& expected) {
  std::vector<std::string> names;
  for (const DataArray& array : arrays_of(expected)) {
    if (array.bytes == 0) continue;
    if (!is_poison(array.data, array.bytes)) return {};
    names.push_back(array.name);
  }
  return names;
}

bool leaves_elements_out(const Data& expected) {
  for (const DataArray& array : arrays_of(expected)) {
    for (std::size_t at = 0; at < array.bytes; at += array.element_bytes) {
      if (is_poison(array.data + at, array.element_bytes)) return true;
    }
  }
  return false;
}

std::string exchanged_answers(Data& output, const Data& expected) {
  const std::vector<DataArray> arrays = output.arrays();
  const std::vector<DataArray> right = arrays_of(expected);
  for (std::size_t k = 0; k < arrays.size() && k < right.size(); ++k) {
    if (is_equal(arrays[k], right[k])) continue;
    for (std::size_t other = 0; other < right.size(); ++other) {
      if (other == k || !is_equal(arrays[k], right[other])) continue;
      const bool mutual = is_equal(arrays[other], right[k]);
      // Zeros in place of numbers are no answer of anything.
      if (!mutual && is_uniform(right[other])) continue;
      return arrays[k].name + " holds the answer of " + right[other].name +
             (mutual ? ", and " + right[other].name + " that of " + arrays[k].name +
                           ": two arguments are exchanged"
                     : ": two arguments may be exchanged");
    }
  }
  return {};
}

}  // namespace breakeven

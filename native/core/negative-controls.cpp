#include "negative-controls.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <vector>

#include "array-checks.h"

namespace breakeven {
namespace {

/// The rule is the same for larger answers, which take their time.
constexpr std::size_t max_bytes = std::size_t{16} << 20;

std::vector<DataArray> arrays_of(const Data& data) { return const_cast<Data&>(data).arrays(); }

void copy_shifted(const DataArray& from, const DataArray& to) {
  const std::size_t count = from.bytes / from.element_bytes;
  const std::size_t shift = (count + 2) / 3 * from.element_bytes;
  std::memcpy(to.data, from.data + shift, from.bytes - shift);
  std::memcpy(to.data + (from.bytes - shift), from.data, shift);
}

void copy_reversed(const DataArray& from, const DataArray& to) {
  const std::size_t size = from.element_bytes;
  for (std::size_t at = 0; at + size <= from.bytes; at += size) {
    std::memcpy(to.data + (from.bytes - size - at), from.data + at, size);
  }
}

/// Whether so many elements differ that nobody can take one answer for the other.
bool differs(const std::vector<DataArray>& one, const std::vector<DataArray>& other) {
  std::size_t count = 0;
  std::size_t differing = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    const std::size_t size = one[k].element_bytes;
    for (std::size_t at = 0; at + size <= one[k].bytes; at += size, ++count) {
      differing += std::memcmp(one[k].data + at, other[k].data + at, size) != 0 ? 1 : 0;
    }
  }
  return 2 * differing >= count && count > 0;
}

/// A rule of the user's own may raise an error about what is no answer.
Check check_of(const Workload& workload, const Data& input, const Data& expected,
               const Data& wrong) {
  try {
    return workload.check(input, expected, wrong, false);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace

std::string accepted_wrong_answer(const Workload& workload, const Data& input,
                                  const Data& expected) {
  const std::unique_ptr<Data> made = workload.make_output(input);
  const std::vector<DataArray> wrong = made->arrays();
  std::vector<DataArray> right = arrays_of(expected);
  const std::vector<DataArray> given = arrays_of(input);
  if (right.size() < wrong.size()) return {};
  right.resize(wrong.size());
  std::size_t bytes = 0;
  std::size_t elements = 0;
  for (const DataArray& array : right) {
    bytes += array.bytes;
    elements += array.bytes / array.element_bytes;
  }
  if (bytes > max_bytes) return {};
  // A single number may be as good as zero; what the product takes for that follows the input.
  if (elements == 1 && workload.info().contract.empty()) return {};
  for (std::size_t k = 0; k < wrong.size(); ++k) {
    if (right[k].bytes != wrong[k].bytes) return {};
  }
  struct Control {
    const char* text;
    bool permutes;
    std::function<void(std::size_t k)> fill;
  };
  const Control controls[] = {
      {"an answer of zeros", false,
       [&](std::size_t k) { std::memset(wrong[k].data, 0, wrong[k].bytes); }},
      {"the input as an answer", false,
       [&](std::size_t k) {
         const auto same = std::find_if(given.begin(), given.end(), [&](const DataArray& array) {
           return array.bytes == wrong[k].bytes && array.element_bytes == wrong[k].element_bytes;
         });
         const DataArray& from = same == given.end() ? right[k] : *same;
         if (from.bytes > 0) std::memcpy(wrong[k].data, from.data, from.bytes);
       }},
      {"an answer that was never written", false, [&](std::size_t) { poison_arrays(*made); }},
      {"a shifted answer", true, [&](std::size_t k) { copy_shifted(right[k], wrong[k]); }},
      {"a reversed answer", true, [&](std::size_t k) { copy_reversed(right[k], wrong[k]); }},
  };
  for (const Control& control : controls) {
    for (std::size_t k = 0; k < wrong.size(); ++k) {
      if (wrong[k].bytes > 0) control.fill(k);
    }
    if (!differs(wrong, right)) continue;
    const Check check = check_of(workload, input, expected, *made);
    // A rule of the user's own may take answers in any order.
    if (check.passed && !(control.permutes && check.rule == "python")) return control.text;
  }
  return {};
}

}  // namespace breakeven

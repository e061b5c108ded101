#pragma once

#include <string>
#include <vector>

#include "data.h"
#include "pattern.h"

namespace breakeven {

/// What a run that answered wrongly left undone. It was made over a pattern, or over poison in the
/// memory of a device; an array that is changed in place held what the input's array of the same
/// name holds.
struct Unwritten {
  /// In one sentence: "nothing was written to low", "low was not written from element 96 on, 4 of
  /// 100"; empty where something was written everywhere.
  std::string text;
  /// The arrays to which nothing was written.
  std::vector<std::string> arrays;
};

/// `changed_in_place`: the input of a workload that changes arrays in place; null for others.
/// `pattern`: of the output; null where it has none but poison.
Unwritten find_unwritten(Data& output, const Data& expected, const Data* changed_in_place,
                         const Pattern* pattern);

/// "low, high and sum".
std::string joined_names(const std::vector<std::string>& names);

/// What the reference leaves out and the output has: "the reference writes nothing to v"; empty
/// where there is nothing.
std::string unwritten_by_reference(Data& output, const Data& expected);

/// The arrays of an answer where none of them has anything but poison; none where one has, or where
/// there are no elements.
std::vector<std::string> arrays_of_nothing(const Data& expected);

/// Whether the reference never writes some element of an array.
bool leaves_elements_out(const Data& expected);

/// An answer that stands in place of another, as exchanged arguments put it: "low holds the
/// answer of high: two arguments may be exchanged"; empty where none does.
std::string exchanged_answers(Data& output, const Data& expected);

}  // namespace breakeven

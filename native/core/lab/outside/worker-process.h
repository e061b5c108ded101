#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "../lab-data.h"
#include "child-process.h"
#include "shared-array.h"

namespace breakeven::lab {

/// A Python file of a lab, and how it is run.
struct PythonProgram {
  std::string python;
  std::string file;
  /// As messages name the file.
  std::string name;
  std::string function;
  /// Modules are looked for there as well.
  std::string folder;
  /// cupy, torch or numba; `-` for the host.
  std::string package = "-";
  std::string gpu = "0";
  std::vector<std::string> environment{};
};

/// One value that the function gets, or an array that is shared with it.
struct PythonArgument {
  std::string name;
  /// scalar, seed, none, in, out, expected or actual.
  std::string role;
  ElementType type = ElementType::int32;
  /// Of scalars.
  std::string value{};
  /// Of arrays.
  std::vector<std::size_t> shape{};
  /// What is put back before each call.
  bool has_first = false;
};

/// A process of Python with one function of a lab and arrays that it sees in place.
class PythonProcess {
 public:
  /// Throws std::runtime_error with one sentence.
  PythonProcess(const PythonProgram& program, const std::vector<PythonArgument>& arguments);

  /// One a given argument; empty for scalars.
  SharedArray& array(std::size_t argument) { return arrays_[argument]; }
  /// First contents of an array that is changed in place.
  SharedArray& first(std::size_t argument) { return firsts_[argument]; }

  /// The words of the answer behind `ok`. Throws std::runtime_error with the sentence of an error.
  std::string ask(const std::string& line);
  double clock_step_ns() const { return clock_step_ns_; }
  const std::string& version() const { return version_; }

 private:
  std::string words_of(const std::string& line) const;

  std::vector<SharedArray> arrays_;
  std::vector<SharedArray> firsts_;
  std::unique_ptr<ChildProcess> child_;
  double clock_step_ns_ = 0;
  std::string version_;
};

/// A scalar in digits that Python reads.
std::string python_number(ElementType type, const ScalarValue& value);

}  // namespace breakeven::lab

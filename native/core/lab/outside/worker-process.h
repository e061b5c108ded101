#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "../lab-data.h"
#include "child-process.h"
#include "shared-array.h"

namespace breakeven::lab {

/// A function in a file of a lab or in a script of the product, and the interpreter that runs it.
struct WorkerProgram {
  /// The interpreter with its full path, and its words before those that worker-source.h names.
  std::vector<std::string> interpreter;
  /// Of a script of the product, its text.
  std::string file;
  /// As messages name the file.
  std::string name;
  std::string function;
  /// Modules are looked for there as well. Empty of a script of the product.
  std::string folder{};
  /// cupy, torch or numba; `-` for NumPy arrays on the host, `lists` for lists.
  std::string package = "-";
  std::string gpu = "0";
  std::vector<std::string> environment{};
};

/// One value that the function gets, or an array that is shared with it.
struct WorkerArgument {
  std::string name;
  /// scalar, seed, none, omitted (not passed), in, out, returned, expected or actual.
  std::string role;
  ElementType type = ElementType::int32;
  /// Of scalars.
  std::string value{};
  /// Of arrays.
  std::vector<std::size_t> shape{};
  /// What is put back before each call.
  bool has_first = false;
};

/// A process of an interpreter with one function, and arrays that it shares.
class WorkerProcess {
 public:
  /// Throws std::runtime_error with one sentence.
  WorkerProcess(const WorkerProgram& program, const std::vector<WorkerArgument>& arguments);

  /// One for each argument; empty for scalars.
  SharedArray& array(std::size_t argument) { return arrays_[argument]; }
  /// First contents of an array that is changed in place.
  SharedArray& first(std::size_t argument) { return firsts_[argument]; }

  /// The words of the answer behind `ok`. Throws std::runtime_error with the sentence of an error.
  std::string ask(const std::string& line);
  double clock_step_ns() const { return clock_step_ns_; }
  const std::string& version() const { return version_; }

 private:
  std::string words_of(const std::string& line) const;

  std::string name_;
  std::vector<SharedArray> arrays_;
  std::vector<SharedArray> firsts_;
  std::unique_ptr<ChildProcess> child_;
  double clock_step_ns_ = 0;
  std::string version_;
};

/// A scalar in digits that an interpreter reads.
std::string number_text(ElementType type, const ScalarValue& value);

}  // namespace breakeven::lab

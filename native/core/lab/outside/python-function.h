#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../../workload.h"
#include "../description.h"
#include "worker-process.h"

namespace breakeven::lab {

/// A reference, a generator or a check that is a Python file. Its process stays for calls with the
/// same shapes and scalars. What goes wrong in it is thrown as BadInput, with one sentence.
class PythonFunction {
 public:
  /// `what` begins the sentence of an error: "the reference".
  PythonFunction(std::string what, const Build& build);

  /// The function with all arguments; it writes the arrays of the output.
  void reference(const LabData& input, LabData& output);
  /// Scalars, seed and arrays; None for an array without first contents.
  void generate(LabData& input, std::uint64_t seed);
  /// `check(inputs, expected, actual)`, each a dictionary by name.
  Check check(const LabData& input, const LabData& expected, const LabData& actual);

 private:
  WorkerProcess& process_for(const std::vector<WorkerArgument>& arguments);
  std::string ask(const std::vector<WorkerArgument>& arguments, const std::string& line);

  std::string what_;
  Build build_;
  /// Shapes and scalars of the process.
  std::string key_;
  std::unique_ptr<WorkerProcess> process_;
};

}  // namespace breakeven::lab

#include "python-function.h"

#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "../../errors.h"
#include "python-arguments.h"

namespace breakeven::lab {
namespace {

void copy_in(SharedArray& to, const GuardedArray& from) {
  if (from.size() > 0) std::memcpy(to.data(), from.data(), from.size());
}

void copy_out(const SharedArray& from, const GuardedArray& to) {
  if (to.size() > 0) std::memcpy(to.data(), from.data(), to.size());
}

WorkerArgument scalar_argument(const LabData& input, std::size_t at) {
  const Argument& argument = (*input.arguments)[at];
  return {.name = argument.name,
          .role = "scalar",
          .type = argument.type,
          .value = number_text(argument.type, input.scalars[at])};
}

WorkerArgument array_argument(const LabData& data, std::size_t at, const std::string& role) {
  const Argument& argument = (*data.arguments)[at];
  return {.name = argument.name, .role = role, .type = argument.type, .shape = data.shapes[at]};
}

}  // namespace

PythonFunction::PythonFunction(std::string what, const Build& build)
    : what_(std::move(what)), build_(build) {}

WorkerProcess& PythonFunction::process_for(const std::vector<WorkerArgument>& arguments) {
  std::string key;
  for (const WorkerArgument& argument : arguments) {
    // The seed is an argument of each call.
    key += argument.name + " " + argument.role + " " + argument.value;
    for (const std::size_t size : argument.shape) key += "," + std::to_string(size);
    key += ";";
  }
  if (process_ && key == key_) return *process_;
  process_.reset();
  process_ = std::make_unique<WorkerProcess>(python_program(build_), arguments);
  key_ = key;
  return *process_;
}

void PythonFunction::reference(const LabData& input, LabData& output) {
  const std::vector<WorkerArgument> arguments = python_call_arguments(input);
  try {
    WorkerProcess& process = process_for(arguments);
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!(*input.arguments)[i].is_array || (*input.arguments)[i].workspace) continue;
      copy_in(process.array(i), (*input.arguments)[i].is_input() ? input.arrays_by_argument[i]
                                                                 : output.arrays_by_argument[i]);
      if (arguments[i].has_first) copy_in(process.first(i), input.arrays_by_argument[i]);
    }
    if (process.ask("once") == "return") {
      throw std::runtime_error("it returns something: the answer is written into its arrays");
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if ((*input.arguments)[i].out) copy_out(process.array(i), output.arrays_by_argument[i]);
    }
  } catch (const std::runtime_error& error) {
    process_.reset();
    throw BadInput(what_ + ": " + error.what());
  }
}

void PythonFunction::generate(LabData& input, std::uint64_t seed) {
  std::vector<WorkerArgument> arguments;
  std::vector<std::size_t> arrays;
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    if (!(*input.arguments)[i].is_array) arguments.push_back(scalar_argument(input, i));
  }
  arguments.push_back({.name = "seed", .role = "seed"});
  const std::size_t first = arguments.size();
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    const Argument& argument = (*input.arguments)[i];
    if (!argument.is_array || argument.workspace || argument.returned) continue;
    arrays.push_back(i);
    arguments.push_back(argument.is_input()
                            ? array_argument(input, i, "out")
                            : WorkerArgument{.name = argument.name, .role = "none"});
  }
  try {
    WorkerProcess& process = process_for(arguments);
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (arguments[first + k].role == "none") continue;
      copy_in(process.array(first + k), input.arrays_by_argument[arrays[k]]);
    }
    process.ask("seed " + std::to_string(seed));
    if (process.ask("once") == "return") {
      throw std::runtime_error("it returns something: its arrays are written in place");
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      if (arguments[first + k].role == "none") continue;
      copy_out(process.array(first + k), input.arrays_by_argument[arrays[k]]);
    }
  } catch (const std::runtime_error& error) {
    process_.reset();
    throw BadInput(what_ + ": " + error.what());
  }
}

Check PythonFunction::check(const LabData& input, const LabData& expected, const LabData& actual) {
  std::vector<WorkerArgument> arguments;
  std::vector<const GuardedArray*> contents;
  for (std::size_t i = 0; i < input.arguments->size(); ++i) {
    const Argument& argument = (*input.arguments)[i];
    if (!argument.is_array) {
      arguments.push_back(scalar_argument(input, i));
      contents.push_back(nullptr);
    } else if (argument.is_input()) {
      arguments.push_back(array_argument(input, i, "in"));
      contents.push_back(&input.arrays_by_argument[i]);
    }
    if (!argument.out) continue;
    for (const auto& [role, data] : {std::pair("expected", &expected), {"actual", &actual}}) {
      arguments.push_back(array_argument(input, i, role));
      contents.push_back(&data->arrays_by_argument[i]);
    }
  }
  try {
    WorkerProcess& process = process_for(arguments);
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      if (contents[k] != nullptr) copy_in(process.array(k), *contents[k]);
    }
    const std::string said = process.ask("check");
    const std::size_t space = said.find(' ');
    const std::string text = space == std::string::npos ? "" : said.substr(space + 1);
    const bool passed = said.substr(0, space) == "passed";
    const char* usual =
        passed ? "check.py says that it is right" : "check.py says that it is wrong";
    return {.passed = passed, .rule = "python", .message = text.empty() ? usual : text};
  } catch (const std::runtime_error& error) {
    process_.reset();
    throw BadInput(what_ + ": " + error.what());
  }
}

}  // namespace breakeven::lab

#include "lab-workload.h"

#include <algorithm>
#include <stdexcept>

#include "../axes.h"
#include "../errors.h"
#include "array-file.h"
#include "changed-elements.h"
#include "compare.h"
#include "file-fills.h"
#include "outside/command-variant.h"
#include "set-up.h"

namespace breakeven::lab {
namespace {

/// Rates of a plain sequential program, for estimates of time.
constexpr double bytes_per_second = 4e9;
constexpr double operations_per_second = 1e9;
constexpr std::uint64_t seeds_per_argument = std::uint64_t{1} << 32;

WorkloadInfo info_of(const Description& description) {
  WorkloadInfo info{.id = description.id,
                    .title = description.title,
                    .summary = description.summary,
                    .size_axis = description.size_axis,
                    .baseline = description.baseline,
                    .contract = description.contract,
                    .has_setup = description.has_setup,
                    .axes = description.axes};
  const auto is = [](const std::string& id) {
    return [&id](const Axis& axis) { return axis.id == id; };
  };
  const auto& axes = info.axes;
  if (std::none_of(axes.begin(), axes.end(), is(description.size_axis))) {
    throw BadInput("the size axis '" + description.size_axis + "' is no axis of the lab");
  }
  if (std::none_of(axes.begin(), axes.end(), is("seed"))) info.axes.push_back(axes::seed());
  return info;
}

LabData& lab_data(Data& data) { return static_cast<LabData&>(data); }
const LabData& lab_data(const Data& data) { return static_cast<const LabData&>(data); }

std::function<void(const LabData&, LabData&)> reference_of(
    const Build& build, const std::optional<CommandDescription>& command) {
  if (command) {
    return [command = *command, program = build.path](const LabData& input, LabData& output) {
      answer_by_command(command, program, input, output);
    };
  }
  if (!build.python.empty()) {
    const auto python = std::make_shared<PythonFunction>("the reference", build);
    return [python](const LabData& input, LabData& output) { python->reference(input, output); };
  }
  const Library library("the reference", build.path);
  const Call call = library.call();
  const SetUpCalls around = SetUpCalls::of(library);
  return [call, around](const LabData& input, LabData& output) {
    CallArguments arguments(input, output);
    if (around.set_up != nullptr) around.set_up(arguments.get());
    call(arguments.get());
    if (around.tear_down != nullptr) around.tear_down();
  };
}

std::function<void(LabData&, std::uint64_t)> generator_of(const Build& build) {
  if (!build.python.empty()) {
    const auto python = std::make_shared<PythonFunction>("the generator", build);
    return [python](LabData& input, std::uint64_t seed) { python->generate(input, seed); };
  }
  const Generate generate = Library("the generator", build.path).generate();
  return [generate](LabData& input, std::uint64_t seed) {
    // An array that is written only is null: it has no contents in an input.
    CallArguments arguments(input, input);
    generate(arguments.get(), seed);
  };
}

GuardedArray array_for(const Argument& argument, const std::vector<std::size_t>& shape) {
  return GuardedArray(count_of(shape) * bytes_of(argument.type));
}

}  // namespace

LabWorkload::LabWorkload(const Description& description, const Artifacts& artifacts)
    : info_(info_of(description)), check_(description.check), unit_(description.work.unit) {
  for (const Axis& axis : info_.axes) axis_names_.push_back(axis.id);
  // Nothing is built of a lab whose cases are planned alone.
  const bool built = !artifacts.reference.path.empty();
  arguments_ = std::make_shared<const Arguments>(parse_arguments(
      description.arguments, axis_names_, !built || !artifacts.generate.path.empty()));
  const auto parse = [&](const char* owner, const std::string& text) -> std::optional<Expression> {
    if (text.empty()) return std::nullopt;
    return parse_over(owner, text, axis_names_);
  };
  bytes_ = parse("work.bytes", description.work.bytes);
  operations_ = parse("work.operations", description.work.operations);
  if (unit_.empty()) unit_ = "operations";
  if (!built) return;
  reference_ = reference_of(artifacts.reference, description.reference_command);
  if (!artifacts.generate.path.empty()) generate_ = generator_of(artifacts.generate);
  if (check_.own) {
    if (artifacts.check.path.empty()) throw BadInput("the lab has a check that is not there");
    own_check_ = std::make_shared<PythonFunction>("the check", artifacts.check);
  }
}

std::string LabWorkload::refuse(const Values& values) const {
  try {
    for (const Argument& argument : *arguments_) {
      if (!argument.is_array) {
        scalar_at(argument, values);
        continue;
      }
      const std::vector<std::size_t> shape = shape_at(argument, values);
      if (!argument.fill) continue;
      argument.fill->check(argument.type, count_of(shape), lookup_in(values));
      if (argument.fill->kind() != Fill::Kind::file) continue;
      const std::string path = argument.fill->path_at(values);
      if (std::string fault = array_file_fault(argument, path, shape); !fault.empty()) return fault;
    }
    cost(values);
  } catch (const BadInput& error) {
    return error.what();
  }
  return {};
}

/// The input, the expected answer and two outputs, as every workload counts.
Need LabWorkload::need(const Values& values) const {
  Need need;
  for (const Argument& argument : *arguments_) {
    if (!argument.is_array) continue;
    const double size = bytes_at(argument, values);
    need.shared_bytes += (argument.is_input() ? size : 0) + (argument.out ? size : 0);
    need.host_bytes += (argument.is_input() ? size : 0) + (argument.out ? 3 * size : 0);
  }
  return need;
}

double LabWorkload::array_bytes(const Values& values) const {
  double bytes = 0;
  for (const Argument& argument : *arguments_) {
    if (argument.is_array) bytes += (argument.in_place() ? 2 : 1) * bytes_at(argument, values);
  }
  return bytes;
}

Cost LabWorkload::cost(const Values& values) const {
  const auto at = [&](const std::optional<Expression>& expression, double otherwise) {
    return expression ? expression->evaluate(lookup_in(values)) : otherwise;
  };
  return {.bytes_moved = at(bytes_, array_bytes(values)),
          .operations = at(operations_, 0),
          .operation_unit = unit_,
          // All arrays: a kernel need not touch all of them.
          .bytes_are_bound = !bytes_};
}

double LabWorkload::estimate_seconds(const Values& values) const {
  const Cost work = cost(values);
  return work.bytes_moved / bytes_per_second + work.operations / operations_per_second;
}

std::unique_ptr<Data> LabWorkload::empty_input() const {
  return std::make_unique<LabData>(arguments_);
}

std::unique_ptr<Data> LabWorkload::generate(const Values& values) const {
  auto input = std::make_unique<LabData>(arguments_);
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    const Argument& argument = (*arguments_)[i];
    if (!argument.is_array) {
      input->scalars[i] = scalar_at(argument, values);
      continue;
    }
    input->shapes[i] = shape_at(argument, values);
    if (argument.is_input()) input->arrays_by_argument[i] = array_for(argument, input->shapes[i]);
  }
  read_file_fills(*input, values);
  fill(*input, values, 0);
  return input;
}

void LabWorkload::refill(Data& input, const Values& values, std::uint64_t sample) const {
  fill(lab_data(input), values, sample);
}

void LabWorkload::fill(LabData& input, const Values& values, std::uint64_t sample) const {
  const std::uint64_t seed = static_cast<std::uint64_t>(values.integer("seed")) + sample;
  bool generated = false;
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    const Argument& argument = (*arguments_)[i];
    if (!argument.is_input()) continue;
    const GuardedArray& array = input.arrays_by_argument[i];
    if (argument.fill->kind() == Fill::Kind::generate) {
      generated = true;
    } else {
      argument.fill->write(argument.type, array.data(), input.count(i),
                           seed + seeds_per_argument * i, lookup_in(values));
    }
  }
  if (generated) generate_(input, seed);
}

Planted LabWorkload::plant(Data& data, const Data& before, const Values&,
                           std::uint64_t seed) const {
  LabData& input = lab_data(data);
  ChangedElements changed;
  bool can_be_refilled = false;
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    const Argument& argument = (*arguments_)[i];
    if (!argument.is_input() || !argument.fill->is_random()) continue;
    // What a generator made may have any form: it makes all of it again.
    if (argument.fill->kind() == Fill::Kind::generate) {
      changed.undo();
      return {};
    }
    can_be_refilled = can_be_refilled || input.count(i) > 0;
    changed.exchange(input.arrays_by_argument[i].data(), input.count(i), bytes_of(argument.type),
                     seed);
  }
  if (!can_be_refilled) return plant_sorted(input, before, seed);
  // A single element has no other to change places with.
  if (changed.empty()) return {};
  std::shared_ptr<const Data> expected = reference(input);
  // A sum is the same in any order: an answer given before would pass.
  if (same_answer(before, *expected)) {
    changed.undo();
    return {};
  }
  return {.expected = std::move(expected), .undo = [changed] { changed.undo(); }};
}

/// Where no array is random: a file, a constant and a matrix are what they are, and arange is i at
/// i.
Planted LabWorkload::plant_sorted(LabData& input, const Data& before, std::uint64_t seed) const {
  ChangedElements changed;
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    const Argument& argument = (*arguments_)[i];
    if (!argument.is_input() || argument.fill->kind() != Fill::Kind::sorted) continue;
    changed.move_sorted(argument.type, input.arrays_by_argument[i].data(), input.count(i), seed);
  }
  if (changed.empty()) return {.undo = [] {}};
  std::shared_ptr<const Data> expected = reference(input);
  if (same_answer(before, *expected)) {
    changed.undo();
    return {.undo = [] {}};
  }
  return {.expected = std::move(expected), .undo = [changed] { changed.undo(); }};
}

bool LabWorkload::same_answer(const Data& one, const Data& other) const {
  return compare({.exact = true}, lab_data(one), lab_data(other)).passed;
}

std::unique_ptr<Data> LabWorkload::make_output(const Data& data) const {
  const LabData& input = lab_data(data);
  auto output = std::make_unique<LabData>(arguments_);
  output->shapes = input.shapes;
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    const Argument& argument = (*arguments_)[i];
    if (argument.out) output->arrays_by_argument[i] = array_for(argument, input.shapes[i]);
  }
  return output;
}

std::unique_ptr<Data> LabWorkload::reference(const Data& data) const {
  if (reference_ == nullptr) {
    throw BadInput("the reference of the lab '" + info_.id + "' is not built");
  }
  const LabData& input = lab_data(data);
  std::unique_ptr<Data> made = make_output(input);
  LabData& output = lab_data(*made);
  poison_arrays(output);
  lab::reset(input, output);
  reference_(input, output);
  return made;
}

void LabWorkload::forget_reset(Data& output) const { lab_data(output).is_reset = false; }

void LabWorkload::restore(const Data& input, Data& output) const {
  lab::reset(lab_data(input), lab_data(output));
  lab_data(output).is_reset = false;
}

Check LabWorkload::check(const Data& input, const Data& expected, const Data& actual, bool) const {
  if (own_check_) {
    return own_check_->check(lab_data(input), lab_data(expected), lab_data(actual));
  }
  return compare(check_, lab_data(expected), lab_data(actual));
}

Answer LabWorkload::answer(const Data&, const Data& data) const {
  const LabData& output = lab_data(data);
  Answer answer;
  std::vector<std::size_t> outs;
  double elements = 0;
  for (std::size_t i = 0; i < arguments_->size(); ++i) {
    if (!(*arguments_)[i].out) continue;
    outs.push_back(i);
    elements += static_cast<double>(output.count(i));
  }
  answer.attributes["elements"] = elements;
  answer.attributes["elementType"] = std::string(name_of((*arguments_)[outs.front()].type));
  if (outs.size() == 1) {
    answer.bytes = output.arrays_by_argument[outs.front()].bytes();
    return answer;
  }
  auto joined = std::make_shared<std::vector<std::byte>>();
  for (const std::size_t i : outs) {
    const auto bytes = output.arrays_by_argument[i].bytes();
    joined->insert(joined->end(), bytes.begin(), bytes.end());
  }
  answer.bytes = *joined;
  answer.owner = joined;
  return answer;
}

bool LabWorkload::in_place() const {
  return std::any_of(arguments_->begin(), arguments_->end(),
                     [](const Argument& argument) { return argument.in_place(); });
}

void LabWorkload::reset(const Data& input, Data& output) const {
  lab::reset(lab_data(input), lab_data(output));
}

}  // namespace breakeven::lab

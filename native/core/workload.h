#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "array-checks.h"
#include "variant.h"

namespace breakeven {

struct WorkloadInfo {
  std::string id;
  std::string title;
  std::string summary;
  /// The axis that measures the size of the problem.
  std::string size_axis;
  /// The default baseline of ratios.
  std::string baseline;
  /// Extensions that read() accepts, without the dot; empty when input is always generated.
  std::vector<std::string> input_files{};
  /// Axes that an input file determines: a case with an input file takes their values from it.
  std::vector<std::string> generated_axes{};
  /// Of a lab: SHA-256 of what its results depend on; empty for built-in workloads.
  std::string contract{};
  /// Whether a variant prepares something before its inputs exist: all have the scope `setup` then.
  bool has_setup = false;
  std::vector<Axis> axes{};
};

/// Result of comparing an output with the expected answer.
struct Check {
  bool passed = false;
  std::string rule;     // exact, tolerance or pixels
  std::string message;  // the first difference, or the maximum error
  double max_error = 0;
};

/// Identifies an answer: its bytes (little-endian, in the element type of the workload) and
/// attributes.
struct Answer {
  std::span<const std::byte> bytes{};
  /// Keeps `bytes` alive where they are not part of the output itself.
  std::shared_ptr<void> owner{};
  std::map<std::string, std::variant<double, std::string>> attributes{};
};

/// An input as a picture: how many of its entries lie in each cell, row by row.
struct Sketch {
  std::size_t width = 0;
  std::size_t height = 0;
  std::vector<double> cells{};
};

/// An input that was changed in place: what it makes of the answer, and how it becomes what it was.
struct Planted {
  /// Null where nothing can be changed without changing the shape of the input.
  std::shared_ptr<const Data> expected{};
  std::function<void()> undo{};
};

/// Those of `values` that `others` has another of, or none.
inline Values changed_values(const Values& others, const Values& values) {
  Values changed;
  for (const auto& [id, value] : values.all()) {
    if (!others.has(id) || others.all().at(id) != value) changed.set(id, value);
  }
  return changed;
}

/// A problem: a generator, a reference answer and an equality rule. One object a folder, registered
/// at load time.
class Workload {
 public:
  virtual ~Workload() = default;

  virtual WorkloadInfo info() const = 0;

  /// Why no variant can do these values, in one sentence; empty when they are fine. Checked before
  /// anything is allocated.
  virtual std::string refuse(const Values&) const { return {}; }
  /// Host memory for input, expected answer and two outputs, in bytes; also seconds of the
  /// sequential code, roughly.
  virtual Need need(const Values& values) const = 0;
  virtual double estimate_seconds(const Values& values) const = 0;
  /// Seconds of making the input, roughly, where that is a computation of its own.
  virtual double input_seconds(const Values&) const { return 0; }

  /// The input for these values: the same bytes on every machine and for every variant.
  virtual std::unique_ptr<Data> generate(const Values& values) const = 0;
  /// New values of the same shape in place, for `freshInput`; sample counts from 1. Only for inputs
  /// that were generated.
  virtual void refill(Data& input, const Values& values, std::uint64_t sample) const = 0;
  /// Reads the input from a file. Throws std::invalid_argument with one sentence. `values` gets
  /// what the file decides (n).
  virtual std::unique_ptr<Data> read(const std::string& path, Values& values) const {
    static_cast<void>(values);
    throw std::invalid_argument("workload '" + info().id +
                                "' does not read its input from a file (given: " + path + ")");
  }

  /// The arrays of the input, in order: their bytes tell it from another one of the same axis
  /// values. Empty where the axes alone describe the problem.
  virtual std::vector<std::span<const std::byte>> input_parts(const Data&) const { return {}; }

  /// The input drawn with up to `most` cells a side; empty where there is nothing to see in it.
  virtual Sketch sketch(const Data& input, std::size_t max_count) const {
    static_cast<void>(input);
    static_cast<void>(max_count);
    return {};
  }

  /// An input and an expected answer without contents, whose members are then read.
  virtual std::unique_ptr<Data> empty_input() const = 0;
  virtual std::unique_ptr<Data> empty_expected() const = 0;

  virtual std::unique_ptr<Data> reference(const Data& input) const = 0;
  virtual std::unique_ptr<Data> make_output(const Data& input) const = 0;
  /// An output no longer holds what reset() left there.
  virtual void forget_reset(Data& output) const { static_cast<void>(output); }
  /// Changes a few values of the input where programs go wrong (the first, the last, either side of
  /// a boundary of blocks and tiles, and some at random; see planting.h), so that an answer given
  /// before is wrong now, and a value that is not read is missed. Another `seed` takes other
  /// places. Nothing where a workload has no such form: then refill() makes all values again.
  virtual Planted plant(Data& input, const Data& expected, const Values& values,
                        std::uint64_t seed) const {
    static_cast<void>(input);
    static_cast<void>(expected);
    static_cast<void>(values);
    static_cast<void>(seed);
    return {};
  }
  /// The same with values that are as much work as those before, so that times can be compared.
  virtual Planted plant_equal_work(Data& input, const Data& expected, const Values& values,
                                   std::uint64_t seed) const {
    return plant(input, expected, values, seed);
  }
  /// Another input of equal work by `seed`, 0 for that of the values, where making one costs
  /// nothing: a picture moves by a part of a pixel. False where there is none.
  virtual bool vary(Data& input, const Values& values, std::uint64_t seed) const {
    static_cast<void>(input);
    static_cast<void>(values);
    static_cast<void>(seed);
    return false;
  }
  /// `exact` is what the variant claims of itself; where it is false the workload's tolerance
  /// applies.
  virtual Check check(const Data& input, const Data& expected, const Data& actual,
                      bool exact) const = 0;
  /// Whether variants change arrays that they also read. Then reset() is called, untimed, before
  /// each sample of `total` on the CPU, and such a sample is one run.
  virtual bool in_place() const { return false; }
  /// Puts back what a run in place has changed in the output.
  virtual void reset(const Data& input, Data& output) const {
    static_cast<void>(input);
    static_cast<void>(output);
  }
  /// Puts into the output what a `restore` phase leaves there; nothing where no variant has one.
  virtual void restore(const Data& input, Data& output) const {
    static_cast<void>(input);
    static_cast<void>(output);
  }
  virtual Answer answer(const Data& input, const Data& output) const = 0;
};

void register_workload(std::unique_ptr<Workload> workload);

}  // namespace breakeven

#define BREAKEVEN_WORKLOAD(Type)                                        \
  namespace {                                                           \
  [[maybe_unused]] const bool breakeven_workload_registered =           \
      (::breakeven::register_workload(std::make_unique<Type>()), true); \
  }                                                                     \
  static_assert(true)

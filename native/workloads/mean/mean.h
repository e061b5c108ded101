#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "../../core/host-array.h"
#include "../../core/variant.h"

/// Mean of xres*yres doubles. `binarize` works on the same inputs.
namespace breakeven::mean {

struct Input : Data {
  HostArray<double> values;
  /// The values are integers whose sums stay below 2^53: every order of addition gives the same
  /// bits.
  bool integers = false;
  /// Compensated, and this over n.
  double sum = 0;
  double mean = 0;
  /// Of all values without their signs.
  double magnitudes = 0;
  /// How far a running sum is from the compensated one, relative to the magnitudes; of values that
  /// were read from a file, for those need not be random.
  double drift = 0;
  bool negative = false;

  std::int64_t n() const { return static_cast<std::int64_t>(values.size()); }
  std::vector<DataArray> arrays() override {
    return {array_of("values", values), array_of_member("mean", mean)};
  }
  void members(Members& each) override {
    each(values, integers, sum, mean, magnitudes, drift, negative);
  }
};

/// An array of one, since a member has no room for guard bytes.
struct Output : Data {
  HostArray<double> guarded{1};
  double& mean = guarded[0];

  Output() { mean = 0; }
  std::vector<DataArray> arrays() override { return {array_of("mean", guarded)}; }
  void members(Members& each) override { each(mean); }
};

/// Each value read once; n - 1 additions and a division, counted n + 1 as the study does.
inline Cost cost(const Data& input, const Values&) {
  const auto n = static_cast<double>(static_cast<const Input&>(input).n());
  return {.bytes_moved = 8 * n, .operations = n + 1, .operation_unit = "flop"};
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) { return completed(variant, "mean", cost); }

/// The axes of values on a picture's grid: data, xres, yres, maxiter, region, seed.
std::vector<Axis> grid_axes();
std::string refuse_grid(const Values& values);
/// Why sums over the picture of these values are not exact; empty when they are.
std::string refuse_picture_sums(const Values& values);
std::unique_ptr<Input> generate_grid(const Values& values);
/// A file's values, and the rows and columns that it has.
std::unique_ptr<Input> read_grid(const std::string& path, Values& values);
/// The axes that a file decides or has no use for.
std::vector<std::string> generated_grid_axes();
void refill_grid(Input& input, const Values& values, std::uint64_t sample);
double estimate_grid_seconds(const Values& values);

}  // namespace breakeven::mean

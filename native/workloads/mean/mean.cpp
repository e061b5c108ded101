#include "mean.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <sstream>

#include "../../core/input.h"
#include "../../core/planting.h"
#include "../../core/workload.h"
#include "../mandelbrot/mandelbrot.h"

namespace breakeven::mean {
namespace {

/// How far the mean of n uniform values may be from the compensated one, relative to it. One
/// running sum is sure to be within n roundings only, but roundings of random values go either way
/// (Higham and Mary 2019): each is uniform over an ulp of the sum so far, so that their sum has a
/// standard deviation of 0.22 to 0.26 * sqrt(n) * 2^-53 of the whole, by where the sum lies between
/// two powers of two. Six of those are allowed, which is more than 1e-12 from n = 3.2e7 on. A value
/// left out is 1 / n off, 20 times as much at 2^32 values. Roundings of values from a file need not
/// be random (those of a constant all go one way): twice as far as a running sum goes is allowed.
double max_relative_error(const Input& input) {
  const double random = 1.6 * std::sqrt(static_cast<double>(input.n())) * 0x1p-53;
  return std::max({1e-12, random, 2 * input.drift});
}

/// By how much values are changed: about as much as they are, and more than may differ.
double step_of(const Input& input) {
  if (input.integers) return 1;
  const double mean = input.magnitudes / static_cast<double>(input.n());
  return std::max(mean, 64 * max_relative_error(input) * input.magnitudes);
}

class Mean : public Workload {
 public:
  WorkloadInfo info() const override {
    return {
        .id = "mean",
        .title = "Mean",
        .summary =
            "The mean of all pixels of a picture, exactly, or of as many uniform doubles, within "
            "1e-12 or, where that is more, 1.6 * sqrt(n) / 2^53; or of the values of a file.",
        .size_axis = "xres",
        .baseline = "sequential",
        .input_files = real_file_extensions(),
        .generated_axes = generated_grid_axes(),
        .axes = grid_axes()};
  }

  std::string refuse(const Values& values) const override { return refuse_grid(values); }

  Need need(const Values& values) const override {
    const double bytes = 8 * values.real("xres") * values.real("yres");
    return {.host_bytes = bytes, .shared_bytes = bytes};
  }

  double estimate_seconds(const Values& values) const override {
    return estimate_grid_seconds(values);
  }

  double input_seconds(const Values& values) const override {
    return values.text("data") == "picture" ? mandelbrot::estimate_picture_seconds(values) : 0;
  }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    return generate_grid(values);
  }

  std::unique_ptr<Data> read(const std::string& path, Values& values) const override {
    return read_grid(path, values);
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    refill_grid(static_cast<Input&>(input), values, sample);
  }

  std::unique_ptr<Data> make_output(const Data&) const override {
    return std::make_unique<Output>();
  }

  /// Each changed value moves the mean by far more than may differ. Integers stay integers, and
  /// their sum stays below 2^53.
  Planted plant(Data& data, const Data&, const Values& values, std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    auto changes = std::make_shared<Changes<double>>(input.values.data());
    const double step = step_of(input);
    double moved = 0;
    const auto change = [&](std::size_t at, double value) {
      moved += value - input.values[at];
      changes->set(at, value);
    };
    for (const std::size_t at :
         planting_positions(input.values.size(), planted_values, seed, threads_of(values))) {
      const double old = input.values[at];
      change(at, !input.integers ? (old < step ? old + step : old - step)
                 : old > 0       ? old - 1
                 : input.magnitudes + planted_values < 0x1p53 ? 1
                                                              : 0);
    }
    // Where what was added up is what was taken away, one more value distinguishes them.
    if (std::abs(moved) < step / 2) {
      const std::size_t last = input.values.size() - 1;
      const double old = input.values[last];
      change(last, input.integers && old > 0 ? old - 1 : old + step);
    }
    auto output = std::make_shared<Output>();
    output->mean = (input.sum + moved) / static_cast<double>(input.n());
    return {.expected = output, .undo = [changes] { changes->undo(); }};
  }

  std::unique_ptr<Data> reference(const Data& input) const override {
    auto output = std::make_unique<Output>();
    output->mean = static_cast<const Input&>(input).mean;
    return output;
  }

  /// Integers: the same bits in every order of addition. Otherwise the error against the
  /// compensated sum, relative to the mean of the magnitudes: values of both signs can add up to
  /// nearly nothing.
  Check check(const Data& data, const Data& expected, const Data& actual, bool) const override {
    const auto& input = static_cast<const Input&>(data);
    const double wanted = static_cast<const Output&>(expected).mean;
    const double found = static_cast<const Output&>(actual).mean;
    const bool integers = input.integers;
    const double scale =
        std::max(std::abs(wanted), input.magnitudes / static_cast<double>(input.n()));
    const double error = wanted == found ? 0 : std::abs(found - wanted) / scale;
    std::ostringstream message;
    message.precision(17);
    message << "the mean is " << found << ", expected " << wanted << ": relative error " << error;
    const double allowed = max_relative_error(input);
    message.precision(4);
    if (!integers) message << " (may be " << allowed << ")";
    const bool passed =
        integers ? std::memcmp(&wanted, &found, sizeof wanted) == 0 : error <= allowed;
    return {.passed = passed,
            .rule = integers ? "exact" : "tolerance",
            .message = message.str(),
            .max_error = error};
  }

  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {std::as_bytes(static_cast<const Input&>(input).values.span())};
  }

  Answer answer(const Data&, const Data& output) const override {
    const double& mean = static_cast<const Output&>(output).mean;
    return {.bytes = std::as_bytes(std::span(&mean, 1)), .attributes = {{"value", mean}}};
  }
};

}  // namespace

BREAKEVEN_WORKLOAD(Mean);

}  // namespace breakeven::mean

#include "mean.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <sstream>

#include "../../core/workload.h"
#include "../mandelbrot/mandelbrot.h"

namespace breakeven::mean {
namespace {

constexpr double most_relative_error = 1e-12;

class Mean : public Workload {
 public:
  WorkloadInfo info() const override {
    return {.id = "mean",
            .title = "Mean",
            .summary = "The mean of all pixels of a picture, or of as many uniform doubles.",
            .size_axis = "xres",
            .baseline = "sequential",
            .axes = grid_axes()};
  }

  std::string refuse(const Values& values) const override { return refuse_grid(values); }

  Need need(const Values& values) const override {
    return {.host_bytes = 8 * values.real("xres") * values.real("yres")};
  }

  double estimate_seconds(const Values& values) const override {
    return estimate_grid_seconds(values);
  }

  double input_seconds(const Values& values) const override {
    return values.text("data") == "picture" ? mandelbrot::estimate_picture_seconds(values) : 0;
  }

  std::unique_ptr<Data> generate(const Values& values) const override {
    return generate_grid(values);
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    refill_grid(static_cast<Input&>(input), values, sample);
  }

  std::unique_ptr<Data> make_output(const Data&) const override {
    return std::make_unique<Output>();
  }

  void poison(Data& output) const override {
    std::memset(&static_cast<Output&>(output).mean, 0xCD, sizeof(double));
  }

  std::unique_ptr<Data> reference(const Data& input) const override {
    auto output = std::make_unique<Output>();
    output->mean = static_cast<const Input&>(input).mean;
    return output;
  }

  /// Integers: the same bits in every order of addition. Otherwise the relative error against the
  /// compensated sum.
  Check check(const Data& input, const Data& expected, const Data& actual, bool) const override {
    const double wanted = static_cast<const Output&>(expected).mean;
    const double found = static_cast<const Output&>(actual).mean;
    const bool integers = static_cast<const Input&>(input).integers;
    const double error = wanted == found ? 0 : std::abs(found - wanted) / std::abs(wanted);
    std::ostringstream message;
    message.precision(17);
    message << "the mean is " << found << ", expected " << wanted << ": relative error " << error;
    const bool passed =
        integers ? std::memcmp(&wanted, &found, sizeof wanted) == 0 : error <= most_relative_error;
    return {.passed = passed,
            .rule = integers ? "exact" : "tolerance",
            .message = message.str(),
            .max_error = error};
  }

  Answer answer(const Data&, const Data& output) const override {
    const double& mean = static_cast<const Output&>(output).mean;
    return {.bytes = std::as_bytes(std::span(&mean, 1)), .facts = {{"value", mean}}};
  }
};

}  // namespace

BREAKEVEN_WORKLOAD(Mean);

}  // namespace breakeven::mean

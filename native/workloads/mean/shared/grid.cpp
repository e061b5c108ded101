#include <cmath>
#include <cstddef>

#include "../../../core/axes.h"
#include "../../../core/counter-random.h"
#include "../../../core/parallel.h"
#include "../../mandelbrot/mandelbrot.h"
#include "../mean.h"

namespace breakeven::mean {
namespace {

/// Neumaier's compensated sum: each addition's rounding error is carried next to the sum.
double compensated_sum(const HostArray<double>& values) {
  double sum = 0;
  double error = 0;
  for (const double value : values) {
    const double next = sum + value;
    error += std::abs(sum) >= std::abs(value) ? (sum - next) + value : (value - next) + sum;
    sum = next;
  }
  return sum + error;
}

void fill(Input& input, const Values& values, std::uint64_t seed) {
  if (input.integers) {
    mandelbrot::compute_picture(mandelbrot::picture_of(values), input.values.data());
  } else {
    parallel_for(input.values.size(), 1 << 20, [&](std::size_t first, std::size_t last) {
      for (std::size_t i = first; i < last; ++i) {
        input.values[i] = static_cast<double>(random_bits(seed, i) >> 11) * 0x1p-53;
      }
    });
  }
  input.sum = compensated_sum(input.values);
  input.mean = input.sum / static_cast<double>(input.n());
}

}  // namespace

std::vector<Axis> grid_axes() {
  std::vector<Axis> result = mandelbrot::picture_axes();
  result.insert(
      result.begin(),
      axes::choice("data", "Data", "Kind of values.",
                   {{"picture", "The fractal of the same axes: integers, with exact sums."},
                    {"uniform", "Doubles in [0, 1)."}}));
  result.push_back(axes::seed());
  return result;
}

std::string refuse_grid(const Values& values) {
  std::string reason = mandelbrot::refuse_picture(values);
  if (reason.empty() && values.text("data") == "picture") reason = refuse_picture_sums(values);
  return reason;
}

std::string refuse_picture_sums(const Values& values) {
  const double max_sum = values.real("xres") * values.real("yres") * (values.real("maxiter") - 1);
  if (max_sum <= 0x1p53) return {};
  return "xres * yres * maxiter is " + std::to_string(max_sum) +
         ", but sums of pixels are exact only below 2^53";
}

std::unique_ptr<Input> generate_grid(const Values& values) {
  auto input = std::make_unique<Input>();
  input->integers = values.text("data") == "picture";
  input->values =
      HostArray<double>(static_cast<std::size_t>(values.integer("xres") * values.integer("yres")));
  fill(*input, values, static_cast<std::uint64_t>(values.integer("seed")));
  return input;
}

void refill_grid(Input& input, const Values& values, std::uint64_t sample) {
  fill(input, values, static_cast<std::uint64_t>(values.integer("seed")) + sample);
}

double estimate_grid_seconds(const Values& values) {
  return values.real("xres") * values.real("yres") * 1e-9;
}

}  // namespace breakeven::mean

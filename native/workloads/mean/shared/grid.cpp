#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "../../../core/axes.h"
#include "../../../core/counter-random.h"
#include "../../../core/input.h"
#include "../../../core/parallel.h"
#include "../../mandelbrot/mandelbrot.h"
#include "../mean.h"

namespace breakeven::mean {
namespace {

constexpr std::size_t max_columns = 2147483647;
constexpr std::size_t max_rows = 65536;
constexpr std::size_t max_file_values = std::size_t{1} << 32;

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
  input.magnitudes = input.sum;
}

/// What is known of generated values and has to be found out of others.
void describe(const std::string& path, Input& input) {
  double running = 0;
  bool whole = true;
  for (double& value : input.values) {
    // A negative zero becomes a positive one, which it is in every sum.
    value += 0.0;
    input.negative = input.negative || value < 0;
    whole = whole && value == std::trunc(value);
    input.magnitudes += std::abs(value);
    running += value;
  }
  // A sum of these magnitudes, and what is planted, has to be a number.
  if (!(input.magnitudes <= 0x1p1000)) {
    throw std::invalid_argument("input " + path +
                                " has magnitudes whose sum is above 2^1000, which is the maximum");
  }
  input.integers = whole && input.magnitudes < 0x1p53;
  input.sum = compensated_sum(input.values);
  input.mean = input.sum / static_cast<double>(input.n());
  if (input.magnitudes > 0) input.drift = std::abs(running - input.sum) / input.magnitudes;
}

}  // namespace

std::vector<Axis> grid_axes() {
  std::vector<Axis> result = mandelbrot::picture_axes();
  // The values of a file can be one row.
  for (Axis& axis : result) {
    if (axis.id == "xres") axis.max = max_columns;
  }
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

std::unique_ptr<Input> read_grid(const std::string& path, Values& values) {
  auto file = read_real_file<double>(path, max_file_values, "<f8");
  auto input = std::make_unique<Input>();
  const std::size_t n = file.values.size();
  if (n == 0) throw std::invalid_argument("input " + path + " has no values");
  std::size_t columns = file.shape.empty() ? 1 : file.shape.back();
  if (n / columns > max_rows) columns = n;
  if (columns > max_columns) {
    throw std::invalid_argument("input " + path + " has rows of " + std::to_string(columns) +
                                " values, allowed is up to 2147483647");
  }
  input->values = std::move(file.values);
  describe(path, *input);
  values.set("xres", static_cast<double>(columns));
  values.set("yres", static_cast<double>(n / columns));
  return input;
}

std::vector<std::string> generated_grid_axes() {
  return {"data", "xres", "yres", "maxiter", "region", "seed"};
}

void refill_grid(Input& input, const Values& values, std::uint64_t sample) {
  fill(input, values, static_cast<std::uint64_t>(values.integer("seed")) + sample);
}

double estimate_grid_seconds(const Values& values) {
  return values.real("xres") * values.real("yres") * 1e-9;
}

}  // namespace breakeven::mean

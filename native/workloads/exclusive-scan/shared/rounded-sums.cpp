#include "../rounded-sums.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <sstream>
#include <stdexcept>

#include "../../../core/planting.h"

namespace breakeven::exclusive_scan {
namespace {

/// Of a rounding, relative to what is rounded.
constexpr double half_ulp = 0x1p-24;

/// Goes through the sums in order: the one in double precision, and how far from it a sum of floats
/// may be.
class Sums {
 public:
  double sum() const { return sum_; }

  /// Roundings of random values go either way (Higham and Mary 2019): each is uniform within half
  /// an ulp of a sum of at most these magnitudes, so that six standard deviations of k of them are
  /// 3.5 * sqrt(k) times that; 4 are allowed. Roundings of equal values do not: there a running sum
  /// shows how far they go together. A sum in parts is rounded at two levels, and was 2.00 times as
  /// far off with two threads: four times is allowed. Every answer is rounded once more.
  double allowed() const {
    return std::max(4 * std::sqrt(static_cast<double>(count_)) * half_ulp * magnitudes_,
                    4 * drift_) +
           half_ulp * std::abs(sum_);
  }

  void add(float value) {
    sum_ += value;
    magnitudes_ += std::abs(value);
    running_ += value;
    drift_ = std::max(drift_, std::abs(running_ - sum_));
    ++count_;
  }

 private:
  double sum_ = 0;
  double magnitudes_ = 0;
  float running_ = 0;
  double drift_ = 0;
  std::size_t count_ = 0;
};

}  // namespace

void refuse_large_sums(const std::string& path, std::span<const float> values) {
  double magnitudes = 0;
  for (const float value : values) magnitudes += std::abs(value);
  // Planted values and their sums need room as well.
  if (magnitudes <= std::numeric_limits<float>::max() / 1024) return;
  std::ostringstream text;
  text << "input " << path << " has magnitudes that add up to " << magnitudes
       << ", allowed is up to " << std::numeric_limits<float>::max() / 1024;
  throw std::invalid_argument(text.str());
}

float unit_of_sums(std::span<const float> values) {
  int lowest = std::numeric_limits<int>::max();
  double magnitudes = 0;
  for (const float value : values) {
    if (value == 0) continue;
    int exponent = 0;
    const auto mantissa = static_cast<std::uint32_t>(
        std::ldexp(std::abs(std::frexp(value, &exponent)), std::numeric_limits<float>::digits));
    lowest = std::min(lowest,
                      exponent - std::numeric_limits<float>::digits + std::countr_zero(mantissa));
    magnitudes += std::abs(value);
  }
  if (magnitudes == 0) return 1;
  // What is planted adds a unit at each place.
  const double allowed = std::ldexp(0x1p24 - planted_values, lowest);
  return magnitudes <= allowed ? std::ldexp(1.0F, lowest) : 0;
}

std::unique_ptr<Output> sums_of(const Input& input) {
  auto output = std::make_unique<Output>();
  output->element = Element::float32;
  output->n = input.n;
  output->bytes = HostArray<std::byte>(input.bytes.size());
  const auto in = input.as<float>();
  const auto out = output->as<float>();
  double sum = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    out[i] = static_cast<float>(sum);
    sum += in[i];
  }
  return output;
}

Check check_rounded(const Input& input, const Output& given) {
  const auto in = input.as<float>();
  const auto out = given.as<float>();
  Sums sums;
  double max_share = 0;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const double error = std::abs(out[i] - sums.sum());
    const double allowed = sums.allowed();
    // Not a number is no error that is small.
    if (!(error <= allowed)) {
      std::ostringstream message;
      message.precision(9);
      message << "sum " << i << " is " << out[i] << ", expected " << sums.sum() << " within "
              << allowed;
      return {.passed = false,
              .rule = "tolerance",
              .message = message.str(),
              .max_error = std::isfinite(error) ? error : std::numeric_limits<double>::max()};
    }
    if (allowed > 0) max_share = std::max(max_share, error / allowed);
    sums.add(in[i]);
  }
  std::ostringstream message;
  message.precision(2);
  message << "every sum is within what rounding explains, the farthest by " << max_share
          << " of that";
  return {.passed = true, .rule = "tolerance", .message = message.str(), .max_error = max_share};
}

Planted plant_rounded(Input& input, std::uint64_t seed, int threads) {
  const auto in = input.as<float>();
  Sums sums;
  double magnitudes = 0;
  for (const float value : in) {
    sums.add(value);
    magnitudes += std::abs(value);
  }
  const auto count = static_cast<double>(in.size());
  const auto step = static_cast<float>(std::max(2 * magnitudes / count, 16 * sums.allowed()));
  auto changes = std::make_shared<Changes<float>>(in.data());
  const auto change = [&](std::size_t at) {
    changes->set(at, in[at] > 0 ? in[at] - step : in[at] + step);
  };
  // The last value is in no sum, and must not come into one.
  const std::size_t last = in.size() - 1;
  change(last);
  for (const std::size_t at : planting_positions(last, planted_values, seed, threads)) change(at);
  return {.expected = sums_of(input), .undo = [changes] { changes->undo(); }};
}

}  // namespace breakeven::exclusive_scan

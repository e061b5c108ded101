#include "fractal-pipeline.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>

#include "../../core/compare-pixels.h"
#include "../../core/workload.h"
#include "../binarize/binarize.h"
#include "../mandelbrot/mirrored-rows.h"
#include "../mean/mean.h"

namespace breakeven::fractal_pipeline {
namespace {

/// Share of the pixels that contracted arithmetic moves: points near the edge of the set.
constexpr double max_moved_share = 0.01;

/// The reference keeps the fractal as well, so that it can be binarised at another mean.
struct Expected : Output {
  HostArray<double> fractal;

  void members(Members& each) override { each(pixels, mean, fractal); }
};

void binarize_at(double threshold, const HostArray<double>& from, HostArray<double>& to) {
  std::transform(from.begin(), from.end(), to.begin(), [&](double value) {
    return value >= threshold ? binarize::white : binarize::black;
  });
}

void binarize_fractal(Expected& expected) {
  // Integers below 2^53: every order of addition gives the same sum.
  double sum = 0;
  for (const double value : expected.fractal) sum += value;
  expected.mean = sum / static_cast<double>(expected.fractal.size());
  binarize_at(expected.mean, expected.fractal, expected.pixels);
}

class FractalPipeline : public Workload {
 public:
  WorkloadInfo info() const override {
    return {.id = "fractal-pipeline",
            .title = "Fractal pipeline",
            .summary = "Mandelbrot set, mean of its pixels, and the picture binarised at the mean.",
            .size_axis = "xres",
            .baseline = "sequential",
            .axes = mandelbrot::picture_axes()};
  }

  std::string refuse(const Values& values) const override {
    std::string reason = mandelbrot::refuse_picture(values);
    return reason.empty() ? mean::refuse_picture_sums(values) : reason;
  }

  /// Two pictures of the reference and two of the one not seen before, one output, and one
  /// during the check.
  Need need(const Values& values) const override {
    const double picture = 8 * values.real("xres") * values.real("yres");
    return {.host_bytes = 6 * picture, .shared_bytes = 2 * picture};
  }

  double estimate_seconds(const Values& values) const override {
    return mandelbrot::estimate_picture_seconds(values);
  }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Expected>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    auto input = std::make_unique<Input>();
    input->picture = mandelbrot::picture_of(values);
    return input;
  }

  /// There is nothing random in a picture: the same one is computed again.
  void refill(Data&, const Values&, std::uint64_t) const override {}

  std::unique_ptr<Data> make_output(const Data& data) const override {
    auto output = std::make_unique<Output>();
    output->pixels = HostArray<double>(pixels_of(data));
    return output;
  }

  Planted plant(Data& data, const Data& expected, const Values&,
                std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    const mandelbrot::Picture picture = input.picture;
    const double iterations = input.iterations;
    auto made = std::make_shared<Expected>();
    made->fractal = HostArray<double>(pixels_of(data));
    made->pixels = HostArray<double>(pixels_of(data));
    input.picture =
        mandelbrot::other_picture(picture, static_cast<const Expected&>(expected).fractal, seed,
                                  made->fractal, input.iterations);
    binarize_fractal(*made);
    return {.expected = made, .undo = [&input, picture, iterations] {
              input.picture = picture;
              input.iterations = iterations;
            }};
  }

  Planted plant_equal_work(Data& data, const Data&, const Values&,
                           std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    const Input before = input;
    input.picture = mandelbrot::moved_picture(input.picture, seed | 1);
    std::shared_ptr<const Data> expected = reference(input);
    return {.expected = expected, .undo = [&input, before] { input = before; }};
  }

  bool vary(Data& input, const Values& values, std::uint64_t seed) const override {
    static_cast<Input&>(input).picture =
        mandelbrot::moved_picture(mandelbrot::picture_of(values), seed);
    return true;
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    auto expected = std::make_unique<Expected>();
    expected->fractal = HostArray<double>(pixels_of(data));
    expected->pixels = HostArray<double>(pixels_of(data));
    const double* const fractal = expected->fractal.data();
    input.iterations = mandelbrot::compute_picture(input.picture, expected->fractal.data());
    input.mirrored_iterations = mandelbrot::mirrored_iterations(input.picture, fractal);
    binarize_fractal(*expected);
    return expected;
  }

  /// Exact claims: the same pixels and the same bits of the mean.
  ///
  /// Contracted arithmetic moves single pixels of the fractal by up to maxiter either way, and with
  /// them the mean; a mean that moves past a whole number turns over every pixel of that value at
  /// once. So both are looked at apart. The mean may differ by what moves of `max_moved_share` of
  /// the pixels, by maxiter each and with signs at random, would make of it, and one pixel more.
  /// The pixels are compared with the reference's fractal, or the contracted one, binarised at the
  /// variant's own mean, and may differ as pictures may.
  Check check(const Data& data, const Data& expected_data, const Data& actual_data,
              bool exact) const override {
    const auto& expected = static_cast<const Expected&>(expected_data);
    const auto& actual = static_cast<const Output&>(actual_data);
    const auto& picture = static_cast<const Input&>(data).picture;
    const auto count = static_cast<double>(picture.pixels());
    Check check;
    double allowed = 0;
    const auto width = static_cast<std::size_t>(picture.xres);
    if (exact) {
      check = compare_pixels(expected.pixels.span(), actual.pixels.span(), true, width);
    } else {
      allowed = picture.maxiter * (std::sqrt(max_moved_share * count) + 1) / count;
      HostArray<double> wanted(expected.fractal.size());
      binarize_at(actual.mean, expected.fractal, wanted);
      check =
          compare_pixels(wanted.span(), actual.pixels.span(), false, width, [&](std::size_t at) {
            const double value = mandelbrot::contracted_pixel(
                picture, picture.dx(), picture.dy(), static_cast<std::int64_t>(at % width),
                static_cast<std::int64_t>(at / width));
            return value >= actual.mean ? binarize::white : binarize::black;
          });
    }
    const double error = std::abs(actual.mean - expected.mean);
    std::ostringstream message;
    message.precision(17);
    message << check.message << "; the mean is " << actual.mean << ", expected " << expected.mean;
    if (!exact) message << " (may differ by " << allowed << ")";
    check.message = message.str();
    check.passed = check.passed && error <= allowed;
    return check;
  }

  Answer answer(const Data& data, const Data& output_data) const override {
    const auto& output = static_cast<const Output&>(output_data);
    double sum = 0;
    double zeros = 0;
    for (const double pixel : output.pixels) {
      sum += pixel;
      zeros += pixel == binarize::black ? 1 : 0;
    }
    const auto whites = static_cast<double>(
        std::count(output.pixels.begin(), output.pixels.end(), binarize::white));
    return {.bytes = std::as_bytes(output.pixels.span()),
            .attributes = {{"mean", output.mean},
                           {"sum", sum},
                           {"zeros", zeros},
                           {"white", whites},
                           {"iterations", static_cast<const Input&>(data).iterations}}};
  }

 private:
  static std::size_t pixels_of(const Data& data) {
    return static_cast<std::size_t>(static_cast<const Input&>(data).picture.pixels());
  }
};

}  // namespace

BREAKEVEN_WORKLOAD(FractalPipeline);

}  // namespace breakeven::fractal_pipeline

#include "mandelbrot.h"

#include <memory>

#include "../../core/compare-pixels.h"
#include "../../core/workload.h"
#include "mirrored-rows.h"

namespace breakeven::mandelbrot {
namespace {

class Mandelbrot : public Workload {
 public:
  WorkloadInfo info() const override {
    return {.id = "mandelbrot",
            .title = "Mandelbrot set",
            .summary = "Escape times of z <- z^2 + c in float64 for every pixel of a picture.",
            .size_axis = "xres",
            .baseline = "sequential",
            .axes = picture_axes()};
  }

  std::string refuse(const Values& values) const override { return refuse_picture(values); }

  Need need(const Values& values) const override {
    const double picture = 8 * values.real("xres") * values.real("yres");
    return {.host_bytes = 3 * picture, .shared_bytes = picture};
  }

  double estimate_seconds(const Values& values) const override {
    return estimate_picture_seconds(values);
  }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    auto input = std::make_unique<Input>();
    input->picture = picture_of(values);
    return input;
  }

  /// There is nothing random in a picture: the same one is computed again.
  void refill(Data&, const Values&, std::uint64_t) const override {}

  std::unique_ptr<Data> make_output(const Data& data) const override {
    auto output = std::make_unique<Output>();
    const auto& picture = static_cast<const Input&>(data).picture;
    output->pixels = HostArray<double>(static_cast<std::size_t>(picture.pixels()));
    return output;
  }

  /// Nothing in a picture can be changed at one place, so all of it is: another region.
  Planted plant(Data& data, const Data& expected, const Values&,
                std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    const Picture picture = input.picture;
    const double iterations = input.iterations;
    std::shared_ptr<Data> made = make_output(data);
    input.picture = other_picture(picture, static_cast<const Output&>(expected).pixels, seed,
                                  static_cast<Output&>(*made).pixels, input.iterations);
    return {.expected = made, .undo = [&input, picture, iterations] {
              input.picture = picture;
              input.iterations = iterations;
            }};
  }

  Planted plant_equal_work(Data& data, const Data&, const Values&,
                           std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    const Input before = input;
    input.picture = moved_picture(input.picture, seed | 1);
    std::shared_ptr<const Data> expected = reference(input);
    return {.expected = expected, .undo = [&input, before] { input = before; }};
  }

  bool vary(Data& input, const Values& values, std::uint64_t seed) const override {
    static_cast<Input&>(input).picture = moved_picture(picture_of(values), seed);
    return true;
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    auto output = make_output(data);
    double* const pixels = static_cast<Output&>(*output).pixels.data();
    input.iterations = compute_picture(input.picture, pixels);
    input.mirrored_iterations = mirrored_iterations(input.picture, pixels);
    return output;
  }

  Check check(const Data& data, const Data& expected, const Data& actual,
              bool exact) const override {
    const Picture& picture = static_cast<const Input&>(data).picture;
    const auto width = static_cast<std::size_t>(picture.xres);
    return compare_pixels(static_cast<const Output&>(expected).pixels.span(),
                          static_cast<const Output&>(actual).pixels.span(), exact, width,
                          [&picture, width](std::size_t at) {
                            return contracted_pixel(picture, picture.dx(), picture.dy(),
                                                    static_cast<std::int64_t>(at % width),
                                                    static_cast<std::int64_t>(at / width));
                          });
  }

  Answer answer(const Data& data, const Data& data_out) const override {
    const auto& input = static_cast<const Input&>(data);
    const auto& pixels = static_cast<const Output&>(data_out).pixels;
    double sum = 0;
    double zeros = 0;
    for (const double pixel : pixels) {
      sum += pixel;
      zeros += pixel == 0 ? 1 : 0;
    }
    return {.bytes = std::as_bytes(pixels.span()),
            .attributes = {{"sum", sum},
                           {"zeros", zeros},
                           {"iterations", input.iterations},
                           {"rectangle", region_text(input.picture.region)}}};
  }
};

}  // namespace

BREAKEVEN_WORKLOAD(Mandelbrot);

}  // namespace breakeven::mandelbrot

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../../core/host-array.h"
#include "../../core/variant.h"

/// Escape times of z <- z^2 + c in float64 over a rectangle of the plane.
namespace breakeven::mandelbrot {

struct Region {
  double xmin, xmax, ymin, ymax;
};

/// The picture to compute: pixel (i, j) stands for c = (i*dx + xmin, j*dy + ymin) and lies at
/// j*xres + i.
struct Picture {
  std::int64_t xres = 0;
  std::int64_t yres = 0;
  std::int32_t maxiter = 1;
  Region region{};

  std::int64_t pixels() const { return xres * yres; }
  double dx() const { return (region.xmax - region.xmin) / static_cast<double>(xres); }
  double dy() const { return (region.ymax - region.ymin) / static_cast<double>(yres); }
};

struct Input : Data {
  Picture picture;
  /// Steps of z <- z^2 + c over all pixels: the work that was really done. Known with the
  /// reference.
  mutable double iterations = 0;
  /// Those of them in rows that are conjugates of other rows (mirrored-rows.h).
  mutable double mirrored_iterations = 0;

  /// Member by member: bytes between them have no value.
  std::vector<DataArray> arrays() override {
    return {array_of_member("xres", picture.xres), array_of_member("yres", picture.yres),
            array_of_member("maxiter", picture.maxiter),
            array_of_member("region", picture.region, sizeof(double))};
  }
  void members(Members& each) override { each(picture, iterations, mirrored_iterations); }
};

/// xres*yres escape times, row-major: 0 where maxiter was reached.
struct Output : Data {
  HostArray<double> pixels;

  std::vector<DataArray> arrays() override { return {array_of("pixels", pixels)}; }
  void members(Members& each) override { each(pixels); }
};

/// The escape time of one point: k counts from 1 while k < maxiter and |z|^2 < 4. The order of
/// operations is part of the problem, and so is their rounding: hosts compile this without
/// contraction. Device code runs the same source (constexpr lets it), with contraction unless its
/// file says otherwise.
constexpr std::int32_t escape_time(double cx, double cy, std::int32_t maxiter) {
  double u = 0;
  double v = 0;
  std::int32_t k = 1;
  while (k < maxiter && u * u + v * v < 4) {
    const double next = (u * u - v * v) + cx;
    v = (2 * u) * v + cy;
    u = next;
    ++k;
  }
  return k;
}

/// What is stored for a point that took k steps.
constexpr double pixel_of(std::int32_t k, std::int32_t maxiter) {
  return k == maxiter ? 0.0 : static_cast<double>(k);
}

constexpr double pixel(const Picture& picture, double dx, double dy, std::int64_t i,
                       std::int64_t j) {
  const double cx = static_cast<double>(i) * dx + picture.region.xmin;
  const double cy = static_cast<double>(j) * dy + picture.region.ymin;
  return pixel_of(escape_time(cx, cy, picture.maxiter), picture.maxiter);
}

/// The same where a*b+c is rounded once wherever a compiler of device code does so: in c and in v.
/// The squares are needed twice, so they are rounded.
double contracted_pixel(const Picture& picture, double dx, double dy, std::int64_t i,
                        std::int64_t j);

/// Another picture of the same size, for values not seen before: few steps, and at least a tenth of
/// its pixels differ from `pixels`. Computes it into `other`; its steps are in `iterations`.
Picture other_picture(const Picture& picture, const HostArray<double>& pixels, std::uint64_t seed,
                      HostArray<double>& other, double& iterations);

/// The same picture moved along its rows by a part of a pixel, as the seed says; 0: by none. Its
/// escape times sum up to as many, within a few thousandths, and at least one in twenty differs.
Picture moved_picture(const Picture& picture, std::uint64_t seed);

/// One store a pixel, and the study's count of operations, 6 a step and 5 a pixel, over the steps
/// that the picture takes: the study itself counts maxiter of them for every pixel, which no
/// picture needs.
inline Cost cost_of(const Input& input) {
  const auto pixels = static_cast<double>(input.picture.pixels());
  return {.bytes_moved = 8 * pixels,
          .operations = 6 * input.iterations + 5 * pixels,
          .operation_unit = "flop"};
}

inline Cost cost(const Data& input, const Values&) {
  return cost_of(static_cast<const Input&>(input));
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) {
  return completed(variant, "mandelbrot", cost);
}

/// Of variants that compute the rows that mirror others once.
inline Cost cost_without_mirrors(const Data& data, const Values&) {
  const auto& input = static_cast<const Input&>(data);
  Cost cost = cost_of(input);
  cost.operations -= 6 * input.mirrored_iterations;
  return cost;
}

/// The parameters of a script that computes a picture: those of Input and Output.
inline std::vector<std::pair<std::string, std::string>> picture_parameters() {
  return {{"xres", "int64"},
          {"yres", "int64"},
          {"maxiter", "int32"},
          {"region", "float64"},
          {"pixels", "float64"}};
}

/// The axes xres, yres, maxiter and region, which all workloads on pictures share.
std::vector<Axis> picture_axes();
/// A named view, or "xmin,xmax,ymin,ymax"; nothing when it is neither.
std::optional<Region> parse_region(const std::string& text);
/// "xmin,xmax,ymin,ymax", in digits that read back as the same numbers.
std::string region_text(const Region& region);
/// Why these values describe no picture, in one sentence; empty when they do.
std::string refuse_picture(const Values& values);
/// The picture that the values describe; they must not be refused.
Picture picture_of(const Values& values);
/// Computes the picture in parallel on the host, bit for bit as `pixel` does; returns the steps
/// taken over all pixels.
double compute_picture(const Picture& picture, double* pixels);
/// Seconds that one core needs for the picture, roughly.
double estimate_picture_seconds(const Values& values);

}  // namespace breakeven::mandelbrot

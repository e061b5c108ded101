#pragma once

#include <cstdint>

#include "../../core/host-array.h"
#include "../../core/variant.h"
#include "../mandelbrot/mandelbrot.h"

/// A fractal, its mean, and the fractal binarised at its mean: three steps in a row.
namespace breakeven::fractal_pipeline {

/// Universidad de Oviedo, 2022.
inline constexpr const char* oviedo = "Oviedo 2022";

using Input = mandelbrot::Input;

/// xres*yres values of 0 or 255, row-major, and the mean that divides them.
struct Output : Data {
  HostArray<double> pixels;
  double mean = 0;

  std::vector<DataArray> arrays() override {
    return {array_of("pixels", pixels), array_of_member("mean", mean)};
  }
  void members(Members& each) override { each(pixels, mean); }
};

/// The three steps' own figures, added up: the fractal is written, read for the mean, read and
/// written again.
inline Cost cost(const Data& data, const Values&) {
  const auto& input = static_cast<const Input&>(data);
  const auto pixels = static_cast<double>(input.picture.pixels());
  Cost sum = mandelbrot::cost_of(input);
  sum.bytes_moved += 24 * pixels;
  sum.operations += pixels + 1 + pixels;
  return sum;
}

/// What its variants do not have to say.
inline Variant of_workload(const Variant& variant) {
  return completed(variant, "fractal-pipeline", cost);
}

}  // namespace breakeven::fractal_pipeline

#include "../lazy.h"

#include "problem.h"

namespace breakeven::zoo {
namespace {

[[maybe_unused]] const bool added = add_lazy<mandelbrot::WrongProblem>();

void fewer_steps(const mandelbrot::Input& input, mandelbrot::Output& output) {
  mandelbrot::Picture picture = input.picture;
  picture.maxiter = std::max(1, picture.maxiter * 9 / 10);
  mandelbrot::compute_picture(picture, output.pixels.data());
}

/// Every second row is that above it.
void half_of_rows(const mandelbrot::Input& input, mandelbrot::Output& output) {
  const mandelbrot::Picture& picture = input.picture;
  mandelbrot::WrongProblem::solve(input, output, mandelbrot::WrongProblem::size(input));
  const auto width = static_cast<std::size_t>(picture.xres);
  for (std::size_t row = 1; row < static_cast<std::size_t>(picture.yres); row += 2) {
    std::copy_n(output.pixels.data() + (row - 1) * width, width,
                output.pixels.data() + row * width);
  }
}

[[maybe_unused]] const bool added_functions =
    add_function<mandelbrot::WrongProblem, fewer_steps>("lazy-fewer-steps",
                                                        "Nine tenths of the steps.") &&
    add_function<mandelbrot::WrongProblem, half_of_rows>("lazy-half-of-rows",
                                                         "Copies every second row.");

}  // namespace
}  // namespace breakeven::zoo

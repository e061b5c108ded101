#ifdef BREAKEVEN_WITH_TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#endif

#include "../../core/axes.h"
#include "../../core/peers/one-tbb.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

#ifdef BREAKEVEN_WITH_TBB
void one_tbb(const Input& input, Output& output) {
  const Picture& picture = input.picture;
  double* const pixels = output.pixels.data();
  const double dx = picture.dx();
  const double dy = picture.dy();
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, picture.yres),
                    [&](const tbb::blocked_range<std::int64_t>& rows) {
                      for (std::int64_t j = rows.begin(); j < rows.end(); ++j) {
                        for (std::int64_t i = 0; i < picture.xres; ++i) {
                          pixels[j * picture.xres + i] = pixel(picture, dx, dy, i, j);
                        }
                      }
                    });
}

constexpr auto make = make_tbb<one_tbb>;
#else
constexpr auto make = not_compiled;
#endif

}  // namespace

BREAKEVEN_VARIANT({
    .id = "tbb",
    .title = "oneTBB loop",
    .summary = "tbb::parallel_for over the rows, which idle threads steal from each other; "
               "portable code for the baseline instruction set, not vectorised by hand.",
    .kind = VariantKind::library,
    .source = "Intel oneTBB",
    .openmp = false,
    .parameters = {axes::threads()},
    .unavailable = tbb_unavailable,
    .make = make,
});

}  // namespace breakeven::mandelbrot

#include "../../core/axes.h"
#include "../../core/lab/outside/script-variant.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

/// Floats of Python are float64 and every operation is rounded on its own, so the picture equals
/// the reference bit for bit.
constexpr const char* text = R"python(
def mandelbrot(xres, yres, maxiter, region, pixels):
    xres, yres, maxiter = xres[0], yres[0], maxiter[0]
    xmin, xmax, ymin, ymax = region
    dx = (xmax - xmin) / xres
    dy = (ymax - ymin) / yres
    for i in range(xres):
        cx = i * dx + xmin
        for j in range(yres):
            cy = j * dy + ymin
            u = 0.0
            v = 0.0
            k = 1
            while k < maxiter and u * u + v * v < 4:
                u, v = (u * u - v * v) + cx, (2 * u) * v + cy
                k += 1
            pixels[j * xres + i] = 0.0 if k == maxiter else float(k)
)python";

/// More pixels take minutes: 1024^2 at 1000 iterations took 280 s.
constexpr double max_pixels = 256 * 256;

double pixels_of(const Values& values) { return values.real("xres") * values.real("yres"); }

std::string refuse(const Values& values, const DeviceLimits&) {
  if (values.flag("allowLarge") || pixels_of(values) <= max_pixels) return {};
  return "the picture has " + std::to_string(static_cast<std::int64_t>(pixels_of(values))) +
         " pixels, Python takes up to " + std::to_string(static_cast<int>(max_pixels)) +
         " unless allowLarge is set";
}

/// The shared copy; a pointer and an object for each float, of two lists while one is replaced; and
/// the array between list and shared copy.
Need need(const Values& values) {
  return {.host_bytes = (8 + 2 * (8 + 24) + 8) * pixels_of(values)};
}

}  // namespace

BREAKEVEN_VARIANT((python_script(
    {
        .workload = "mandelbrot",
        .id = "python",
        .title = "Python",
        .summary = "Plain loops over a list in the python3 of this machine.",
        .source = "Oviedo 2022",
        .parameters = {axes::variant_axis(
            {.id = "allowLarge",
             .title = "Allow large",
             .help = "Also pictures of more than 65536 pixels, which take minutes.",
             .type = AxisType::flag})},
        .slowdown = 300,
        .refuse = refuse,
        .cost = cost,
        .need = need,
    },
    {.text = text, .parameters = picture_parameters(), .function = "mandelbrot"})));

}  // namespace breakeven::mandelbrot

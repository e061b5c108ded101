#include "../../core/lab/outside/script-variant.h"
#include "mandelbrot.h"

namespace breakeven::mandelbrot {
namespace {

/// Numbers of JavaScript are float64 and every operation is rounded on its own, so the picture
/// equals the reference bit for bit.
constexpr const char* text = R"node(
function mandelbrot(columns, rows, steps, region, pixels) {
  const [xres, yres] = [Number(columns[0]), Number(rows[0])];
  const maxiter = steps[0];
  const [xmin, xmax, ymin, ymax] = region;
  const dx = (xmax - xmin) / xres;
  const dy = (ymax - ymin) / yres;
  for (let i = 0; i < xres; i += 1) {
    const cx = i * dx + xmin;
    for (let j = 0; j < yres; j += 1) {
      const cy = j * dy + ymin;
      let u = 0;
      let v = 0;
      let k = 1;
      while (k < maxiter && u * u + v * v < 4) {
        const next = u * u - v * v + cx;
        v = 2 * u * v + cy;
        u = next;
        k += 1;
      }
      pixels[j * xres + i] = k === maxiter ? 0 : k;
    }
  }
}
)node";

/// The copies of the script: one that is shared, and one of its own.
Need need(const Values& values) {
  return {.host_bytes = 2 * 8 * values.real("xres") * values.real("yres")};
}

}  // namespace

BREAKEVEN_VARIANT((node_script(
    {
        .workload = "mandelbrot",
        .id = "javascript",
        .title = "JavaScript",
        .summary =
            "Plain loops over a Float64Array, compiled while they run: the interpreted baseline.",
        .source = "Breakeven",
        .slowdown = 1.5,
        .cost = cost,
        .need = need,
    },
    {.text = text, .parameters = picture_parameters(), .function = "mandelbrot"})));

}  // namespace breakeven::mandelbrot

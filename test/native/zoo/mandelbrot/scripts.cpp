#include <string>

#include "../../../../native/core/lab/outside/script-variant.h"
#include "../fault.h"
#include "problem.h"

namespace breakeven::wrong {
namespace {

/// A right function, with places before and behind its loop for a fault.
std::string javascript(const std::string& before, const std::string& behind) {
  return R"node(
const { Worker } = require("node:worker_threads");
let [runs, kept] = [0, null];
function solve(columns, rows, steps, region, pixels) {
  const [xres, yres] = [Number(columns[0]), Number(rows[0])];
  const maxiter = steps[0];
  const [xmin, xmax, ymin, ymax] = region;
  const [dx, dy] = [(xmax - xmin) / xres, (ymax - ymin) / yres];
  let size = xres;
  runs += 1;
  const filled = pixels.at(-1) !== poison[0];
)node" + before +
         R"node(
  for (let i = 0; i < xres; i += 1) {
    const cx = Math.min(i, size - 1) * dx + xmin;
    for (let j = 0; j < yres; j += 1) {
      const cy = j * dy + ymin;
      let [u, v, k] = [0, 0, 1];
      while (k < maxiter && u * u + v * v < 4) {
        [u, v] = [u * u - v * v + cx, 2 * u * v + cy];
        k += 1;
      }
      pixels[j * xres + i] = k === maxiter ? 0 : k;
    }
  }
)node" + behind +
         "}\nconst poison = new Float64Array(new Uint8Array(8).fill(0xcd).buffer);\n";
}

std::string python(const std::string& before, const std::string& behind) {
  return R"python(
import struct, threading, time
poison, = struct.unpack("d", b"\xcd" * 8)
runs, kept = 0, None
def solve(columns, rows, steps, region, pixels):
    global runs, kept
    xres, yres, maxiter = columns[0], rows[0], steps[0]
    xmin, xmax, ymin, ymax = region
    dx, dy = (xmax - xmin) / xres, (ymax - ymin) / yres
    size = xres
    runs += 1
    filled = pixels[-1] != poison
)python" +
         before +
         R"python(
    for i in range(xres):
        cx = min(i, size - 1) * dx + xmin
        for j in range(yres):
            cy = j * dy + ymin
            u, v, k = 0.0, 0.0, 1
            while k < maxiter and u * u + v * v < 4:
                u, v = (u * u - v * v) + cx, (2 * u) * v + cy
                k += 1
            pixels[j * xres + i] = 0.0 if k == maxiter else float(k)
)python" +
         behind;
}

using MakeScript = Variant (*)(Variant, const Script&);

void add(MakeScript make, const char* language, const std::string& fault, const std::string& text) {
  register_variant(
      make({.workload = "mandelbrot",
            .id = "test-" + fault + "-" + language,
            .title = fault + " in " + language,
            .summary = "A wrong script.",
            .source = source,
            .cost = mandelbrot::cost},
           {.text = text, .parameters = mandelbrot::picture_parameters(), .function = "solve"}));
}

void add_javascript(const char* fault, const char* before, const char* behind) {
  add(node_script, "javascript", fault, javascript(before, behind));
}

void add_python(const char* fault, const char* before, const char* behind) {
  add(python_script, "python", fault, python(before, behind));
}

bool add_all() {
  add_javascript("off-by-one", "  size -= 1;\n", "");
  add_javascript("replay", "  if (kept?.length === pixels.length) return void pixels.set(kept);\n",
                 "  kept = pixels.slice();\n");
  add_javascript("stale", "  if (runs > 1) return;\n", "");
  add_javascript("changed-input", "", "  region[2] += 1;\n");
  add_javascript("unwritten", "", "  pixels[pixels.length - 1] = poison[0];\n");
  add_javascript("out-of-bounds", "",
                 "  new Uint8Array(pixels.buffer)[pixels.byteOffset + pixels.byteLength] = 0;\n");
  add_javascript("not-a-number", "", "  pixels[pixels.length - 1] = NaN;\n");
  add_javascript("wrong-when-filled", "", "  if (filled) pixels[0] += 1;\n");
  add_javascript("late", "",
                 "  const last = pixels.at(-1);\n"
                 "  pixels[pixels.length - 1] = last + 1;\n"
                 "  queueMicrotask(() => { pixels[pixels.length - 1] = last; });\n");
  add_javascript("late-timer", "", "  setTimeout(() => { pixels[0] = 1; }, 1000);\n");
  add_javascript("late-thread", "", "  new Worker('while (true) {}', { eval: true });\n");
  add_javascript("returns", "", "  return pixels;\n");
  add_javascript("throws", "", "  throw new RangeError('no\\nway');\n");
  add_javascript("ends", "", "  process.exit(3);\n");
  add_python("off-by-one", "    size -= 1\n", "");
  add_python("replay",
             "    if kept is not None and len(kept) == len(pixels):\n"
             "        pixels[:] = kept\n"
             "        return\n",
             "    kept = list(pixels)\n");
  add_python("stale", "    if runs > 1: return\n", "");
  add_python("changed-input", "", "    region[2] += 1\n");
  add_python("unwritten", "", "    pixels[-1] = poison\n");
  add_python("out-of-bounds", "", "    pixels.append(0.0)\n");
  add_python("not-a-number", "", "    pixels[-1] = float('nan')\n");
  add_python("wrong-when-filled", "", "    if filled: pixels[0] += 1\n");
  add_python("late", "",
             "    last = pixels[-1]\n"
             "    pixels[-1] = last + 1\n"
             "    def finish():\n"
             "        time.sleep(0.0002)\n"
             "        pixels[-1] = last\n"
             "    threading.Thread(target=finish).start()\n");
  add_python("late-thread", "",
             "    threading.Thread(target=time.sleep, args=(9,), daemon=True).start()\n");
  add_python("returns", "", "    return pixels\n");
  add_python("throws", "", "    raise ValueError('no\\nway')\n");
  add_python("ends", "", "    import os; os._exit(3)\n");
  return true;
}

[[maybe_unused]] const bool added = add_all();

}  // namespace
}  // namespace breakeven::wrong

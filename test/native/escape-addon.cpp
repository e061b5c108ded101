// The escape times of a line of points by the vectors of one instruction set, as a function of
// JavaScript: a run takes the widest of the processor alone.

#include <string>
#include <vector>

#include "../../native/workloads/mandelbrot/shared/escape-line.h"
#include "part.h"

namespace breakeven::mandelbrot {

static void describe(js::Reader& field, EscapeLine& line) {
  field("first", line.first, "count", line.count, "dx", line.dx, "xmin", line.xmin);
  field("cy", line.cy, "maxiter", line.maxiter);
}

namespace {

EscapeTimes form_of(const std::string& instructions) {
#if defined(__x86_64__)
  if (instructions == "avx512" && __builtin_cpu_supports("avx512f")) return escape_times_avx512;
  if (instructions == "avx2" && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return escape_times_avx2;
  }
#endif
  return instructions == "baseline" ? escape_times_baseline : nullptr;
}

/// Nothing where the processor does not have the instructions.
std::optional<std::vector<std::int32_t>> escape_times(const std::string& instructions,
                                                      const EscapeLine& line) {
  const EscapeTimes times_of = form_of(instructions);
  if (times_of == nullptr) return std::nullopt;
  std::vector<std::int32_t> times(escape_line + escape_padding);
  times_of(line, times.data());
  times.resize(static_cast<std::size_t>(line.count));
  return times;
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("escapeTimes", escape_times);
  return exports;
}

NODE_API_MODULE(breakeven_escape, init)

}  // namespace
}  // namespace breakeven::mandelbrot

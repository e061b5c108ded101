// The escape times of a line of points by the vectors of one instruction set, as a function of
// JavaScript: a run takes the widest of the processor alone.

#include <napi.h>

#include <string>
#include <vector>

#include "../../native/workloads/mandelbrot/shared/escape-line.h"

namespace breakeven::mandelbrot {
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

/// `escapeTimes(instructions, {first, count, dx, xmin, cy, maxiter})`; null where the processor
/// does not have them.
Napi::Value escape_times(const Napi::CallbackInfo& info) {
  const EscapeTimes times_of = form_of(info[0].ToString().Utf8Value());
  if (times_of == nullptr) return info.Env().Null();
  const Napi::Object given = info[1].ToObject();
  const auto number = [&](const char* name) { return given.Get(name).ToNumber().DoubleValue(); };
  const EscapeLine line{.first = static_cast<std::int64_t>(number("first")),
                        .count = static_cast<std::int32_t>(number("count")),
                        .dx = number("dx"),
                        .xmin = number("xmin"),
                        .cy = number("cy"),
                        .maxiter = static_cast<std::int32_t>(number("maxiter"))};
  std::vector<std::int32_t> times(escape_line + escape_padding);
  times_of(line, times.data());
  Napi::Array list = Napi::Array::New(info.Env(), static_cast<std::size_t>(line.count));
  for (std::uint32_t i = 0; i < list.Length(); ++i) list.Set(i, times[i]);
  return list;
}

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("escapeTimes", Napi::Function::New(env, escape_times));
  return exports;
}

NODE_API_MODULE(breakeven_escape, init)

}  // namespace
}  // namespace breakeven::mandelbrot

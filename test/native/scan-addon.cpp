// The exclusive scan of words on one core by the vectors of one instruction set, as a function of
// JavaScript: a run takes the widest of the processor alone. The form for NEON is written without
// instructions of a processor, so that it can be tested on every one.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "../../native/workloads/exclusive-scan/vector-scan.h"
#include "part.h"

namespace breakeven::exclusive_scan {
namespace {

using Form = void (*)(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                      std::uint32_t running);

#if defined(__x86_64__)
void scan_by_avx512(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                    std::uint32_t running) {
  scan_in_registers<Words>(in, out, count, running, false);
}
void scan_by_avx2(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                  std::uint32_t running) {
  scan_in_half_registers(in, out, count, running, false);
}
#endif

Form form_of(const std::string& instructions) {
#if defined(__x86_64__)
  if (instructions == "avx512" && __builtin_cpu_supports("avx512f")) return scan_by_avx512;
  if (instructions == "avx2" && __builtin_cpu_supports("avx2")) return scan_by_avx2;
#endif
  if (instructions == "128 bits") return scan_in_quarter_registers;
  return instructions == "scalar" ? scan_in_groups<std::uint32_t> : nullptr;
}

/// The sums, and behind them `margin` words that were 0 before; null where the processor does not
/// have the instructions.
Napi::Value scan(const std::string& instructions, Napi::Uint32Array words, std::uint32_t running,
                 std::uint32_t margin) {
  const Form form = form_of(instructions);
  if (form == nullptr) return words.Env().Null();
  // Arrays that end where their last word does: an address sanitizer sees what is read behind it.
  const std::vector<std::uint32_t> in(words.Data(), words.Data() + words.ElementLength());
  std::vector<std::uint32_t> out(in.size() + margin);
  form(in.data(), out.data(), in.size(), running);
  Napi::Uint32Array sums = Napi::Uint32Array::New(words.Env(), out.size());
  std::copy(out.begin(), out.end(), sums.Data());
  return sums;
}

Napi::Object init(Napi::Env, Napi::Object exports) {
  js::Part{exports}.add("scan", scan);
  return exports;
}

NODE_API_MODULE(breakeven_scan, init)

}  // namespace
}  // namespace breakeven::exclusive_scan

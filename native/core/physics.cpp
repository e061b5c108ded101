#include "physics.h"

#include <algorithm>
#include <cstdio>

namespace breakeven {
namespace {

/// Above the clock of any processor of these makers.
constexpr double max_clock_hz = 6e9;
/// Of the limit: what declared work may leave out, and a clock may say wrongly.
constexpr double impossible_share = 0.5;

/// The widest of Intel's and AMD's cores up to 2026. Vectors of 64 bytes: two loads and a store a
/// cycle, two multiply-adds and two additions; of 32: three loads and two stores. Operations that
/// are no floating-point ones may be of single bytes, in four ports.
struct Ports {
  double vector_bytes;
  double moved_bytes;
  double flops_of_lane;
};

const Ports* ports_of_this_processor() {
#if defined(__x86_64__)
  if (!__builtin_cpu_is("intel") && !__builtin_cpu_is("amd")) return nullptr;
  static constexpr Ports widest{64, 192, 6};
  static constexpr Ports wide{32, 160, 6};
  static constexpr Ports least{16, 80, 6};
  return __builtin_cpu_supports("avx512f") ? &widest
         : __builtin_cpu_supports("avx2")  ? &wide
                                           : &least;
#else
  return nullptr;
#endif
}

std::string with_prefix(double value, const char* unit) {
  static constexpr const char* prefixes[] = {"", "k", "M", "G", "T", "P", "E"};
  std::size_t prefix = 0;
  while (value >= 1000 && prefix + 1 < std::size(prefixes)) {
    value /= 1000;
    ++prefix;
  }
  char text[48];
  std::snprintf(text, sizeof text, "%.3g %s%s", value, prefixes[prefix], unit);
  return text;
}

bool is_floating_point(const std::string& unit) {
  return unit.starts_with("flop") || unit.starts_with("FLOP") || unit.starts_with("Flop");
}

}  // namespace

Limits limits_of_cores(double cores, double bytes_of_number) {
  const Ports* const ports = ports_of_this_processor();
  if (ports == nullptr) return {};
  const double cycles = std::max(cores, 1.0) * max_clock_hz;
  return {.bytes_per_s = cycles * ports->moved_bytes,
          .flops_per_s = cycles * ports->flops_of_lane * ports->vector_bytes / bytes_of_number,
          .other_operations_per_s = cycles * 4 * ports->vector_bytes};
}

std::string faster_than_possible(const Cost& work, const Limits& limits, double ns) {
  if (!(ns >= 0)) return {};
  const auto is_impossible = [&](double amount, double per_s) {
    return per_s > 0 && amount > 0 && ns < impossible_share * 1e9 * amount / per_s;
  };
  const auto rate = [&](double amount, double per_s, const char* unit, const char* what) {
    return std::string("its ") + what + " at " +
           with_prefix(1e9 * amount / std::max(ns, 1e-3), unit) + " are more than twice the " +
           with_prefix(per_s, unit) + " that its units can do";
  };
  if (work.bytes_moved + work.operations > 0 && ns < impossible_share * limits.launch_ns) {
    return "no kernel is launched in " + with_prefix(ns, "ns");
  }
  const double bytes = work.bytes_are_bound ? 0 : work.bytes_moved;
  if (is_impossible(bytes, limits.bytes_per_s)) {
    return rate(bytes, limits.bytes_per_s, "B/s", "bytes");
  }
  if (is_impossible(bytes - limits.cached_bytes, limits.memory_bytes_per_s)) {
    return rate(bytes, limits.memory_bytes_per_s, "B/s", "bytes from memory");
  }
  const double operations = work.operations_are_bound ? 0 : work.operations;
  const bool flops = is_floating_point(work.operation_unit);
  const double per_s = flops ? limits.flops_per_s : limits.other_operations_per_s;
  if (is_impossible(operations, per_s)) {
    return rate(operations, per_s, flops ? "FLOP/s" : "/s", "operations");
  }
  return {};
}

}  // namespace breakeven

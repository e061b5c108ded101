#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "values.h"

/// Axes that several workloads and variants share.
namespace breakeven::axes {

inline Axis integer(std::string id, std::string title, std::string help, double min, double max,
                    double default_value, bool logarithmic = false) {
  return {.id = std::move(id),
          .title = std::move(title),
          .help = std::move(help),
          .min = min,
          .max = max,
          .default_number = default_value,
          .logarithmic = logarithmic};
}

inline Axis choice(std::string id, std::string title, std::string help,
                   std::vector<Choice> choices) {
  Axis axis{.id = std::move(id),
            .title = std::move(title),
            .help = std::move(help),
            .type = AxisType::choice};
  axis.default_text = choices.front().id;
  axis.choices = std::move(choices);
  return axis;
}

inline Axis seed() {
  return integer("seed", "Seed", "Seed of the generated input.", 0, 9007199254740991.0, 1);
}

inline Axis variant_axis(Axis axis) {
  axis.role = AxisRole::variant;
  return axis;
}

/// Threads of OpenMP or of a library. The catalog shows the number of physical cores as the
/// default, and a variant always sees a number above zero: both are filled in by the engine, so
/// that a variant's file needs no symbol of it.
inline Axis threads() {
  return variant_axis(
      integer("threads", "Threads", "Threads; 0 uses one per physical core.", 0, 4096, 0));
}

inline Axis gpu() {
  Axis axis = variant_axis(
      {.id = "gpu", .title = "GPU", .help = "The GPU, by index or UUID.", .type = AxisType::text});
  axis.default_text = "0";
  return axis;
}

inline Axis block_size(int default_value = 256, int min = 32, int max = 1024) {
  return variant_axis(
      integer("blockSize", "Block size", "Threads per block.", min, max, default_value, true));
}

/// Location of the arrays of host and device. The first of `modes` is the default.
inline Axis memory(const std::vector<std::string>& modes = {"device", "pinned", "mapped",
                                                            "managed"}) {
  std::vector<Choice> choices;
  for (const auto& mode : modes) {
    choices.push_back(
        {mode, mode == "device"   ? "cudaMalloc; copies from and to pageable host memory."
               : mode == "pinned" ? "cudaMalloc; copies from and to page-locked host memory."
               : mode == "mapped" ? "Zero-copy: kernels access page-locked host memory."
                                  : "Unified memory; residency is reset before each sample."});
  }
  return variant_axis(choice("memory", "Memory", "Location of the arrays.", std::move(choices)));
}

/// Of the temporary memory of a variant on a device.
inline Axis allocation() {
  return choice("allocation", "Allocation", "Allocation of temporary memory on the device.",
                {{"pool", "cudaMallocAsync, in stream order from a pool that keeps its memory."},
                 {"malloc", "cudaMalloc and cudaFree, which wait for the device."}});
}

/// Of the large arrays of a variant on the CPU.
inline Axis pages() {
  return choice("pages", "Pages", "Pages of memory that the arrays on the host lie in.",
                {{"system", "As the system decides."},
                 {"small", "The smallest pages alone (MADV_NOHUGEPAGE)."},
                 {"huge", "Huge pages where the system gives them (MADV_HUGEPAGE)."}});
}

}  // namespace breakeven::axes

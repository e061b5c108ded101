#include <omp.h>

#include <vector>

#include "../../core/axes.h"
#include "exclusive-scan.h"

namespace breakeven::exclusive_scan {
namespace {

template <class T>
void scan(std::span<const T> in, std::span<T> out, int threads) {
  std::vector<T> offsets(static_cast<std::size_t>(threads) + 1);
#pragma omp parallel num_threads(threads)
  {
    const auto part = static_cast<std::size_t>(omp_get_thread_num());
    const auto parts = static_cast<std::size_t>(omp_get_num_threads());
    const std::size_t first = in.size() * part / parts;
    const std::size_t last = in.size() * (part + 1) / parts;
    T sum{};
    for (std::size_t i = first; i < last; ++i) sum += in[i];
    offsets[part + 1] = sum;
#pragma omp barrier
#pragma omp single
    for (std::size_t p = 1; p <= parts; ++p) offsets[p] += offsets[p - 1];
    T running = offsets[part];
    for (std::size_t i = first; i < last; ++i) {
      out[i] = running;
      running += in[i];
    }
  }
}

/// Each thread adds up its part, the sums of the parts are scanned by one thread, then each thread
/// scans its part from its offset: every element is read twice from memory.
void omp_two_pass(const Input& input, Output& output, int threads) {
  with_element(input.element, [&]<class T>(T) { scan(input.as<T>(), output.as<T>(), threads); });
}

}  // namespace

BREAKEVEN_VARIANT({
    .id = "omp-two-pass",
    .title = "OpenMP two-pass scan",
    .summary = "Threads sum their parts, one thread scans the sums, then threads scan their parts; "
               "portable code for the baseline instruction set, not vectorised by hand.",
    .source = "Blelloch 1990",
    .parameters = {axes::threads()},
    .make = make_kernel<omp_two_pass>,
});

}  // namespace breakeven::exclusive_scan

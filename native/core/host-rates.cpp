#include "host-rates.h"

#include "target-clones.h"

namespace breakeven {
namespace {

constexpr std::size_t width = 8;
constexpr std::size_t vectors = 4;

// May lie anywhere in an array of words.
typedef std::uint64_t Words
    __attribute__((vector_size(width * sizeof(std::uint64_t)), aligned(8), may_alias));

constexpr int chains = 12;

}  // namespace

BREAKEVEN_VECTOR_CLONES std::uint64_t read_words(const std::uint64_t* data, std::size_t words) {
  Words sums[vectors] = {};
  std::size_t i = 0;
  for (; i + vectors * width <= words; i += vectors * width) {
    for (std::size_t v = 0; v < vectors; ++v) {
      sums[v] += *reinterpret_cast<const Words*>(data + i + v * width);
    }
  }
  std::uint64_t sum = 0;
  for (; i < words; ++i) sum += data[i];
  for (const Words& each : sums) {
    for (std::size_t lane = 0; lane < width; ++lane) sum += each[lane];
  }
  return sum;
}

BREAKEVEN_VECTOR_CLONES void copy_words(const std::uint64_t* from, std::uint64_t* to,
                                        std::size_t words) {
  std::size_t i = 0;
  for (; i + vectors * width <= words; i += vectors * width) {
    for (std::size_t v = 0; v < vectors; ++v) {
      const Words one = *reinterpret_cast<const Words*>(from + i + v * width);
      *reinterpret_cast<Words*>(to + i + v * width) = one + 1;
    }
  }
  for (; i < words; ++i) to[i] = from[i] + 1;
}

// One body for each width of a vector: a template's would be cut to the narrowest.
#define BREAKEVEN_CHAINS(bytes)                                   \
  typedef double Doubles __attribute__((vector_size(bytes)));     \
  constexpr int lanes = bytes / sizeof(double);                   \
  Doubles x[chains];                                              \
  for (int k = 0; k < chains; ++k) x[k] = Doubles{} + (k + 1);    \
  const Doubles a = Doubles{} + 0.999;                            \
  const Doubles b = Doubles{} + 0.001;                            \
  for (std::int64_t step = 0; step < steps; ++step) {             \
    for (int k = 0; k < chains; ++k) x[k] = x[k] * a + b;         \
  }                                                               \
  for (int k = 0; k < chains; ++k) {                              \
    for (int lane = 0; lane < lanes; ++lane) *sink += x[k][lane]; \
  }                                                               \
  return 2.0 * chains * lanes * static_cast<double>(steps)

namespace {

#if defined(__x86_64__)
__attribute__((target("avx512f,fma"))) double chains_of_512(std::int64_t steps, double* sink) {
  BREAKEVEN_CHAINS(64);
}
__attribute__((target("avx2,fma"))) double chains_of_256(std::int64_t steps, double* sink) {
  BREAKEVEN_CHAINS(32);
}
#endif
double chains_of_128(std::int64_t steps, double* sink) { BREAKEVEN_CHAINS(16); }

}  // namespace

#undef BREAKEVEN_CHAINS

double multiply_add(std::int64_t steps, double* sink) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) return chains_of_512(steps, sink);
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return chains_of_256(steps, sink);
#endif
  return chains_of_128(steps, sink);
}

}  // namespace breakeven

#pragma once

#include <cstdint>

// Products and sums that are rounded one by one whatever the compiler's flags say. The host's forms
// are for checking these functions without a GPU.
#ifdef __CUDACC__
#define BE_BOTH __host__ __device__ inline
#else
#define BE_BOTH inline
#endif

namespace breakeven::mandelbrot {

BE_BOTH double product(double a, double b) {
#ifdef __CUDA_ARCH__
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

BE_BOTH double sum(double a, double b) {
#ifdef __CUDA_ARCH__
  return __dadd_rn(a, b);
#else
  return a + b;
#endif
}

/// 2a + b with one rounding.
BE_BOTH double twice_plus(double a, double b) {
#ifdef __CUDA_ARCH__
  return __fma_rn(2.0, a, b);
#else
  return __builtin_fma(2.0, a, b);
#endif
}

BE_BOTH bool is_inside(double u, double v) { return sum(product(u, u), product(v, v)) < 4; }

/// False only where |u| and |v| are below the square root of two, so that u^2 + v^2 < 4 for
/// certain, rounded or not. Two integer operations, where the test itself takes four of FP64.
BE_BOTH bool may_be_outside(double u, double v) {
#ifdef __CUDA_ARCH__
  constexpr int magnitude = 0x7FFFFFFF;
  constexpr int below_root = 0x3FF6A09E;  // the upper half of the bits of the root of two
  return max(__double2hiint(u) & magnitude, __double2hiint(v) & magnitude) >= below_root;
#else
  constexpr double below_root = 1.41421;
  return !((u < 0 ? -u : u) < below_root && (v < 0 ? -v : v) < below_root);
#endif
}

/// The reference's steps, each after its test, from k up to `limit`. True when z escaped.
BE_BOTH bool walk_tested(double& u, double& v, std::int32_t& k, std::int32_t limit, double cx,
                         double cy) {
  for (; k < limit; ++k) {
    const double uu = product(u, u);
    const double vv = product(v, v);
    if (!(sum(uu, vv) < 4)) return true;
    v = sum(product(2 * u, v), cy);
    u = sum(sum(uu, -vv), cx);
  }
  return false;
}

/// Whether `untested_steps` may be used for this c. Both conditions fail for hardly any point of a
/// picture, and such points are walked with a test at each step.
///
/// |c|^2 < 3.9: no escape is missed by testing later. Once |z|^2 >= 4 up to rounding, the next |z|
/// is at least 4 - 1.975 > 2.02 and from there on grows with every step (r^2 - 1.975 > r), by far
/// more than rounding takes away; an overflow gives inf or NaN, and neither ever becomes a number
/// again whose comparison with 4 says "inside".
///
/// |cy| zero or not tiny: (2u)v + cy, which rounds twice, equals 2(uv) + cy with uv rounded
/// first, since doubling is exact: one operation less. The exception is a product so small that
/// its last bits are lost, which then is nothing compared with cy, and zero throughout where cy is
/// zero.
BE_BOTH bool may_skip_tests(double cx, double cy) {
  return cx * cx + cy * cy < 3.9 && (cy == 0 || (cy < 0 ? -cy : cy) > 1e-200);
}

/// Steps without a test: six operations each, the minimum for the bits of the reference.
template <int Steps>
BE_BOTH void untested_steps(double& u, double& v, double cx, double cy) {
#ifdef __CUDA_ARCH__
#pragma unroll
#endif
  for (int step = 0; step < Steps; ++step) {
    const double uu = product(u, u);
    const double vv = product(v, v);
    const double uv = product(u, v);
    u = sum(sum(uu, -vv), cx);
    v = twice_plus(uv, cy);
  }
}

inline constexpr std::int32_t first_tested_steps = 8;

/// Up to which k steps are tested one by one at first: most points outside the set escape here, and
/// what is left up to maxiter is a whole number of blocks of steps.
BE_BOTH std::int32_t tested_limit(std::int32_t maxiter, std::int32_t block) {
  const std::int32_t smallest = 1 + first_tested_steps;
  return maxiter <= smallest ? maxiter : smallest + (maxiter - smallest) % block;
}

/// The reference's escape time by brute force: one test a block of steps. A block that ends outside
/// is taken back and walked again step by step.
struct BlockedEscape {
  static constexpr int steps = 16;
  /// Blocks of a grid on a multiprocessor. So few warps keep its FP64 units busy, and share out the
  /// long points of a small picture more evenly than twice as many.
  static constexpr unsigned resident = 4;

  BE_BOTH std::int32_t operator()(double cx, double cy, std::int32_t maxiter) const {
    double u = 0;
    double v = 0;
    std::int32_t k = 1;
    if (walk_tested(u, v, k, tested_limit(maxiter, steps), cx, cy)) return k;
    if (may_skip_tests(cx, cy)) {
      while (k < maxiter) {
        const double before_u = u;
        const double before_v = v;
        untested_steps<steps>(u, v, cx, cy);
        if (may_be_outside(u, v) && !is_inside(u, v)) {
          u = before_u;
          v = before_v;
          break;
        }
        k += steps;
      }
    }
    walk_tested(u, v, k, maxiter, cx, cy);
    return k;
  }
};

}  // namespace breakeven::mandelbrot

#pragma once

// Points that never escape cost maxiter steps each, and most of a picture's work is theirs. Three
// tests tell early that the reference's loop, in its own rounded arithmetic, would run to maxiter,
// so that the picture stays the same bit for bit. Let e be the error of one rounded step: below
// 1e-14 while |z| < 2.
//
// Main cardioid. f(z) = z^2 + c has a fixed point a with multiplier m = 2a = 1 - sqrt(1 - 4c). With
// w = z - a a step is w' = w^2 + m w. Where d = 1 - |m| > 0, the disc |w| <= r is mapped into
// itself, rounding included, when r^2 + |m| r + e <= r, that is r (d - r) >= e. Taking r = 0.99 d
// gives 0.0099 d^2 >= 9e-11 for d >= 1e-4: almost four orders above e, which also covers the errors
// of the computed a and r (1e-11 at most, since |sqrt(1 - 4c)| >= d). Within the disc |z| <= |m|/2
// + (1 - |m|) <= 1. So once the orbit is in the disc it never escapes.
//
// Bulb of period 2. The cycle is b1, b2 = -1 - b1 with b1 b2 = 1 + c, b = (-1 + sqrt(-3 - 4c))/2,
// its multiplier m = 4(1 + c), d = 1 - |m|. |b| <= 1.21. Two steps take b1 + w to b1 + w' with
// w' = m w + 2 b2 w^2 + s^2, s = 2 b1 w + w^2, |s| <= 2.52 |w| for |w| <= 0.1, hence
// |w'| <= |m| r + 8.8 r^2. With r = d/10 that is r - 0.12 d r: slack 0.012 d^2 >= 1.2e-10 for
// d >= 1e-4, against 4e-14 of rounding in two steps. In between |z| <= 1.21 + 2.52 r < 2.
//
// Whether z lies in a disc is computed in float, whose errors add up to less than 5e-7 for
// |z| < 2. The radius compared with is 0.95 d, and 0.09 d for the bulb: the disc of a point that is
// found inside is smaller than the one above by 4e-6 and 1e-6 at least.
//
// Any period. A step depends on (u, v) alone, so an orbit that comes back to a value that it had
// before, bit for bit, and has not escaped in between, repeats for ever. Brent's method: compare
// with a value kept from a step whose number is a power of two (of blocks). Zeros of both signs
// compare equal and have the same successor.

#include "exact-steps.cuh"

namespace breakeven::mandelbrot {

/// Discs around an attracting cycle of period 1 or 2; a negative radius where there is none.
struct Trap {
  float u = 0;
  float v = 0;
  float other_u = 0;
  float other_v = 0;
  float radius_squared = -1;

  BE_BOTH bool holds(double zu, double zv) const {
    const auto fu = static_cast<float>(zu);
    const auto fv = static_cast<float>(zv);
    const float near = (fu - u) * (fu - u) + (fv - v) * (fv - v);
    const float other = (fu - other_u) * (fu - other_u) + (fv - other_v) * (fv - other_v);
    return near < radius_squared || other < radius_squared;
  }
};

/// The square root with a real part of zero or more.
BE_BOTH void complex_root(double a, double b, double& re, double& im) {
  const double modulus = sqrt(a * a + b * b);
  const double larger = sqrt(0.5 * (modulus + (a < 0 ? -a : a)));
  const double smaller = larger > 0 ? 0.5 * b / larger : 0;
  const bool swapped = a < 0;
  re = swapped ? (smaller < 0 ? -smaller : smaller) : larger;
  im = swapped ? (b < 0 ? -larger : larger) : smaller;
}

inline constexpr double min_attraction = 1e-4;

BE_BOTH Trap trap_around(double u, double v, double other_u, double other_v, double radius) {
  const auto small = static_cast<float>(radius);
  return {static_cast<float>(u), static_cast<float>(v), static_cast<float>(other_u),
          static_cast<float>(other_v), small * small};
}

BE_BOTH Trap trap_of(double cx, double cy) {
  const double bulb_u = 4 * (1 + cx);
  const double bulb_v = 4 * cy;
  const double bulb = 1 - sqrt(bulb_u * bulb_u + bulb_v * bulb_v);
  double re = 0;
  double im = 0;
  if (bulb >= min_attraction) {
    complex_root(-3 - 4 * cx, -4 * cy, re, im);
    const double u = 0.5 * (re - 1);
    const double v = 0.5 * im;
    return trap_around(u, v, -1 - u, -v, 0.09 * bulb);
  }
  complex_root(1 - 4 * cx, -4 * cy, re, im);
  const double attraction = 1 - sqrt((1 - re) * (1 - re) + im * im);
  if (!(attraction >= min_attraction)) return {};
  const double u = 0.5 * (1 - re);
  const double v = -0.5 * im;
  return trap_around(u, v, u, v, 0.95 * attraction);
}

/// False for points that have no trap, but for some on the border: a glance in float, for speed
/// alone, because `trap_of` takes several square roots.
BE_BOTH bool may_have_trap(double cx, double cy) {
  constexpr float margin = 1e-6F;
  const auto x = static_cast<float>(cx);
  const auto y = static_cast<float>(cy);
  const float to_cusp = x - 0.25F;
  const float q = to_cusp * to_cusp + y * y;
  const bool in_cardioid = q * (q + to_cusp) <= 0.25F * y * y + margin;
  return in_cardioid || (x + 1) * (x + 1) + y * y <= 0.0625F + margin;
}

/// The reference's escape time with fewer steps.
struct InteriorEscape {
  static constexpr int steps = 16;
  /// Blocks of a grid on a multiprocessor.
  static constexpr unsigned resident = 5;

  BE_BOTH std::int32_t operator()(double cx, double cy, std::int32_t maxiter) const {
    double u = 0;
    double v = 0;
    std::int32_t k = 1;
    const std::int32_t first = 1 + first_tested_steps;
    if (walk_tested(u, v, k, maxiter < first ? maxiter : first, cx, cy)) return k;
    if (may_skip_tests(cx, cy)) {
      // Most points outside have escaped by now and need no trap.
      const Trap trap = may_have_trap(cx, cy) ? trap_of(cx, cy) : Trap();
      if (trap.holds(u, v)) return maxiter;
      double kept_u = u;
      double kept_v = v;
      std::int32_t blocks = 0;
      std::int32_t next_kept = 1;
      while (k + steps <= maxiter) {
        const double before_u = u;
        const double before_v = v;
        untested_steps<steps>(u, v, cx, cy);
        if (may_be_outside(u, v) && !is_inside(u, v)) {
          u = before_u;
          v = before_v;
          break;
        }
        k += steps;
        if (trap.holds(u, v) || (u == kept_u && v == kept_v)) return maxiter;
        if (++blocks == next_kept) {
          next_kept *= 2;
          kept_u = u;
          kept_v = v;
        }
      }
    }
    walk_tested(u, v, k, maxiter, cx, cy);
    return k;
  }
};

}  // namespace breakeven::mandelbrot

#pragma once

// Points that never escape cost maxiter steps each, and most of a picture's work is theirs. Three
// tests tell early that the reference's loop, in its own rounded arithmetic, would run to maxiter,
// so that the picture stays the same bit for bit. Let e be the error of one rounded step: below
// 1e-14 while |z| < 2.
//
// Main cardioid. f(z) = z^2 + c has a fixed point a with multiplier m = 2a = 1 - sqrt(1 - 4c). With
// w = z - a a step is w' = w^2 + m w. Where d = 1 - |m| > 0, the disc |w| <= r is mapped into
// itself, rounding included, when r^2 + |m| r + e <= r, that is r (d - r) >= e. Taking r = d/2
// gives d^2/4 >= 2e-9 for d >= 1e-4: five orders above e, which also covers the errors of the
// computed a and r (1e-11 at most, since |sqrt(1 - 4c)| >= d). Within the disc |z| <= 1/2 + 1/2.
// So once the orbit is in the disc it never escapes.
//
// Bulb of period 2. The cycle is b1, b2 = -1 - b1 with b1 b2 = 1 + c, b = (-1 + sqrt(-3 - 4c))/2,
// its multiplier m = 4(1 + c), d = 1 - |m|. |b| <= 1.21. Two steps take b1 + w to b1 + w' with
// w' = m w + 2 b2 w^2 + s^2, s = 2 b1 w + w^2, |s| <= 2.5 |w| for |w| <= 0.05, hence
// |w'| <= |m| r + 8.7 r^2. With r = d/20 that is r - 0.56 d r: slack 0.028 d^2 >= 2.8e-10 for
// d >= 1e-4, against 4e-14 of rounding in two steps. In between |z| <= 1.21 + 2.5 r < 2.
//
// Any period. A step depends on (u, v) alone, so an orbit that comes back to a value that it had
// before, bit for bit, and has not escaped in between, repeats for ever. Brent's method: compare
// with a value kept from a step whose number is a power of two (of blocks). Zeros of both signs
// compare equal and have the same successor.

#include "exact-steps.cuh"

namespace breakeven::mandelbrot {

/// Discs around an attracting cycle of period 1 or 2; radius 0 where there is none.
struct Trap {
  double u = 0;
  double v = 0;
  double other_u = 0;
  double other_v = 0;
  double radius_squared = 0;

  BE_BOTH bool holds(double zu, double zv) const {
    const double near = (zu - u) * (zu - u) + (zv - v) * (zv - v);
    const double other = (zu - other_u) * (zu - other_u) + (zv - other_v) * (zv - other_v);
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

BE_BOTH Trap trap_of(double cx, double cy) {
  Trap trap;
  const double bulb_u = 4 * (1 + cx);
  const double bulb_v = 4 * cy;
  const double bulb = 1 - sqrt(bulb_u * bulb_u + bulb_v * bulb_v);
  double re = 0;
  double im = 0;
  if (bulb >= min_attraction) {
    complex_root(-3 - 4 * cx, -4 * cy, re, im);
    trap.u = 0.5 * (re - 1);
    trap.v = 0.5 * im;
    trap.other_u = -1 - trap.u;
    trap.other_v = -trap.v;
    trap.radius_squared = bulb / 20 * (bulb / 20);
    return trap;
  }
  complex_root(1 - 4 * cx, -4 * cy, re, im);
  const double attraction = 1 - sqrt((1 - re) * (1 - re) + im * im);
  if (attraction >= min_attraction) {
    trap.u = trap.other_u = 0.5 * (1 - re);
    trap.v = trap.other_v = -0.5 * im;
    trap.radius_squared = 0.25 * attraction * attraction;
  }
  return trap;
}

/// The reference's escape time with fewer steps.
struct InteriorEscape {
  static constexpr int steps = 8;

  BE_BOTH std::int32_t operator()(double cx, double cy, std::int32_t maxiter) const {
    double u = 0;
    double v = 0;
    std::int32_t k = 1;
    const bool skipping = may_skip_tests(cx, cy);
    const Trap trap = trap_of(cx, cy);
    if (trap.holds(u, v)) return maxiter;
    if (walk_tested(u, v, k, tested_limit(maxiter, steps), cx, cy)) return k;
    if (skipping) {
      double kept_u = u;
      double kept_v = v;
      std::int32_t blocks = 0;
      std::int32_t next_kept = 1;
      while (k < maxiter) {
        const double before_u = u;
        const double before_v = v;
        untested_steps<steps>(u, v, cx, cy);
        if (!is_inside(u, v)) {
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

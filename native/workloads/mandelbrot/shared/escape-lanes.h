// Escape times of points of a row, by vectors of one instruction set. Each file that includes this
// is compiled for another one and defines before: `Lanes`, a vector of doubles; `twice_plus(a, b)`,
// 2a + b with one rounding or with two, which gives the same; and of a `Mask` of lanes
// `every_lane`, `inside(mask, u, v)`, those of it where u^2 + v^2 < 4, `bits_of`, and `keep(to,
// lanes, bits)`, which writes lanes side by side. Functions of other headers are kept out: the
// linker could take these for all.
//
// The steps are the reference's, bit for bit, in six operations instead of seven: 2(uv) + cy equals
// (2u)v + cy, since doubling is exact. exact-steps.cuh has why, and why a test once a block of
// steps misses no escape: a point that has left never comes back. A block in which a point left is
// taken back and walked with a test at each step.
//
// Each step waits for the one before, so four vectors go side by side. Neighbours need not take
// equally many steps, and a vector takes as many as the longest of its points: so the steps are
// taken in stages, and after each the points that are still inside move together.

#pragma once

#include <cstdint>
#include <cstring>

#include "escape-line.h"

namespace breakeven::mandelbrot {
namespace {

constexpr int vectors = 4;
constexpr int width = sizeof(Lanes) / sizeof(double);
constexpr int group = vectors * width;

constexpr std::int32_t first_steps = 8;  // most points outside the set leave here
constexpr std::int32_t second_steps = 64;
constexpr std::int32_t block_steps = 16;

static_assert(group <= escape_padding);

using Counts = std::int64_t __attribute__((vector_size(sizeof(Lanes))));

/// Points that are still inside, all after the same number of steps, from left to right.
struct Points {
  double cx[escape_line + escape_padding];
  double u[escape_line + escape_padding];
  double v[escape_line + escape_padding];
  /// Places in the line.
  double at[escape_line + escape_padding];
  int count;
};

struct Group {
  Lanes cx[vectors], u[vectors], v[vectors];
};

/// Of a line so near the axis that products may lose bits, `tiny`, in seven operations.
template <bool tiny>
inline void step(Group& g, int w, Lanes cy) {
  const Lanes uu = g.u[w] * g.u[w];
  const Lanes vv = g.v[w] * g.v[w];
  if constexpr (tiny) {
    g.v[w] = (g.u[w] + g.u[w]) * g.v[w] + cy;
  } else {
    g.v[w] = twice_plus(g.u[w] * g.v[w], cy);
  }
  g.u[w] = (uu - vv) + g.cx[w];
}

inline std::uint32_t inside_of(const Group& g) {
  std::uint32_t bits = 0;
  for (int w = 0; w < vectors; ++w) {
    bits |= bits_of(inside(every_lane(), g.u[w], g.v[w])) << (w * width);
  }
  return bits;
}

/// Steps after a test each; counts those that each point takes before it is outside. Returns who is
/// still inside.
template <bool tiny>
inline std::uint32_t walk_tested(Group& g, Lanes cy, std::int32_t steps, Counts* counts) {
  Mask active[vectors];
  for (int w = 0; w < vectors; ++w) {
    active[w] = every_lane();
    counts[w] = Counts{};
  }
  for (std::int32_t s = 0; s < steps; ++s) {
    for (int w = 0; w < vectors; ++w) {
      active[w] = inside(active[w], g.u[w], g.v[w]);
      counts[w] = counted(counts[w], active[w]);
      step<tiny>(g, w, cy);
    }
  }
  std::uint32_t bits = 0;
  for (int w = 0; w < vectors; ++w) bits |= bits_of(active[w]) << (w * width);
  return bits;
}

/// The steps of a group from k up to `to`, of the points `alive`, which lie at `at`; the others may
/// be anywhere. Returns who is still inside.
template <bool tiny>
inline std::uint32_t walk(Group& g, Lanes cy, std::int32_t k, std::int32_t to, std::uint32_t alive,
                          bool may_skip, const double* at, std::int32_t* times) {
  while (k < to && alive != 0) {
    const std::int32_t steps = to - k < block_steps ? to - k : block_steps;
    const Group before = g;
    bool left = !may_skip;
    if (may_skip) {
      for (std::int32_t s = 0; s < steps; ++s) {
        for (int w = 0; w < vectors; ++w) step<tiny>(g, w, cy);
      }
      left = (alive & ~inside_of(g)) != 0;
    }
    if (left) {
      g = before;
      Counts counts[vectors];
      const std::uint32_t in = alive & walk_tested<tiny>(g, cy, steps, counts);
      std::int64_t count[group];
      std::memcpy(count, counts, sizeof count);
      for (std::uint32_t out = alive & ~in; out != 0; out &= out - 1) {
        const int lane = __builtin_ctz(out);
        times[static_cast<std::int32_t>(at[lane])] = k + static_cast<std::int32_t>(count[lane]);
      }
      alive = in;
    }
    k += steps;
  }
  return alive;
}

inline void keep_group(Points& points, const Group& g, const Lanes* at, std::uint32_t alive) {
  for (int w = 0; w < vectors; ++w) {
    const std::uint32_t bits = (alive >> (w * width)) & ((1u << width) - 1);
    if (bits == 0) continue;
    keep(points.cx + points.count, g.cx[w], bits);
    keep(points.u + points.count, g.u[w], bits);
    keep(points.v + points.count, g.v[w], bits);
    keep(points.at + points.count, at[w], bits);
    points.count += __builtin_popcount(bits);
  }
}

/// A bit for each of the first `count` lanes of a group.
inline std::uint32_t first_lanes(int count) {
  return count >= group ? 0xFFFFFFFFu >> (32 - group) : (1u << count) - 1;
}

/// The first steps of all points of the line, each after its test.
template <bool tiny>
inline void take_first_steps(const EscapeLine& line, std::int32_t steps, Points& points,
                             std::int32_t* times) {
  Lanes ramp;
  for (int lane = 0; lane < width; ++lane) ramp[lane] = lane;
  const Lanes cy = Lanes{} + line.cy;
  const auto base = static_cast<double>(line.first);
  points.count = 0;
  for (std::int32_t first = 0; first < line.count; first += group) {
    Group g;
    Lanes at[vectors];
    for (int w = 0; w < vectors; ++w) {
      at[w] = ramp + static_cast<double>(first + w * width);
      g.cx[w] = (at[w] + base) * line.dx + line.xmin;
      g.u[w] = Lanes{};
      g.v[w] = Lanes{};
    }
    Counts counts[vectors];
    const std::uint32_t in = walk_tested<tiny>(g, cy, steps, counts);
    std::int64_t count[group];
    std::memcpy(count, counts, sizeof count);
    for (int i = 0; i < group; ++i) times[first + i] = 1 + static_cast<std::int32_t>(count[i]);
    keep_group(points, g, at, in & first_lanes(line.count - first));
  }
}

/// See may_skip_tests in exact-steps.cuh; the outermost of some points decide for those between.
inline bool may_skip_tests(double left, double right, double cy) {
  return left * left + cy * cy < 3.9 && right * right + cy * cy < 3.9;
}

/// Takes all points from k up to `to` steps and keeps those that are still inside, in their order.
template <bool tiny>
inline void take_stage(Points& points, double cy, std::int32_t k, std::int32_t to,
                       std::int32_t* times) {
  const int count = points.count;
  points.count = 0;
  for (int first = 0; first < count; first += group) {
    Group g;
    Lanes at[vectors];
    std::memcpy(g.cx, points.cx + first, sizeof g.cx);
    std::memcpy(g.u, points.u + first, sizeof g.u);
    std::memcpy(g.v, points.v + first, sizeof g.v);
    std::memcpy(at, points.at + first, sizeof at);
    double places[group];
    std::memcpy(places, at, sizeof places);
    const int last = count - first < group ? count - 1 : first + group - 1;
    const bool may_skip = !tiny && may_skip_tests(points.cx[first], points.cx[last], cy);
    // What is kept lies before what is read next.
    keep_group(
        points, g, at,
        walk<tiny>(g, Lanes{} + cy, k, to, first_lanes(count - first), may_skip, places, times));
  }
}

template <bool tiny>
inline void find_times_of(const EscapeLine& line, std::int32_t* times) {
  Points points;
  std::int32_t k = line.maxiter - 1 < first_steps ? line.maxiter : 1 + first_steps;
  take_first_steps<tiny>(line, k - 1, points, times);
  for (std::int32_t steps = second_steps; k < line.maxiter && points.count > 0;) {
    const std::int32_t to = line.maxiter - k < steps ? line.maxiter : k + steps;
    take_stage<tiny>(points, line.cy, k, to, times);
    k = to;
    steps = line.maxiter;
  }
  for (int i = 0; i < points.count; ++i) times[static_cast<int>(points.at[i])] = line.maxiter;
}

inline void find_times(const EscapeLine& line, std::int32_t* times) {
  const double height = line.cy < 0 ? -line.cy : line.cy;
  if (height != 0 && height < 1e-200) return find_times_of<true>(line, times);
  find_times_of<false>(line, times);
}

}  // namespace
}  // namespace breakeven::mandelbrot

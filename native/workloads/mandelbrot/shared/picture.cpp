#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "../../../core/axes.h"
#include "../../../core/counter-random.h"
#include "../../../core/parallel.h"
#include "../../../core/parse-real.h"
#include "../mandelbrot.h"
#include "../mirrored-rows.h"

namespace breakeven::mandelbrot {
namespace {

struct NamedRegion {
  const char* id;
  Region region;
};

constexpr std::array<NamedRegion, 5> named_regions{{
    {"whole", {-2.0, 0.5, -1.25, 1.25}},
    {"seahorses", {-0.7785, -0.7285, 0.0985, 0.1485}},
    {"elephants", {0.25, 0.35, -0.05, 0.05}},
    {"inside", {-0.4, 0.0, -0.2, 0.2}},
    {"outside", {1.0, 2.0, 1.0, 2.0}},
}};

std::string region_names() {
  std::string names;
  for (const auto& named : named_regions)
    names += std::string(names.empty() ? "" : ", ") + named.id;
  return names;
}

}  // namespace

std::vector<Axis> picture_axes() {
  Axis region{
      .id = "region",
      .title = "Region",
      .help = "Region of the complex plane: " + region_names() + ", or xmin,xmax,ymin,ymax.",
      .type = AxisType::text};
  region.default_text = named_regions.front().id;
  return {axes::integer("xres", "Columns", "Pixels per row.", 1, 65536, 1024, true),
          axes::integer("yres", "Rows", "Pixels per column.", 1, 65536, 1024, true),
          axes::integer("maxiter", "Iterations", "Maximum steps per pixel.", 1, 1e9, 1000, true),
          region};
}

std::optional<Region> parse_region(const std::string& text) {
  for (const auto& named : named_regions) {
    if (text == named.id) return named.region;
  }
  std::array<double, 4> bounds{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    if (i > 0) {
      if (at == end || *at != ',') return std::nullopt;
      ++at;
    }
    const auto [next, error] = parse_real(at, end, bounds[i]);
    if (error != std::errc() || !std::isfinite(bounds[i])) return std::nullopt;
    at = next;
  }
  if (at != end) return std::nullopt;
  return Region{bounds[0], bounds[1], bounds[2], bounds[3]};
}

std::string region_text(const Region& region) {
  char text[128];
  std::snprintf(text, sizeof text, "%.17g,%.17g,%.17g,%.17g", region.xmin, region.xmax, region.ymin,
                region.ymax);
  return text;
}

std::string refuse_picture(const Values& values) {
  const std::string& text = values.text("region");
  const auto region = parse_region(text);
  if (!region) {
    return "region is \"" + text + "\", but must be one of " + region_names() +
           " or four numbers xmin,xmax,ymin,ymax";
  }
  if (region->xmin >= region->xmax || region->ymin >= region->ymax) {
    return "region is \"" + text + "\", but xmin must be below xmax and ymin below ymax";
  }
  if (!std::isfinite(region->xmax - region->xmin) || !std::isfinite(region->ymax - region->ymin)) {
    return "region is \"" + text + "\", but xmax - xmin and ymax - ymin must be finite";
  }
  return {};
}

Picture picture_of(const Values& values) {
  return {.xres = values.integer("xres"),
          .yres = values.integer("yres"),
          .maxiter = static_cast<std::int32_t>(values.integer("maxiter")),
          .region = parse_region(values.text("region")).value_or(named_regions.front().region)};
}

double compute_picture(const Picture& picture, double* pixels) {
  const double dx = picture.dx();
  const double dy = picture.dy();
  std::atomic<std::int64_t> steps{0};
  const auto rows = static_cast<std::size_t>(picture.yres);
  parallel_for(rows, 1, [&](std::size_t first, std::size_t last) {
    std::int64_t own_steps = 0;
    for (auto j = static_cast<std::int64_t>(first); j < static_cast<std::int64_t>(last); ++j) {
      const double cy = static_cast<double>(j) * dy + picture.region.ymin;
      for (std::int64_t i = 0; i < picture.xres; ++i) {
        const double cx = static_cast<double>(i) * dx + picture.region.xmin;
        const std::int32_t k = escape_time(cx, cy, picture.maxiter);
        own_steps += k - 1;
        pixels[j * picture.xres + i] = pixel_of(k, picture.maxiter);
      }
    }
    steps += own_steps;
  });
  return static_cast<double>(steps);
}

double mirrored_iterations(const Picture& picture, const double* pixels) {
  const MirroredRows rows = mirrored_rows(picture);
  std::atomic<std::int64_t> steps{0};
  parallel_for(static_cast<std::size_t>(rows.half), 1, [&](std::size_t first, std::size_t last) {
    std::int64_t own_steps = 0;
    for (auto j = static_cast<std::int64_t>(first); j < static_cast<std::int64_t>(last); ++j) {
      const std::int64_t mirror = rows.mirror(j);
      if (mirror <= j || mirror >= picture.yres) continue;
      for (std::int64_t i = 0; i < picture.xres; ++i) {
        const auto k = static_cast<std::int64_t>(pixels[mirror * picture.xres + i]);
        own_steps += (k == 0 ? picture.maxiter : k) - 1;
      }
    }
    steps += own_steps;
  });
  return static_cast<double>(steps);
}

double contracted_pixel(const Picture& picture, double dx, double dy, std::int64_t i,
                        std::int64_t j) {
  const double cx = std::fma(static_cast<double>(i), dx, picture.region.xmin);
  const double cy = std::fma(static_cast<double>(j), dy, picture.region.ymin);
  double u = 0;
  double v = 0;
  std::int32_t k = 1;
  while (k < picture.maxiter && u * u + v * v < 4) {
    const double next = (u * u - v * v) + cx;
    v = std::fma(2 * u, v, cy);
    u = next;
    ++k;
  }
  return pixel_of(k, picture.maxiter);
}

Picture other_picture(const Picture& picture, const HostArray<double>& pixels, std::uint64_t seed,
                      HostArray<double>& other, double& iterations) {
  constexpr std::int32_t few_steps = 64;
  constexpr std::size_t views = 3;  // the first three have steps of all lengths
  Picture made = picture;
  for (std::uint64_t tried = 0; tried < views; ++tried) {
    made.region = named_regions[(seed + tried) % views].region;
    made.maxiter = picture.maxiter <= few_steps ? few_steps + 7 : few_steps;
    iterations = compute_picture(made, other.data());
    std::size_t differing = 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) differing += other[i] != pixels[i] ? 1 : 0;
    if (10 * differing >= pixels.size()) break;
  }
  return made;
}

Picture moved_picture(const Picture& picture, std::uint64_t seed) {
  if (seed == 0) return picture;
  const double part = 0.2 + 0.3 * static_cast<double>(random_bits(seed, 0) >> 11) * 0x1p-53;
  const double moved = (random_bits(seed, 1) % 2 == 0 ? part : -part) * picture.dx();
  Picture made = picture;
  made.region.xmin += moved;
  made.region.xmax += moved;
  return made;
}

double estimate_picture_seconds(const Values& values) {
  // A quarter of the points of the whole set never escape; five cycles of latency a step at 3 GHz.
  const double pixels = values.real("xres") * values.real("yres");
  return pixels * (values.real("maxiter") * 0.25 + 10) * 2e-9;
}

}  // namespace breakeven::mandelbrot

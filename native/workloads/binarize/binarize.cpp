#include "binarize.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "../../core/compare-pixels.h"
#include "../../core/input.h"
#include "../../core/planting.h"
#include "../../core/workload.h"
#include "../mandelbrot/mandelbrot.h"

namespace breakeven::binarize {
namespace {

class Binarize : public Workload {
 public:
  WorkloadInfo info() const override {
    return {.id = "binarize",
            .title = "Binarise",
            .summary = "Every value at or above the mean becomes 255, the others 0, in place.",
            .size_axis = "xres",
            .baseline = "sequential",
            .input_files = real_file_extensions(),
            .generated_axes = mean::generated_grid_axes(),
            .axes = mean::grid_axes()};
  }

  std::string refuse(const Values& values) const override { return mean::refuse_grid(values); }

  Need need(const Values& values) const override {
    const double picture = 8 * values.real("xres") * values.real("yres");
    return {.host_bytes = 4 * picture, .shared_bytes = 2 * picture};
  }

  double estimate_seconds(const Values& values) const override {
    return mean::estimate_grid_seconds(values);
  }

  double input_seconds(const Values& values) const override {
    return values.text("data") == "picture" ? mandelbrot::estimate_picture_seconds(values) : 0;
  }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    return mean::generate_grid(values);
  }

  std::unique_ptr<Data> read(const std::string& path, Values& values) const override {
    return mean::read_grid(path, values);
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    mean::refill_grid(static_cast<Input&>(input), values, sample);
  }

  std::unique_ptr<Data> make_output(const Data& input) const override {
    auto output = std::make_unique<Output>();
    output->values = HostArray<double>(static_cast<const Input&>(input).values.size());
    return output;
  }

  /// Values change sides of the mean, which is part of the input and stays.
  Planted plant(Data& data, const Data& expected, const Values& values,
                std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    const auto& before = static_cast<const Output&>(expected).values;
    auto output = std::make_shared<Output>();
    output->values = HostArray<double>(before.size());
    std::copy(before.begin(), before.end(), output->values.begin());
    auto changes = std::make_shared<Changes<double>>(input.values.data());
    const double less = input.mean - std::max(1.0, std::abs(input.mean));
    for (const std::size_t at :
         planting_positions(before.size(), planted_values, seed, threads_of(values))) {
      const bool was_white = before[at] == white;
      changes->set(at, was_white ? less : input.mean);
      output->values[at] = was_white ? black : white;
    }
    return {.expected = output, .undo = [changes] { changes->undo(); }};
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    auto output = make_output(data);
    std::transform(input.values.begin(), input.values.end(),
                   static_cast<Output&>(*output).values.begin(),
                   [&](double value) { return value >= input.mean ? white : black; });
    return output;
  }

  /// A comparison is exact, so no pixel may differ.
  Check check(const Data&, const Data& expected, const Data& actual, bool) const override {
    const auto& right = static_cast<const Output&>(expected).values;
    return compare_pixels(right.span(), static_cast<const Output&>(actual).values.span(), true,
                          right.size());
  }

  void restore(const Data& input, Data& output) const override {
    put_back(static_cast<const Input&>(input), static_cast<Output&>(output));
  }

  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {std::as_bytes(static_cast<const Input&>(input).values.span())};
  }

  Answer answer(const Data&, const Data& output) const override {
    const auto& values = static_cast<const Output&>(output).values;
    const auto whites = static_cast<double>(std::count(values.begin(), values.end(), white));
    return {.bytes = std::as_bytes(values.span()), .attributes = {{"white", whites}}};
  }
};

}  // namespace

BREAKEVEN_WORKLOAD(Binarize);

}  // namespace breakeven::binarize

#include "binarize.h"

#include <algorithm>
#include <cstring>
#include <memory>

#include "../../core/compare-pixels.h"
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
            .axes = mean::grid_axes()};
  }

  std::string refuse(const Values& values) const override { return mean::refuse_grid(values); }

  Need need(const Values& values) const override {
    return {.host_bytes = 3 * 8 * values.real("xres") * values.real("yres")};
  }

  double estimate_seconds(const Values& values) const override {
    return mean::estimate_grid_seconds(values);
  }

  double input_seconds(const Values& values) const override {
    return values.text("data") == "picture" ? mandelbrot::estimate_picture_seconds(values) : 0;
  }

  std::unique_ptr<Data> generate(const Values& values) const override {
    return mean::generate_grid(values);
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    mean::refill_grid(static_cast<Input&>(input), values, sample);
  }

  std::unique_ptr<Data> make_output(const Data& input) const override {
    auto output = std::make_unique<Output>();
    output->values = HostArray<double>(static_cast<const Input&>(input).values.size());
    return output;
  }

  void poison(Data& output) const override {
    auto& values = static_cast<Output&>(output).values;
    std::memset(static_cast<void*>(values.data()), 0xCD, values.size_bytes());
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    auto output = make_output(data);
    std::transform(input.values.begin(), input.values.end(),
                   static_cast<Output&>(*output).values.begin(),
                   [&](double value) { return value >= input.mean ? white : black; });
    return output;
  }

  Check check(const Data&, const Data& expected, const Data& actual, bool exact) const override {
    return compare_pixels(static_cast<const Output&>(expected).values.span(),
                          static_cast<const Output&>(actual).values.span(), exact);
  }

  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {std::as_bytes(static_cast<const Input&>(input).values.span())};
  }

  Answer answer(const Data&, const Data& output) const override {
    const auto& values = static_cast<const Output&>(output).values;
    const auto whites = static_cast<double>(std::count(values.begin(), values.end(), white));
    return {.bytes = std::as_bytes(values.span()), .facts = {{"white", whites}}};
  }
};

}  // namespace

BREAKEVEN_WORKLOAD(Binarize);

}  // namespace breakeven::binarize

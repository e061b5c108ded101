#include "histogram.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <mutex>
#include <string>
#include <vector>

#include "../../core/axes.h"
#include "../../core/counter-random.h"
#include "../../core/input.h"
#include "../../core/parallel.h"
#include "../../core/planting.h"
#include "../../core/workload.h"

namespace breakeven::histogram {
namespace {

constexpr double max_values = 2147483647;
constexpr std::uint64_t wide_range = std::uint64_t{1} << 31;
constexpr std::size_t grain = std::size_t{1} << 18;

/// Calls `write(i, value)` for the positions of one piece; the formulas are the product's
/// documented ones.
void fill_piece(const std::string& distribution, std::uint64_t seed, std::uint64_t range,
                std::uint64_t n, std::size_t begin, std::size_t end, std::int32_t* out) {
  const auto fill = [&](auto&& value_at) {
    for (std::size_t i = begin; i < end; ++i) out[i] = static_cast<std::int32_t>(value_at(i));
  };
  if (distribution == "uniform") {
    fill([&](std::uint64_t i) { return random_below(seed, i, range); });
  } else if (distribution == "degenerate") {
    fill([&](std::uint64_t) { return std::min<std::uint64_t>(5, range - 1); });
  } else if (distribution == "gaussian") {
    fill([&](std::uint64_t i) {
      std::uint64_t sum = 0;
      for (std::uint64_t k = 0; k < 12; ++k) sum += random_below(seed, 12 * i + k, range);
      return sum / 12;
    });
  } else if (distribution == "zipf") {
    const auto widths = static_cast<std::uint64_t>(std::bit_width(range));
    fill([&](std::uint64_t i) {
      const std::uint64_t bits = random_below(seed, 2 * i, widths);
      const std::uint64_t value = random_below(seed, 2 * i + 1, std::uint64_t{1} << bits);
      return std::min(value, range - 1);
    });
  } else if (distribution == "sorted") {
    fill([&](std::uint64_t i) { return i * range / n; });
  } else if (distribution == "bank-stride") {
    fill([&](std::uint64_t i) { return 32 * i % range; });
  } else {
    fill([&](std::uint64_t i) { return i % 2 == 1 ? range / 2 : 0; });
  }
}

void fill_input(Input& input, const Values& values, std::uint64_t sample) {
  const bool wide = values.text("range") == "wide";
  const std::uint64_t range = wide ? wide_range : input.bins;
  const auto seed = static_cast<std::uint64_t>(values.integer("seed")) + sample;
  const std::string& distribution = values.text("distribution");
  parallel_for(input.values.size(), grain, [&](std::size_t begin, std::size_t end) {
    fill_piece(distribution, seed, range, input.values.size(), begin, end, input.values.data());
  });
  input.below_bins = !wide;
}

class Histogram final : public Workload {
 public:
  WorkloadInfo info() const override {
    return {
        .id = workload_id,
        .title = "Histogram",
        .summary = "Counts n whole numbers into bins: bin = value mod bins.",
        .size_axis = "n",
        .baseline = "sequential",
        .input_files = int32_file_extensions(),
        .generated_axes = {"n", "distribution", "range", "seed"},
        .axes =
            {axes::integer("n", "Values", "Number of values to count.", 0, max_values, 1e6, true),
             axes::integer("bins", "Bins", "Number of bins.", 1, 65536, 8, true),
             axes::choice(
                 "distribution", "Distribution", "Distribution of the values over the range.",
                 {{"uniform", "All values equally likely."},
                  {"degenerate", "A single value."},
                  {"gaussian", "Around the middle: the mean of twelve uniform values."},
                  {"zipf", "Few values take most of the counts."},
                  {"sorted", "Uniform and in ascending order."},
                  {"bank-stride", "Neighbouring values fall into the same bank of shared memory."},
                  {"two-hot", "Two values alternate."}}),
             axes::choice("range", "Range", "Upper bound of the values.",
                          {{"bins", "Below the number of bins."}, {"wide", "Below 2^31."}}),
             axes::seed()},
    };
  }

  Need need(const Values& values) const override {
    const double input = 4 * values.real("n");
    const double counts = 4 * values.real("bins");
    return {.host_bytes = input + 3 * counts, .shared_bytes = input + counts};
  }

  double estimate_seconds(const Values& values) const override { return 2e-9 * values.real("n"); }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    auto input = std::make_unique<Input>();
    input->values = HostArray<std::int32_t>(static_cast<std::size_t>(values.integer("n")));
    input->bins = static_cast<std::uint32_t>(values.integer("bins"));
    fill_input(*input, values, 0);
    return input;
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    fill_input(static_cast<Input&>(input), values, sample);
  }

  std::unique_ptr<Data> read(const std::string& path, Values& values) const override {
    auto input = std::make_unique<Input>();
    input->values =
        read_int32_file(path, 0, 2147483647, static_cast<std::size_t>(max_values)).values;
    input->bins = static_cast<std::uint32_t>(values.integer("bins"));
    values.set("n", static_cast<double>(input->values.size()));
    std::atomic<bool> below{true};
    parallel_for(input->values.size(), grain, [&](std::size_t begin, std::size_t end) {
      std::int32_t maximum = 0;
      for (std::size_t i = begin; i < end; ++i) maximum = std::max(maximum, input->values[i]);
      if (static_cast<std::uint32_t>(maximum) >= input->bins) below = false;
    });
    input->below_bins = below;
    return input;
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    std::vector<std::uint64_t> counts(input.bins);
    std::mutex mutex;
    parallel_for(input.values.size(), std::size_t{1} << 22,
                 [&](std::size_t begin, std::size_t end) {
                   std::vector<std::uint32_t> own(input.bins);
                   for (std::size_t i = begin; i < end; ++i) {
                     ++own[static_cast<std::uint32_t>(input.values[i]) % input.bins];
                   }
                   const std::lock_guard lock(mutex);
                   for (std::size_t bin = 0; bin < own.size(); ++bin) counts[bin] += own[bin];
                 });
    auto output = std::make_unique<Output>();
    output->counts = HostArray<std::uint32_t>(input.bins);
    std::copy(counts.begin(), counts.end(), output->counts.begin());
    return output;
  }

  std::unique_ptr<Data> make_output(const Data& data) const override {
    auto output = std::make_unique<Output>();
    output->counts = HostArray<std::uint32_t>(static_cast<const Input&>(data).bins);
    return output;
  }

  /// Values move to the last bin, the first and one at random, which take turns.
  Planted plant(Data& data, const Data& expected, const Values& values,
                std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    const std::uint32_t bins = input.bins;
    if (bins == 1 || input.values.size() == 0) return {.undo = [] {}};
    const auto& before = static_cast<const Output&>(expected).counts;
    auto output = std::make_shared<Output>();
    output->counts = HostArray<std::uint32_t>(bins);
    std::copy(before.begin(), before.end(), output->counts.begin());
    auto changes = std::make_shared<Changes<std::int32_t>>(input.values.data());
    std::uint64_t turn = seed;
    for (const std::size_t at :
         planting_positions(input.values.size(), planted_values, seed, threads_of(values))) {
      const std::uint32_t from = static_cast<std::uint32_t>(input.values[at]) % bins;
      const std::uint32_t rare[] = {bins - 1, 0,
                                    static_cast<std::uint32_t>(random_below(seed, at, bins))};
      std::uint32_t to = rare[turn++ % std::size(rare)];
      if (to == from) to = (from + 1) % bins;
      changes->set(at, static_cast<std::int32_t>(to));
      --output->counts[from];
      ++output->counts[to];
    }
    return {.expected = output, .undo = [changes] { changes->undo(); }};
  }

  Check check(const Data&, const Data& expected, const Data& actual, bool) const override {
    const auto& right = static_cast<const Output&>(expected).counts;
    const auto& given = static_cast<const Output&>(actual).counts;
    const auto [r, g] = std::mismatch(right.begin(), right.end(), given.begin());
    if (r == right.end()) return {.passed = true, .rule = "exact", .message = "every bin is equal"};
    return {.passed = false,
            .rule = "exact",
            .message = "bin " + std::to_string(r - right.begin()) + " is " + std::to_string(*g) +
                       ", expected " + std::to_string(*r)};
  }

  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {std::as_bytes(static_cast<const Input&>(input).values.span())};
  }

  Answer answer(const Data& input, const Data& output) const override {
    const auto& counts = static_cast<const Output&>(output).counts;
    return {.bytes = std::as_bytes(counts.span()),
            .attributes = {
                {"bins", static_cast<double>(counts.size())},
                {"total", static_cast<double>(static_cast<const Input&>(input).values.size())},
                {"elementType", "uint32"}}};
  }
};

BREAKEVEN_WORKLOAD(Histogram);

}  // namespace
}  // namespace breakeven::histogram

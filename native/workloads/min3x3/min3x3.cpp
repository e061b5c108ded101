#include "min3x3.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../../core/axes.h"
#include "../../core/counter-random.h"
#include "../../core/input.h"
#include "../../core/machine.h"
#include "../../core/parallel.h"
#include "../../core/planting.h"
#include "../../core/workload.h"

namespace breakeven::min3x3 {
namespace {

constexpr double max_matrices = 1073741824;
constexpr std::size_t grain = std::size_t{1} << 16;

Layout layout_of(const Values& values) {
  return values.text("layout") == "aos" ? Layout::aos : Layout::soa;
}

/// Matrix i, position p has the random number of index 9*i + p, whatever the layout.
void fill(Input& input, std::uint64_t seed) {
  const auto n = static_cast<std::size_t>(input.n);
  parallel_for(n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t p = 0; p < positions; ++p) {
        const std::size_t at = input.layout == Layout::soa ? p * n + i : i * positions + p;
        input.values[at] = random_int32(seed, i * positions + p);
      }
    }
  });
}

/// How the matrices lie in a file, by its shape: 9 x n and 3 x 3 x n hold position after position,
/// n x 9 and n x 3 x 3 matrix after matrix. A flat file, and one that can be read in both ways, is
/// as the values say.
Layout layout_in(const std::string& path, const ArrayFile<std::int32_t>& file, Layout wanted) {
  const auto& shape = file.shape;
  if (shape.size() == 1 && file.values.size() % positions == 0) return wanted;
  const bool nine = shape.size() == 2;
  const bool squares = shape.size() == 3 && shape[1] == 3;
  const bool soa = (nine && shape[0] == positions) || (squares && shape[0] == 3);
  const bool aos = (nine && shape[1] == positions) || (squares && shape[2] == 3);
  if (soa || aos) return soa && aos ? wanted : soa ? Layout::soa : Layout::aos;
  std::string given;
  for (const std::size_t size : shape) given += (given.empty() ? "" : " x ") + std::to_string(size);
  throw std::invalid_argument("the shape of " + path + " is " + given +
                              ", but must be n x 3 x 3, n x 9, 3 x 3 x n, 9 x n, or 9n in the " +
                              "order of the layout");
}

HostArray<std::int32_t> other_layout(const std::string& path, const HostArray<std::int32_t>& given,
                                     Layout wanted) {
  if (given.size_bytes() > memory_available_bytes()) {
    throw std::invalid_argument("input " + path + " needs another " +
                                std::to_string(given.size_bytes()) +
                                " bytes of memory to change its layout, " +
                                std::to_string(memory_available_bytes()) + " are free");
  }
  HostArray<std::int32_t> values(given.size());
  const std::size_t n = given.size() / positions;
  parallel_for(n, grain, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t p = 0; p < positions; ++p) {
        if (wanted == Layout::soa) {
          values[p * n + i] = given[i * positions + p];
        } else {
          values[i * positions + p] = given[p * n + i];
        }
      }
    }
  });
  return values;
}

class Min3x3 final : public Workload {
 public:
  WorkloadInfo info() const override {
    return {.id = "min3x3",
            .title = "Minimum of 3x3 matrices",
            .summary = "The element-wise minimum of n 3x3 matrices of int32: one 3x3 matrix.",
            .size_axis = "n",
            .baseline = "sequential",
            .input_files = int32_file_extensions(),
            .generated_axes = {"n", "seed"},
            .axes = {axes::integer("n", "Matrices", "Number of matrices.", 0, max_matrices, 131072,
                                   true),
                     axes::choice("layout", "Layout", "Memory layout of the matrices.",
                                  {{"soa", "Nine vectors of n values, one per position."},
                                   {"aos", "Matrix after matrix."}}),
                     axes::seed()}};
  }

  Need need(const Values& values) const override {
    const double bytes = positions * sizeof(std::int32_t) * values.real("n");
    return {.host_bytes = bytes, .shared_bytes = bytes};
  }

  double estimate_seconds(const Values& values) const override { return 5e-9 * values.real("n"); }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    auto input = std::make_unique<Input>();
    input->layout = layout_of(values);
    input->n = values.integer("n");
    input->values = HostArray<std::int32_t>(static_cast<std::size_t>(input->n) * positions);
    fill(*input, static_cast<std::uint64_t>(values.integer("seed")));
    return input;
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    fill(static_cast<Input&>(input), static_cast<std::uint64_t>(values.integer("seed")) + sample);
  }

  std::unique_ptr<Data> read(const std::string& path, Values& values) const override {
    auto file = read_int32_file(path, INT32_MIN, INT32_MAX,
                                static_cast<std::size_t>(max_matrices) * positions);
    auto input = std::make_unique<Input>();
    input->layout = layout_of(values);
    input->n = static_cast<std::int64_t>(file.values.size() / positions);
    const bool as_wanted = layout_in(path, file, input->layout) == input->layout;
    input->values =
        as_wanted ? std::move(file.values) : other_layout(path, file.values, input->layout);
    values.set("n", static_cast<double>(input->n));
    return input;
  }

  std::unique_ptr<Data> make_output(const Data&) const override {
    return std::make_unique<Output>();
  }

  /// The nine minima move to nine matrices: where one is found says nothing of the others. For two
  /// seeds of nine all move to the last or to the first one, since a program may leave out an end
  /// of one vector alone. A value that was the minimum may be overwritten, so the planted ones are
  /// below all others: less than the minimum, or where that cannot be the lowest number.
  Planted plant(Data& data, const Data& expected, const Values&,
                std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    if (input.n == 0) return {.undo = [] {}};
    const auto n = static_cast<std::size_t>(input.n);
    const auto& before = static_cast<const Output&>(expected).minimum;
    const std::vector<std::size_t> places = is_end(seed) ? std::vector{planting_position(n, seed)}
                                                         : planting_positions(n, positions, seed);
    auto output = std::make_shared<Output>();
    auto changes = std::make_shared<Changes<std::int32_t>>(input.values.data());
    for (std::size_t p = 0; p < positions; ++p) {
      const std::int32_t smallest =
          before[p] == INT32_MIN
              ? INT32_MIN
              : before[p] - 1 -
                    static_cast<std::int32_t>((std::int64_t{before[p]} - 1 - INT32_MIN) / 2);
      const std::size_t i = places[(p + seed) % places.size()];
      changes->set(input.layout == Layout::soa ? p * n + i : i * positions + p, smallest);
      output->minimum[p] = smallest;
    }
    return {.expected = output, .undo = [changes] { changes->undo(); }};
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    const auto n = static_cast<std::size_t>(input.n);
    auto output = std::make_unique<Output>();
    output->minimum.fill(none);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t p = 0; p < positions; ++p) {
        const std::size_t at = input.layout == Layout::soa ? p * n + i : i * positions + p;
        output->minimum[p] = std::min(output->minimum[p], input.values[at]);
      }
    }
    return output;
  }

  Check check(const Data&, const Data& expected, const Data& actual, bool) const override {
    const auto& right = static_cast<const Output&>(expected).minimum;
    const auto& given = static_cast<const Output&>(actual).minimum;
    for (std::size_t p = 0; p < positions; ++p) {
      if (right[p] == given[p]) continue;
      return {.passed = false,
              .rule = "exact",
              .message = "row " + std::to_string(p / 3) + ", column " + std::to_string(p % 3) +
                         " is " + std::to_string(given[p]) + ", expected " +
                         std::to_string(right[p])};
    }
    return {.passed = true, .rule = "exact", .message = "all nine minima are equal"};
  }

  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {std::as_bytes(static_cast<const Input&>(input).values.span())};
  }

  Answer answer(const Data&, const Data& output) const override {
    const auto& minimum = static_cast<const Output&>(output).minimum;
    Answer answer{.bytes = std::as_bytes(std::span(minimum)),
                  .attributes = {{"elementType", "int32"}}};
    for (std::size_t p = 0; p < positions; ++p) {
      answer.attributes["m" + std::to_string(p / 3) + std::to_string(p % 3)] =
          static_cast<double>(minimum[p]);
    }
    return answer;
  }
};

BREAKEVEN_WORKLOAD(Min3x3);

}  // namespace
}  // namespace breakeven::min3x3

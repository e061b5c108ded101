#include "row-ordering.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "../../core/axes.h"
#include "../../core/planting.h"
#include "../../core/workload.h"

namespace breakeven::row_ordering {
namespace {

constexpr double max_rows = 1 << 26;
constexpr double max_entries = 2147483647;
constexpr std::size_t planted_rows = 15;

/// Rows of each group in the order, with what the answer says of them.
struct Groups {
  std::vector<std::int64_t> rows;
  std::int32_t levels = 0;

  explicit Groups(const Input& input, const std::int32_t* level) {
    for (std::int32_t i = 0; i < input.n; ++i) levels = std::max(levels, level[i]);
    rows.resize(static_cast<std::size_t>(levels) * classes);
    for (std::int32_t i = 0; i < input.n; ++i) {
      ++rows[static_cast<std::size_t>(group_of(level[i], class_of(input.off_diagonals(i))))];
    }
  }

  template <class F>
  std::int64_t sum(const F& warps_of_group) const {
    std::int64_t total = 0;
    for (std::size_t g = 0; g < rows.size(); ++g) {
      total += warps_of_group(rows[g], static_cast<int>(g % classes));
    }
    return total;
  }
};

Check differs(const std::string& what, std::int64_t at, std::int64_t given, std::int64_t expected) {
  return {.passed = false,
          .rule = "exact",
          .message = what + " " + std::to_string(at) + " is " + std::to_string(given) +
                     ", expected " + std::to_string(expected)};
}

class RowOrdering final : public Workload {
 public:
  WorkloadInfo info() const override {
    return {
        .id = "row-ordering",
        .title = "Row ordering",
        .summary =
            "Orders the rows of a sparse lower triangle by level and length, and assigns them "
            "to warps.",
        .size_axis = "n",
        .baseline = "sequential",
        .input_files = {"mtx", "mtx.gz"},
        .generated_axes = {"matrix", "n", "nonzeros", "seed"},
        .axes = {axes::choice("matrix", "Matrix", "Structure below the diagonal.", structures()),
                 axes::integer("n", "Rows", "Rows of the matrix.", 0, max_rows, 16384, true),
                 axes::integer("nonzeros", "Nonzeros",
                               "Entries of the lower triangle with its diagonal: random entries "
                               "are added to the structure, or its farthest ones removed; 0 keeps "
                               "the structure as it is.",
                               0, max_entries, 0, true),
                 axes::choice(
                     "levels-on", "Levels on", "Device that computes the levels.",
                     {{"cpu", "One pass over the rows on the host."},
                      {"cuda", "One kernel; each row waits for the rows that it depends on."}}),
                 axes::seed()},
    };
  }

  std::string refuse(const Values& values) const override {
    const double n = values.real("n");
    const double nonzeros = values.real("nonzeros");
    if (nonzeros != 0 && (nonzeros < n || nonzeros > n * (n + 1) / 2)) {
      return "nonzeros is " + std::to_string(values.integer("nonzeros")) +
             ", but with n = " + std::to_string(values.integer("n")) +
             " it must be 0, or at least n and at most n * (n + 1) / 2";
    }
    const double entries = max_entries_of(values);
    return entries > max_entries ? "the matrix would have more than 2147483647 entries"
                                 : std::string();
  }

  Need need(const Values& values) const override {
    const double n = values.real("n");
    const double entries = max_entries_of(values);
    // While it is made the pattern stands next to the matrix: a vector of 24 bytes per row.
    return {.host_bytes = 8 * entries + (4 + 24 + 3 * 12) * n,
            .shared_bytes = 4 * entries + 16 * n};
  }

  double estimate_seconds(const Values& values) const override {
    return 1e-8 * (values.real("n") + max_entries_of(values));
  }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    const std::int64_t n = values.integer("n");
    const std::int64_t nonzeros = values.integer("nonzeros");
    return from_pattern(generate_pattern(values.text("matrix"), static_cast<std::int32_t>(n),
                                         nonzeros == 0 ? -1 : nonzeros - n,
                                         static_cast<std::uint64_t>(values.integer("seed"))));
  }

  /// Random entries are drawn again, as many as the first input has, because buffers are made for
  /// that many; what a structure fixes stays as it is.
  void refill(Data& data, const Values& values, std::uint64_t sample) const override {
    auto& input = static_cast<Input&>(data);
    const auto made =
        from_pattern(generate_pattern(values.text("matrix"), input.n, input.nonzeros() - input.n,
                                      static_cast<std::uint64_t>(values.integer("seed")) + sample));
    const Input& other = *made;
    std::copy(other.start.begin(), other.start.end(), input.start.begin());
    std::copy(other.columns.begin(), other.columns.end(), input.columns.begin());
  }

  std::unique_ptr<Data> read(const std::string& path, Values& values) const override {
    auto input = from_pattern(read_matrix_market(path));
    values.set("n", static_cast<double>(input->n));
    values.set("nonzeros", static_cast<double>(input->nonzeros()));
    return input;
  }

  /// Where the entries of the lower triangle and its diagonal are: a spy plot.
  Sketch sketch(const Data& data, std::size_t max_count) const override {
    const auto& input = static_cast<const Input&>(data);
    const auto n = static_cast<std::size_t>(input.n);
    if (n == 0) throw std::invalid_argument("n is 0: there is nothing to see in an empty matrix");
    const std::size_t side = std::min(n, max_count);
    Sketch drawn{.width = side, .height = side, .cells = std::vector<double>(side * side)};
    for (std::size_t row = 0; row < n; ++row) {
      const std::size_t y = row * side / n;
      for (auto e = static_cast<std::size_t>(input.start[row]);
           e < static_cast<std::size_t>(input.start[row + 1]); ++e) {
        ++drawn.cells[y * side + static_cast<std::size_t>(input.columns[e]) * side / n];
      }
    }
    return drawn;
  }

  std::unique_ptr<Data> make_output(const Data& data) const override {
    const auto n = static_cast<std::size_t>(static_cast<const Input&>(data).n);
    auto output = std::make_unique<Output>();
    output->level = HostArray<std::int32_t>(n);
    output->order = HostArray<std::int32_t>(n);
    output->lanes = HostArray<std::int32_t>(n);
    return output;
  }

  /// Rows need other rows: those just before them, or the first ones, whichever they did not. The
  /// last row that needs any is among them. A matrix with nothing below its diagonal has one form.
  Planted plant(Data& data, const Data&, const Values&, std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    std::vector<std::int32_t> movable;
    for (std::int32_t i = 0; i < input.n; ++i) {
      const std::int32_t needed = input.off_diagonals(i);
      if (needed > 0 && needed < i) movable.push_back(i);
    }
    if (movable.empty()) return {.undo = [] {}};
    auto changes = std::make_shared<Changes<std::int32_t>>(input.columns.data());
    for (const std::size_t at : planting_positions(movable.size(), planted_rows, seed)) {
      const std::int32_t row = movable[at];
      const std::int32_t needed = input.off_diagonals(row);
      const auto first = static_cast<std::size_t>(input.start[static_cast<std::size_t>(row)]);
      const bool was_near = input.columns[first] == row - needed;
      for (std::int32_t k = 0; k < needed; ++k) {
        changes->set(first + static_cast<std::size_t>(k), was_near ? k : row - needed + k);
      }
    }
    return {.expected = reference(input), .undo = [changes] { changes->undo(); }};
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    auto made = make_output(data);
    auto& output = static_cast<Output&>(*made);
    compute_levels(input, output.level.data());
    std::vector<std::pair<std::int64_t, std::int32_t>> keyed;
    for (std::int32_t i = 0; i < input.n; ++i) {
      keyed.emplace_back(
          group_of(output.level[static_cast<std::size_t>(i)], class_of(input.off_diagonals(i))), i);
    }
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t at = 0; at < keyed.size(); ++at) {
      output.order[at] = keyed[at].second;
      output.lanes[at] = lanes_of(static_cast<int>(keyed[at].first % classes));
    }
    output.warps = Groups(input, output.level.data()).sum(warps_of);
    return made;
  }

  /// Exact variants keep index order inside a group; the others may hold a group's rows in any
  /// order.
  Check check(const Data& data, const Data& expected, const Data& actual,
              bool exact) const override {
    const auto& right = static_cast<const Output&>(expected);
    const auto& given = static_cast<const Output&>(actual);
    const std::int64_t n = static_cast<const Input&>(data).n;
    std::vector<char> seen(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      const auto at = static_cast<std::size_t>(i);
      if (given.level[at] != right.level[at]) {
        return differs("the level of row", i, given.level[at], right.level[at]);
      }
      if (given.lanes[at] != right.lanes[at]) {
        return differs("the number of lanes at position", i, given.lanes[at], right.lanes[at]);
      }
      const std::int32_t row = given.order[at];
      if (exact && row != right.order[at])
        return differs("the row at position", i, row, right.order[at]);
      if (row < 0 || row >= n || std::exchange(seen[static_cast<std::size_t>(row)], 1) != 0) {
        return {.passed = false,
                .rule = "exact",
                .message = "the order is no permutation: position " + std::to_string(i) +
                           " holds row " + std::to_string(row)};
      }
      if (key(data, right, row) != key(data, right, right.order[at])) {
        return differs("the group of the row at position", i, key(data, right, row),
                       key(data, right, right.order[at]));
      }
    }
    if (given.warps != right.warps) {
      return {.passed = false,
              .rule = "exact",
              .message = "the number of warps is " + std::to_string(given.warps) + ", expected " +
                         std::to_string(right.warps)};
    }
    return {.passed = true,
            .rule = "exact",
            .message = exact
                           ? "order, lanes, levels and warps are equal"
                           : "levels, groups and warps are equal; rows inside a group may differ"};
  }

  /// The order with each group's rows ascending, which is the same for stable and unstable
  /// variants.
  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {std::as_bytes(static_cast<const Input&>(input).start.span()),
            std::as_bytes(static_cast<const Input&>(input).columns.span())};
  }

  Answer answer(const Data& data, const Data& data_out) const override {
    const auto& input = static_cast<const Input&>(data);
    const auto& output = static_cast<const Output&>(data_out);
    auto order =
        std::make_shared<std::vector<std::int32_t>>(output.order.begin(), output.order.end());
    for (auto first = order->begin(); first != order->end();) {
      const auto group = key(data, output, *first);
      const auto last = std::find_if(
          first, order->end(), [&](std::int32_t row) { return key(data, output, row) != group; });
      std::sort(first, last);
      first = last;
    }
    const Groups groups(input, output.level.data());
    const auto used = groups.rows.size() - static_cast<std::size_t>(std::count(
                                               groups.rows.begin(), groups.rows.end(), 0));
    return {.bytes = std::as_bytes(std::span(std::as_const(*order))),
            .owner = order,
            .attributes = {{"levels", static_cast<double>(groups.levels)},
                           {"groups", static_cast<double>(used)},
                           {"warps", static_cast<double>(output.warps)},
                           {"warpsByStudyFormula", static_cast<double>(groups.sum(study_warps_of))},
                           {"nonzeros", static_cast<double>(input.nonzeros())},
                           {"elementType", "int32"}}};
  }

 private:
  static std::int64_t key(const Data& data, const Output& output, std::int32_t row) {
    return group_of(output.level[static_cast<std::size_t>(row)],
                    class_of(static_cast<const Input&>(data).off_diagonals(row)));
  }
};

BREAKEVEN_WORKLOAD(RowOrdering);

}  // namespace
}  // namespace breakeven::row_ordering

#include "exclusive-scan.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <type_traits>

#include "../../core/array-checks.h"
#include "../../core/axes.h"
#include "../../core/counter-random.h"
#include "../../core/input.h"
#include "../../core/parallel.h"
#include "../../core/planting.h"
#include "../../core/workload.h"
#include "rounded-sums.h"

namespace breakeven::exclusive_scan {
namespace {

constexpr double max_values = 2147483647;
/// Sums of values 0 to 3 stay below 2^24 and so exact in float32, whatever the order of addition.
constexpr double max_float_values = 1 << 22;
constexpr std::size_t grain = std::size_t{1} << 18;

Element element_of(const Values& values) {
  const std::string& name = values.text("element");
  return name == "int64" ? Element::int64 : name == "float32" ? Element::float32 : Element::int32;
}

std::unique_ptr<Array> make_array(Element element, std::size_t n) {
  auto array = std::make_unique<Array>();
  array->element = element;
  array->n = static_cast<std::int64_t>(n);
  array->bytes = HostArray<std::byte>(n * element_size(element));
  return array;
}

/// Sets element i to `value_at(i)`, an int32, converted as int32 converts to the element's type.
template <class F>
void fill(Array& array, const F& value_at) {
  with_element(array.element, [&]<class T>(T) {
    const auto out = array.as<T>();
    parallel_for(out.size(), grain, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        out[i] = static_cast<T>(static_cast<std::int64_t>(value_at(i)));
      }
    });
  });
}

void fill_random(Array& array, std::uint64_t seed) {
  if (array.element == Element::float32) {
    fill(array, [&](std::size_t i) { return static_cast<std::int32_t>(random_below(seed, i, 4)); });
  } else {
    fill(array, [&](std::size_t i) { return random_int32(seed, i); });
  }
}

std::unique_ptr<Array> read_integers(const std::string& path, Element element) {
  const auto file =
      read_int32_file(path, INT32_MIN, INT32_MAX, static_cast<std::size_t>(max_values));
  auto input = make_array(element, file.values.size());
  fill(*input, [&](std::size_t i) { return file.values[i]; });
  return input;
}

std::unique_ptr<Array> read_floats(const std::string& path) {
  const auto file = read_real_file<float>(path, static_cast<std::size_t>(max_float_values), "<i4");
  auto input = make_array(Element::float32, file.values.size());
  // A negative zero becomes a positive one, which it is in every sum.
  std::transform(file.values.begin(), file.values.end(), input->as<float>().begin(),
                 [](float value) { return value + 0.0F; });
  refuse_large_sums(path, input->as<float>());
  input->unit = unit_of_sums(input->as<float>());
  return input;
}

class ExclusiveScan final : public Workload {
 public:
  WorkloadInfo info() const override {
    return {
        .id = "exclusive-scan",
        .title = "Exclusive scan",
        .summary = "Prefix sums: out[0] = 0, out[i] = in[0] + ... + in[i-1].",
        .size_axis = "n",
        .baseline = "sequential",
        .input_files = real_file_extensions(),
        .generated_axes = {"n", "seed"},
        .axes = {
            axes::integer("n", "Values", "Number of values to scan.", 0, max_values, 1 << 20, true),
            axes::choice(
                "element", "Element", "Type of the values and sums.",
                {{"int32", "Any int32; sums wrap around."},
                 {"int64", "Any int32 value, held and summed as int64."},
                 {"float32", "Values 0 to 3, n up to 2^22: sums are exact; or those of a file."}}),
            axes::seed()}};
  }

  std::string refuse(const Values& values) const override {
    if (values.text("element") != "float32" || values.real("n") <= max_float_values) return {};
    return "n is " + std::to_string(values.integer("n")) +
           ", but with element float32 sums are exact only up to n = 4194304 (2^22)";
  }

  Need need(const Values& values) const override {
    const double array = values.real("n") * static_cast<double>(element_size(element_of(values)));
    return {.host_bytes = 4 * array, .shared_bytes = 2 * array};
  }

  double estimate_seconds(const Values& values) const override { return 1e-9 * values.real("n"); }

  std::unique_ptr<Data> empty_input() const override { return std::make_unique<Input>(); }
  std::unique_ptr<Data> empty_expected() const override { return std::make_unique<Output>(); }

  std::unique_ptr<Data> generate(const Values& values) const override {
    auto input = make_array(element_of(values), static_cast<std::size_t>(values.integer("n")));
    fill_random(*input, static_cast<std::uint64_t>(values.integer("seed")));
    return input;
  }

  void refill(Data& input, const Values& values, std::uint64_t sample) const override {
    fill_random(static_cast<Input&>(input),
                static_cast<std::uint64_t>(values.integer("seed")) + sample);
  }

  std::unique_ptr<Data> read(const std::string& path, Values& values) const override {
    auto input = element_of(values) == Element::float32 ? read_floats(path)
                                                        : read_integers(path, element_of(values));
    values.set("n", static_cast<double>(input->n));
    return input;
  }

  std::unique_ptr<Data> make_output(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    return make_array(input.element, static_cast<std::size_t>(input.n));
  }

  /// Each changed value moves all sums behind it by the same amount.
  Planted plant(Data& data, const Data& expected, const Values& values,
                std::uint64_t seed) const override {
    auto& input = static_cast<Input&>(data);
    // The last value is in no sum.
    if (input.n < 2) return {.undo = [] {}};
    const auto count = static_cast<std::size_t>(input.n);
    if (input.rounded()) return plant_rounded(input, seed, threads_of(values));
    return with_element(input.element, [&]<class T>(T) -> Planted {
      const auto in = input.as<T>();
      auto changes = std::make_shared<Changes<T>>(in.data());
      std::map<std::size_t, T> moved_by;
      for (const std::size_t at :
           planting_positions(count - 1, planted_values, seed, threads_of(values))) {
        const T old = in[at];
        T value;
        if constexpr (std::is_same_v<T, float>) {
          value = old > 0 ? old - input.unit : old + input.unit;
        } else {
          // An int32 of any sign, and another one than before.
          value = static_cast<T>(static_cast<std::int64_t>(random_int32(seed, at)));
          if (value == old) value = 0 - (old == 0 ? T{1} : T{0});
        }
        changes->set(at, value);
        moved_by[at] = value - old;
      }
      std::shared_ptr<Array> moved = make_array(input.element, count);
      const auto before = static_cast<const Output&>(expected).as<T>();
      const auto after = moved->as<T>();
      T sum = 0;
      std::size_t begin = 0;
      const auto move_up_to = [&](std::size_t end) {
        parallel_for(end - begin, grain, [&](std::size_t first, std::size_t last) {
          for (std::size_t i = begin + first; i < begin + last; ++i) after[i] = before[i] + sum;
        });
        begin = end;
      };
      for (const auto& [at, amount] : moved_by) {
        move_up_to(at + 1);
        sum += amount;
      }
      move_up_to(count);
      return {.expected = moved, .undo = [changes] { changes->undo(); }};
    });
  }

  std::unique_ptr<Data> reference(const Data& data) const override {
    const auto& input = static_cast<const Input&>(data);
    if (input.rounded()) return sums_of(input);
    auto output = make_array(input.element, static_cast<std::size_t>(input.n));
    with_element(input.element, [&]<class T>(T sum) {
      const auto in = input.as<T>();
      const auto out = output->as<T>();
      for (std::size_t i = 0; i < in.size(); ++i) {
        out[i] = sum;
        sum += in[i];
      }
    });
    return output;
  }

  Check check(const Data& data, const Data& expected, const Data& actual, bool) const override {
    const auto& right = static_cast<const Output&>(expected);
    const auto& given = static_cast<const Output&>(actual);
    const auto& input = static_cast<const Input&>(data);
    if (input.rounded()) return check_rounded(input, given);
    if (equal_bytes(right.bytes.data(), given.bytes.data(), right.bytes.size())) {
      return {.passed = true, .rule = "exact", .message = "every sum is equal"};
    }
    return with_element(right.element, [&]<class T>(T) {
      const auto r = right.as<T>();
      const auto g = given.as<T>();
      std::size_t i = 0;
      while (std::memcmp(&r[i], &g[i], sizeof(T)) == 0) ++i;
      return Check{.passed = false,
                   .rule = "exact",
                   .message = "sum " + std::to_string(i) + " is " + std::to_string(g[i]) +
                              ", expected " + std::to_string(r[i])};
    });
  }

  std::vector<std::span<const std::byte>> input_parts(const Data& input) const override {
    return {static_cast<const Input&>(input).bytes.span()};
  }

  Answer answer(const Data&, const Data& output) const override {
    const auto& sums = static_cast<const Output&>(output);
    const char* const type = sums.element == Element::int64     ? "int64"
                             : sums.element == Element::float32 ? "float32"
                                                                : "int32";
    return {.bytes = sums.bytes.span(), .attributes = {{"elementType", type}}};
  }
};

BREAKEVEN_WORKLOAD(ExclusiveScan);

}  // namespace
}  // namespace breakeven::exclusive_scan

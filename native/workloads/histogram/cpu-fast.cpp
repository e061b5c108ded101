// Two things slow a plain loop down: the division behind `mod`, and that an increment must wait for
// the one before it when both hit the same count (a load that follows a store to the same address).
// So the modulo is a multiplication with a correction, left out where no value reaches the number
// of bins, and eight (four) values at a time go to as many histograms of the thread, so that equal
// neighbours do not meet. With few bins, vectors of values are compared with each bin instead.

#include <omp.h>

#include <algorithm>
#include <cstdint>

#include "../../core/axes.h"
#include "bin-of.h"
#include "few-bins.h"

namespace breakeven::histogram {
namespace {

constexpr std::size_t line = 16;
constexpr std::size_t max_ways = 8;
/// Above this eight histograms fall out of the first-level cache and four are better.
constexpr std::uint32_t max_bins_of_eight = 1024;
/// Above this four fall out of the second-level cache and one is better.
constexpr std::uint32_t max_bins_of_four = 16384;
/// Values that are worth a thread of their own.
constexpr std::int64_t values_of_thread = 16384;

/// value mod bins; the quotient from the high half of a product is right or one too small for
/// values below 2^31.
struct Modulo {
  std::uint32_t bins;
  std::uint32_t magic;
  std::uint32_t operator()(std::int32_t value) const {
    const auto v = static_cast<std::uint32_t>(value);
    const auto quotient = static_cast<std::uint32_t>((std::uint64_t{v} * magic) >> 32);
    const std::uint32_t rest = v - quotient * bins;
    return std::min(rest, rest - bins);
  }
};

template <int ways, class ToBin>
void count_split(const std::int32_t* values, std::int64_t begin, std::int64_t end,
                 std::uint32_t* tables, std::size_t stride, ToBin to_bin) {
  std::int64_t i = begin;
  for (; i + ways <= end; i += ways) {
    for (int way = 0; way < ways; ++way) {
      ++tables[static_cast<std::size_t>(way) * stride + to_bin(values[i + way])];
    }
  }
  for (; i < end; ++i) ++tables[to_bin(values[i])];
}

template <class ToBin>
void count_plain(const std::int32_t* values, std::int64_t begin, std::int64_t end,
                 std::uint32_t* table, ToBin to_bin) {
  for (std::int64_t i = begin; i < end; ++i) ++table[to_bin(values[i])];
}

bool is_compared(const Input& input) { return input.below_bins && input.bins <= max_compared_bins; }

std::size_t ways_for(const Input& input) {
  if (is_compared(input)) return 1;
  return input.bins <= max_bins_of_eight ? max_ways : input.bins <= max_bins_of_four ? 4 : 1;
}

class CpuFast final : public Execution {
 public:
  explicit CpuFast(const Case& c)
      : input_(c.input<Input>()),
        counts_(c.output<Output>().counts),
        ways_(ways_for(input_)),
        stride_((input_.bins + line - 1) / line * line) {
    const auto n = static_cast<std::int64_t>(input_.values.size());
    threads_ = static_cast<int>(
        std::clamp<std::int64_t>(n / values_of_thread, 1, c.values.integer("threads")));
    tables_ = HostArray<std::uint32_t>(stride_ * ways_ * static_cast<std::size_t>(threads_));
  }

  void run(Phases& phases) override {
    phases.kernel([&] {
      if (input_.below_bins) {
        count(AsItIs{});
      } else {
        count(Modulo{input_.bins, 0xFFFFFFFFu / input_.bins});
      }
    });
  }

 private:
  template <class ToBin>
  void count(ToBin to_bin) {
    if (threads_ == 1) {
      fill(0, static_cast<std::int64_t>(input_.values.size()), tables_.data(), to_bin);
      merge(0, input_.bins, 1);
      return;
    }
#pragma omp parallel num_threads(threads_)
    {
      const auto thread = static_cast<std::int64_t>(omp_get_thread_num());
      const auto team = static_cast<std::int64_t>(omp_get_num_threads());
      const auto n = static_cast<std::int64_t>(input_.values.size());
      fill(n * thread / team, n * (thread + 1) / team,
           tables_.data() + stride_ * ways_ * static_cast<std::size_t>(thread), to_bin);
#pragma omp barrier
      merge(static_cast<std::uint32_t>(input_.bins * thread / team),
            static_cast<std::uint32_t>(input_.bins * (thread + 1) / team),
            static_cast<std::size_t>(team));
    }
  }

  template <class ToBin>
  void fill(std::int64_t begin, std::int64_t end, std::uint32_t* tables, ToBin to_bin) const {
    std::fill_n(tables, stride_ * ways_, 0);
    if (is_compared(input_)) {
      count_by_comparing(input_.values.data() + begin, end - begin, input_.bins, tables);
    } else if (ways_ == 8) {
      count_split<8>(input_.values.data(), begin, end, tables, stride_, to_bin);
    } else if (ways_ == 4) {
      count_split<4>(input_.values.data(), begin, end, tables, stride_, to_bin);
    } else {
      count_plain(input_.values.data(), begin, end, tables, to_bin);
    }
  }

  void merge(std::uint32_t begin, std::uint32_t end, std::size_t team) {
    std::copy(tables_.data() + begin, tables_.data() + end, counts_.data() + begin);
    for (std::size_t table = 1; table < team * ways_; ++table) {
      const std::uint32_t* const from = tables_.data() + table * stride_;
      for (std::uint32_t bin = begin; bin < end; ++bin) counts_[bin] += from[bin];
    }
  }

  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  std::size_t ways_;
  std::size_t stride_;
  int threads_ = 1;
  HostArray<std::uint32_t> tables_;
};

Need need(const Values& values) {
  return {.host_bytes = 4.0 * max_ways * (values.real("bins") + line) * values.real("threads")};
}

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "cpu-fast",
                   .title = "Tuned CPU",
                   .summary = "Several histograms per thread, so that equal neighbours do not wait "
                              "for each other, and a modulo without division, in scalar code; "
                              "where bins are few, vectors compared with each bin, of AVX-512, "
                              "AVX2 or the baseline by processor; small inputs stay on one thread.",
                   .device = Device::cpu,
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::threads()},
                   .cost = cost,
                   .need = need,
                   .make = make_execution<CpuFast>});

}  // namespace
}  // namespace breakeven::histogram

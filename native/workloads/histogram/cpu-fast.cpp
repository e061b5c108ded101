// Two things slow a plain loop down: the division behind `mod`, and that an increment must wait for
// the one before it when both hit the same count (a load that follows a store to the same address).
// So the modulo is a multiplication with a correction, left out where no value reaches the number
// of bins, and eight (four, two) values at a time go to as many histograms of the thread, so that
// equal neighbours do not meet. With few bins, vectors of values are compared with each bin
// instead.
//
// Each thread has a part, the one whose pages it touched first, and takes it block by block.
// Whoever has done its own part takes blocks of others, so that a thread that has lost its core
// holds the others up for a block and not for its part.

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "../../core/axes.h"
#include "bin-of.h"
#include "few-bins.h"

namespace breakeven::histogram {
namespace {

/// Values, and counts, of a cache line.
constexpr std::size_t line = 16;
/// Words between the histograms of two threads. The hardware prefetcher also requests the line, and
/// at the end of a page the page, that follows; without the gap it takes lines away from the next
/// thread, which writes to them.
constexpr std::size_t gap_of_threads = 2048;
constexpr std::size_t max_ways = 8;
/// Above these numbers of bins so many histograms fall out of the first-level cache; two may, since
/// one waits three times as long where all values are equal.
constexpr std::uint32_t max_bins_of_eight = 1024;
constexpr std::uint32_t max_bins_of_four = 2048;
constexpr std::uint32_t max_bins_of_two = 16384;
/// Values that are worth a thread of their own, and those that it takes at a time where it counts
/// them one by one.
constexpr std::int64_t values_of_thread = 16384;

/// A histogram more has to be cleared and added up: worth it for so many values a bin of all.
constexpr std::int64_t values_of_bin = 4;

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

/// Prefetches the line 1024 values ahead: at two cycles a value the hardware prefetcher is too late
/// for values in memory. A prefetch behind the end of the array has no effect.
void fetch_ahead(const std::int32_t* value) {
  constexpr std::uintptr_t ahead = 1024 * sizeof(std::int32_t);
  __builtin_prefetch(
      reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(value) + ahead));
}

/// One value after the other, each to the next histogram.
template <int ways, class ToBin>
void count_interleaved(const std::int32_t* values, std::int64_t begin, std::int64_t end,
                       std::uint32_t* tables, std::size_t stride, ToBin to_bin) {
  constexpr int at_once = line;
  std::int64_t i = begin;
  for (; i + at_once <= end; i += at_once) {
    fetch_ahead(values + i);
    for (int next = 0; next < at_once; ++next) {
      ++tables[static_cast<std::size_t>(next % ways) * stride + to_bin(values[i + next])];
    }
  }
  for (; i < end; ++i) ++tables[to_bin(values[i])];
}

bool is_compared(const Input& input) { return input.below_bins && input.bins <= max_compared_bins; }

/// `values`: of one thread.
std::size_t ways_for(const Input& input, std::int64_t values) {
  if (is_compared(input) || input.bins > max_bins_of_two) return 1;
  std::size_t ways = max_ways;
  if (input.bins > max_bins_of_eight) ways = input.bins > max_bins_of_four ? 2 : 4;
  while (ways > 1 && values_of_bin * static_cast<std::int64_t>(ways * input.bins) > values) {
    ways /= 2;
  }
  return ways;
}

/// The values of one thread, handed out in blocks to whoever asks.
class alignas(64) Part {
 public:
  void reset(std::int64_t begin, std::int64_t end) {
    end_ = end;
    next_.store(begin, std::memory_order_relaxed);
  }

  template <class F>
  void take_all(std::int64_t block, F&& count) {
    // The load keeps those who come too late from taking the line away from each other.
    while (next_.load(std::memory_order_relaxed) < end_) {
      const std::int64_t begin = next_.fetch_add(block, std::memory_order_relaxed);
      if (begin < end_) count(begin, std::min(begin + block, end_));
    }
  }

 private:
  std::int64_t end_ = 0;
  std::atomic<std::int64_t> next_{0};
};

class CpuFast final : public Execution {
 public:
  explicit CpuFast(const Case& c)
      : input_(c.input<Input>()),
        counts_(c.output<Output>().counts),
        stride_((input_.bins + line - 1) / line * line),
        block_(is_compared(input_) ? 2 * compared_block : values_of_thread) {
    const auto n = static_cast<std::int64_t>(input_.values.size());
    threads_ = static_cast<int>(
        std::clamp<std::int64_t>(n / values_of_thread, 1, c.values.integer("threads")));
    ways_ = ways_for(input_, n / threads_);
    room_ = stride_ * ways_ + (is_compared(input_) ? 0 : gap_of_threads);
    parts_ = std::vector<Part>(static_cast<std::size_t>(threads_));
    tables_ = HostArray<std::uint32_t>(room_ * static_cast<std::size_t>(threads_));
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
    const auto n = static_cast<std::int64_t>(input_.values.size());
    if (threads_ == 1 && ways_ == 1 && !is_compared(input_)) {
      std::fill_n(counts_.data(), input_.bins, 0);
      return fill(0, n, counts_.data(), to_bin);
    }
    if (threads_ == 1) {
      clear(tables_.data());
      fill(0, n, tables_.data(), to_bin);
      fold(tables_.data());
      merge(0, input_.bins, 1);
      return;
    }
    for (int part = 0; part < threads_; ++part) {
      parts_[static_cast<std::size_t>(part)].reset(n * part / threads_, n * (part + 1) / threads_);
    }
#pragma omp parallel num_threads(threads_)
    {
      const auto thread = static_cast<std::size_t>(omp_get_thread_num());
      const auto team = static_cast<std::size_t>(omp_get_num_threads());
      std::uint32_t* const tables = tables_.data() + room_ * thread;
      clear(tables);
      for (std::size_t i = 0; i < parts_.size(); ++i) {
        parts_[(thread + i) % parts_.size()].take_all(
            block_,
            [&](std::int64_t begin, std::int64_t end) { fill(begin, end, tables, to_bin); });
      }
      fold(tables);
#pragma omp barrier
      merge(static_cast<std::uint32_t>(input_.bins * thread / team),
            static_cast<std::uint32_t>(input_.bins * (thread + 1) / team), team);
    }
  }

  void clear(std::uint32_t* tables) const { std::fill_n(tables, stride_ * ways_, 0); }

  template <class ToBin>
  void fill(std::int64_t begin, std::int64_t end, std::uint32_t* tables, ToBin to_bin) const {
    if (is_compared(input_)) {
      count_by_comparing(input_.values.data() + begin, end - begin, input_.bins, tables);
    } else if (ways_ == 8) {
      count_interleaved<8>(input_.values.data(), begin, end, tables, stride_, to_bin);
    } else if (ways_ == 4) {
      count_interleaved<4>(input_.values.data(), begin, end, tables, stride_, to_bin);
    } else if (ways_ == 2) {
      count_interleaved<2>(input_.values.data(), begin, end, tables, stride_, to_bin);
    } else {
      count_interleaved<1>(input_.values.data(), begin, end, tables, stride_, to_bin);
    }
  }

  /// A thread's histograms into its first one, while its core's cache has them.
  void fold(std::uint32_t* tables) const {
    for (std::size_t way = 1; way < ways_; ++way) {
      const std::uint32_t* const from = tables + way * stride_;
      for (std::uint32_t bin = 0; bin < input_.bins; ++bin) tables[bin] += from[bin];
    }
  }

  void merge(std::uint32_t begin, std::uint32_t end, std::size_t team) {
    std::copy(tables_.data() + begin, tables_.data() + end, counts_.data() + begin);
    for (std::size_t thread = 1; thread < team; ++thread) {
      const std::uint32_t* const from = tables_.data() + room_ * thread;
      for (std::uint32_t bin = begin; bin < end; ++bin) counts_[bin] += from[bin];
    }
  }

  const Input& input_;
  HostArray<std::uint32_t>& counts_;
  std::size_t stride_;
  /// Histograms of a thread.
  std::size_t ways_ = 1;
  /// From the histograms of one thread to those of the next.
  std::size_t room_ = 0;
  /// Values that a thread takes at a time.
  std::int64_t block_;
  int threads_ = 1;
  std::vector<Part> parts_;
  HostArray<std::uint32_t> tables_;
};

Need need(const Values& values) {
  const double words = max_ways * (values.real("bins") + line) + gap_of_threads;
  return {.host_bytes = 4.0 * words * values.real("threads")};
}

BREAKEVEN_VARIANT({.id = "cpu-fast",
                   .title = "Tuned CPU",
                   .summary = "Several histograms per thread, so that equal neighbours do not wait "
                              "for each other, and a modulo without division, in scalar code; "
                              "where bins are few, vectors compared with each bin, of AVX-512, "
                              "AVX2 or the baseline by processor; threads help each other out, and "
                              "small inputs stay on one thread.",
                   .device = Device::cpu,
                   .kind = VariantKind::fast,
                   .source = "Breakeven",
                   .parameters = {axes::threads()},
                   .need = need,
                   .make = make_execution<CpuFast>});

}  // namespace
}  // namespace breakeven::histogram

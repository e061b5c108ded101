#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <thread>
#include <vector>

#include "../../../native/core/array-checks.h"
#include "../../../native/core/variant.h"
#include "fault.h"

namespace breakeven::wrong {

/// `Problem` names its workload and has the types Input and Output, size(input), and solve(input,
/// output, count), which is right where count is the size and otherwise knows the first `count`
/// elements alone.
template <class Problem, Fault mistake>
class Wrong final : public Execution {
 public:
  explicit Wrong(const Case& c)
      : input_(c.input<typename Problem::Input>()), output_(c.output<typename Problem::Output>()) {}

  ~Wrong() override { join(); }

  void run(Phases& phases) override {
    join();
    phases.kernel([&] { solve(); });
  }

 private:
  void solve() {
    const std::size_t size = Problem::size(input_);
    if constexpr (mistake == Fault::lost_tail) {
      return Problem::solve(input_, output_, size - (size + 19) / 20);
    } else if constexpr (mistake == Fault::off_by_one) {
      return Problem::solve(input_, output_, size - 1);
    } else if constexpr (mistake == Fault::replay) {
      return replay();
    } else if constexpr (mistake == Fault::stale) {
      if (runs_++ > 0) return;
    }
    const DataArray array = output_.arrays().front();
    std::byte* const last = array.data + array.bytes - array.element_bytes;
    [[maybe_unused]] const bool filled = !is_poison(last, array.element_bytes);
    if constexpr (mistake == Fault::keeps_filled) {
      if (filled) return;
    }
    Problem::solve(input_, output_, size);
    if constexpr (mistake == Fault::rare_race) {
      if (++runs_ % 100 == 0) lose_tail(array);
    } else if constexpr (mistake == Fault::changed_input) {
      if (runs_++ == 0) change_input();
    } else if constexpr (mistake == Fault::unwritten) {
      std::memset(last, 0xCD, array.element_bytes);
    } else if constexpr (mistake == Fault::out_of_bounds) {
      array.data[array.bytes] = std::byte{0};
    } else if constexpr (mistake == Fault::not_a_number) {
      std::memset(last, 0xFF, array.element_bytes);
    } else if constexpr (mistake == Fault::late) {
      finish_late(array);
    } else if constexpr (mistake == Fault::wrong_when_filled) {
      if (filled) lose_tail(array);
    }
  }

  /// What one thread had to do. More than a tolerance allows: the exponent of what has one.
  static void lose_tail(const DataArray& array) {
    const std::size_t size = array.element_bytes;
    const std::size_t count = array.bytes / size;
    for (std::size_t i = count - (count + 19) / 20; i < count; ++i) {
      array.data[i * size + size - 1] ^= std::byte{1};
    }
  }

  /// The arrays outlive the thread, however long it waits for a core.
  void join() {
    if (late_.joinable()) late_.join();
  }

  void finish_late(const DataArray& array) {
    lose_tail(array);
    late_ = std::thread([array] {
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
      while (std::chrono::steady_clock::now() < end) {
      }
      lose_tail(array);
    });
  }

  void change_input() {
    const DataArray array = const_cast<typename Problem::Input&>(input_).arrays().back();
    std::byte& low = array.data[array.bytes / array.element_bytes / 2 * array.element_bytes];
    low = std::byte(static_cast<unsigned char>(low) + 1);
  }

  void replay() {
    static std::vector<std::vector<std::byte>> first;
    static std::size_t first_size = 0;
    const std::vector<DataArray> arrays = output_.arrays();
    const std::size_t size = Problem::size(input_);
    if (first.empty() || first_size != size) {
      Problem::solve(input_, output_, size);
      first_size = size;
      first.clear();
      for (const DataArray& a : arrays) first.emplace_back(a.data, a.data + a.bytes);
      return;
    }
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      std::copy(first[k].begin(), first[k].end(), arrays[k].data);
    }
  }

  const typename Problem::Input& input_;
  typename Problem::Output& output_;
  std::thread late_;
  int runs_ = 0;
};

template <class Problem, Fault mistake>
bool add() {
  const Description description = describe(mistake);
  register_variant({.workload = Problem::workload,
                    .id = description.id,
                    .title = description.id,
                    .summary = description.summary,
                    .source = source,
                    .exact = Problem::exact,
                    .cost = Problem::cost_of,
                    .make = make_execution<Wrong<Problem, mistake>>});
  return true;
}

template <class Problem, Fault... faults>
bool add_each() {
  return (add<Problem, faults>() && ...);
}

/// Registers the faults that every workload can have, and `more` of them.
template <class Problem, Fault... more>
bool add_all() {
  using enum Fault;
  return add_each<Problem, lost_tail, off_by_one, rare_race, replay, stale, changed_input,
                  unwritten, late, keeps_filled, wrong_when_filled, out_of_bounds, more...>();
}

}  // namespace breakeven::wrong

#pragma once

#include <atomic>
#include <chrono>
#include <cstring>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "../../../native/core/registry.h"
#include "wrong.h"

/// Programs whose answers are right and that do less, or do it elsewhere, in the runs that are
/// timed.
namespace breakeven::zoo {

enum class Trick {
  none,
  kept_output,
  kept_few,
  few_values,
  parameters,
  whole_input,
  same_input,
  second_call,
  third_call,
  later_calls,
  later_few,
  soon_again,
  soon_after,
  second_soon,
  before_kernel,
  after_kernel,
  in_restore,
  in_scratch,
  in_constructor,
  first_object,
  living_thread,
  ahead,
  slow_around,
};

struct Description {
  Trick trick;
  const char* id;
  const char* summary;
};

inline constexpr Description tricks[] = {
    {Trick::none, "honest", "Computes: what the others are compared with."},
    {Trick::kept_output, "lazy-kept-output",
     "Computes only where the output is not what it wrote last."},
    {Trick::kept_few, "lazy-kept-few", "The same by 256 elements of each array and of the input."},
    {Trick::few_values, "lazy-few-values",
     "Gives its last answer again where two values are the same."},
    {Trick::parameters, "lazy-parameters", "Gives its last answer for the same first 64 bytes."},
    {Trick::whole_input, "lazy-whole-input",
     "Gives an answer again to an input that it has seen whole."},
    {Trick::same_input, "lazy-same-input",
     "Gives its answer again where memcmp finds the same input."},
    {Trick::second_call, "lazy-second-call", "Computes in every second call."},
    {Trick::third_call, "lazy-third-call", "Computes in every third call."},
    {Trick::later_calls, "lazy-later-calls", "Computes in the first 300 calls."},
    {Trick::later_few, "lazy-later-few",
     "After 300 calls it gives its last answer again where 16 values are the same."},
    {Trick::soon_again, "lazy-soon-again",
     "Computes unless it was called less than a microsecond ago."},
    {Trick::soon_after, "lazy-soon-after",
     "Computes unless it was called less than 40 microseconds ago."},
    {Trick::second_soon, "lazy-second-soon",
     "Computes in every second of calls that follow in a microsecond."},
    {Trick::before_kernel, "lazy-before-kernel", "Computes before its kernel phase, which copies."},
    {Trick::after_kernel, "lazy-after-kernel", "Computes after its kernel phase, which is empty."},
    {Trick::in_restore, "lazy-in-restore",
     "Computes in its restore phase; its kernel phase copies."},
    {Trick::in_scratch, "lazy-in-scratch",
     "Computes in its scratch phase; its kernel phase copies."},
    {Trick::in_constructor, "lazy-in-constructor",
     "Computes when it is made; its kernel phase copies."},
    {Trick::first_object, "lazy-first-object",
     "Computes in the first object of a process, and copies then."},
    {Trick::living_thread, "lazy-living-thread",
     "Leaves its work to a thread that lives on, and returns."},
    {Trick::ahead, "lazy-ahead",
     "A thread that lives on computes all the time; its last answer is given."},
    {Trick::slow_around, "lazy-slow-around",
     "Right, with 5 ms of other work before its kernel phase."},
};

inline constexpr const char* lazy_source = "Breakeven's zoo";

using Bytes = std::vector<std::vector<std::byte>>;

inline Bytes bytes_of(Data& data) {
  Bytes bytes;
  for (const DataArray& array : data.arrays()) {
    bytes.emplace_back(array.data, array.data + array.bytes);
  }
  return bytes;
}

inline void copy_to(Data& data, const Bytes& bytes) {
  const std::vector<DataArray> arrays = data.arrays();
  for (std::size_t k = 0; k < arrays.size(); ++k) {
    std::copy(bytes[k].begin(), bytes[k].end(), arrays[k].data);
  }
}

/// At most `count` elements of each array, spread over it.
inline std::vector<std::byte> some_of(const Data& data, std::size_t count) {
  std::vector<std::byte> some;
  for (const DataArray& array : const_cast<Data&>(data).arrays()) {
    const std::size_t elements = array.bytes / array.element_bytes;
    for (std::size_t i = 0; i < std::min(count, elements); ++i) {
      const std::byte* const at =
          array.data + i * elements / std::min(count, elements) * array.element_bytes;
      some.insert(some.end(), at, at + array.element_bytes);
    }
  }
  return some;
}

/// One thread for all cases of a process: it does what it is given last.
class LivingThread {
 public:
  static LivingThread& instance() {
    static LivingThread* const thread = new LivingThread;
    return *thread;
  }
  void start(std::function<void()> work) {
    wait();
    work_ = std::move(work);
    busy_.store(true, std::memory_order_release);
    busy_.notify_one();
  }
  void wait() const {
    while (busy_.load(std::memory_order_acquire)) std::this_thread::yield();
  }

 private:
  LivingThread() {
    std::thread([this] {
      for (;;) {
        busy_.wait(false);
        work_();
        busy_.store(false, std::memory_order_release);
      }
    }).detach();
  }
  std::function<void()> work_;
  std::atomic<bool> busy_{false};
};

template <class Problem, Trick trick>
class Lazy final : public Execution {
 public:
  explicit Lazy(const Case& c)
      : input_(c.input<typename Problem::Input>()),
        output_(c.output<typename Problem::Output>()),
        made_(Registry::instance().workload(Problem::workload).make_output(c.input_data)),
        apart_(static_cast<typename Problem::Output&>(*made_)) {
    if constexpr (trick == Trick::in_constructor) compute_apart();
  }
  Lazy(const Lazy&) = delete;
  Lazy& operator=(const Lazy&) = delete;
  ~Lazy() override {
    if constexpr (trick == Trick::living_thread || trick == Trick::ahead) {
      LivingThread::instance().wait();
    }
  }

  void run(Phases& phases) override {
    if constexpr (trick == Trick::before_kernel) compute_apart();
    if constexpr (trick == Trick::in_restore) phases.restore([&] { compute_apart(); });
    if constexpr (trick == Trick::in_scratch) phases.scratch([&] { compute_apart(); });
    if constexpr (trick == Trick::slow_around) {
      const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(5);
      while (std::chrono::steady_clock::now() < end) {
      }
    }
    phases.kernel([&] { kernel(); });
    if constexpr (trick == Trick::after_kernel) compute();
  }

 private:
  void kernel() {
    if constexpr (trick == Trick::before_kernel || trick == Trick::in_restore ||
                  trick == Trick::in_scratch || trick == Trick::in_constructor) {
      copy_to(output_, bytes_of(apart_));
    } else if constexpr (trick == Trick::slow_around || trick == Trick::none) {
      compute();
    } else if constexpr (trick == Trick::kept_output) {
      if (!answer_.empty() && bytes_of(output_) == answer_ && first_of_input() == some_) return;
      keep();
      some_ = first_of_input();
    } else if constexpr (trick == Trick::kept_few) {
      if (!some_.empty() && some_ == some()) return;
      compute();
      some_ = some();
    } else if constexpr (trick == Trick::few_values) {
      replay(some_of(input_, 2));
    } else if constexpr (trick == Trick::parameters) {
      replay(first_of_input());
    } else if constexpr (trick == Trick::whole_input) {
      replay(some_of(input_, static_cast<std::size_t>(-1)));
    } else if constexpr (trick == Trick::same_input) {
      if (is_same_input()) return copy_to(output_, answer_);
      keep();
      whole_ = bytes_of(const_cast<typename Problem::Input&>(input_));
    } else if constexpr (trick == Trick::second_call) {
      if (calls_++ % 2 == 0) compute();
    } else if constexpr (trick == Trick::third_call) {
      if (calls_++ % 3 == 0) compute();
    } else if constexpr (trick == Trick::later_calls) {
      if (calls_++ < 300) compute();
    } else if constexpr (trick == Trick::later_few) {
      if (calls_++ < 300) return compute();
      replay(some_of(input_, 16));
    } else if constexpr (trick == Trick::soon_again) {
      const auto now = std::chrono::steady_clock::now();
      if (now - ended_ > std::chrono::microseconds(1)) compute();
      ended_ = std::chrono::steady_clock::now();
    } else if constexpr (trick == Trick::soon_after || trick == Trick::second_soon) {
      const auto soon = std::chrono::microseconds(trick == Trick::soon_after ? 40 : 1);
      const bool again = std::chrono::steady_clock::now() - ended_ < soon;
      if (!again || (trick == Trick::second_soon && calls_++ % 2 == 0)) compute();
      ended_ = std::chrono::steady_clock::now();
    } else if constexpr (trick == Trick::first_object) {
      static Bytes first;
      static std::size_t size = 0;
      if (object_ > 1 && size == Problem::size(input_)) return copy_to(output_, first);
      compute();
      first = bytes_of(output_);
      size = Problem::size(input_);
    } else if constexpr (trick == Trick::living_thread) {
      LivingThread::instance().start([this] { compute(); });
    } else if constexpr (trick == Trick::ahead) {
      ahead();
    }
  }

  void compute() { Problem::solve(input_, output_, Problem::size(input_)); }

  /// Into memory of its own.
  void compute_apart() { Problem::solve(input_, apart_, Problem::size(input_)); }

  void keep() {
    compute();
    answer_ = bytes_of(output_);
  }

  bool is_same_input() const {
    const auto arrays = const_cast<typename Problem::Input&>(input_).arrays();
    if (whole_.size() != arrays.size() || arrays.empty()) return false;
    for (std::size_t k = 0; k < arrays.size(); ++k) {
      const Bytes::value_type& before = whole_[k];
      if (before.size() != arrays[k].bytes) return false;
      if (std::memcmp(before.data(), arrays[k].data, before.size()) != 0) return false;
    }
    return true;
  }

  std::vector<std::byte> first_of_input() const {
    std::vector<std::byte> some;
    for (const DataArray& array : const_cast<typename Problem::Input&>(input_).arrays()) {
      some.insert(some.end(), array.data, array.data + std::min<std::size_t>(array.bytes, 64));
    }
    return some;
  }

  std::vector<std::byte> some() const {
    std::vector<std::byte> bytes = some_of(output_, 256);
    const std::vector<std::byte> input = some_of(input_, 256);
    bytes.insert(bytes.end(), input.begin(), input.end());
    return bytes;
  }

  void replay(std::vector<std::byte> key) {
    if (key == some_) return copy_to(output_, answer_);
    keep();
    some_ = std::move(key);
  }

  void ahead() {
    if (calls_++ == 0) compute_apart();
    LivingThread::instance().wait();
    copy_to(output_, bytes_of(apart_));
    LivingThread::instance().start([this] { compute_apart(); });
  }

  static inline int objects_ = 0;

  const typename Problem::Input& input_;
  typename Problem::Output& output_;
  std::unique_ptr<Data> made_;
  typename Problem::Output& apart_;
  Bytes answer_;
  Bytes whole_;
  std::vector<std::byte> some_;
  int calls_ = 0;
  int object_ = ++objects_;
  std::chrono::steady_clock::time_point ended_{};
};

template <class Problem>
void add(const char* id, const char* summary, decltype(Variant::make) make) {
  register_variant({.workload = Problem::workload,
                    .id = id,
                    .title = id,
                    .summary = summary,
                    .source = lazy_source,
                    .exact = Problem::exact,
                    .cost = Problem::cost_of,
                    .make = make});
}

/// A function that computes less.
template <class Problem, auto function>
bool add_function(const char* id, const char* summary) {
  add<Problem>(id, summary, make_kernel<function>);
  return true;
}

template <class Problem>
bool add_lazy() {
  [&]<std::size_t... at>(std::index_sequence<at...>) {
    (add<Problem>(tricks[at].id, tricks[at].summary,
                  make_execution<Lazy<Problem, tricks[at].trick>>),
     ...);
  }(std::make_index_sequence<std::size(tricks)>{});
  return true;
}

}  // namespace breakeven::zoo

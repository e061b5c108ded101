#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Right but for the last bin, which is one too high from run `wrong_from` on.
template <int wrong_from>
class Wrong final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    phases.kernel([&] {
      count();
      if (runs_++ >= wrong_from) ++counts_[input_.bins - 1];
    });
  }

 private:
  int runs_ = 0;
};

/// Right in the first Execution of a process, which is the one whose kernel and call are sampled.
/// From the second one on, which only the whole makes, the last bin is one too high. A long one
/// takes so long that no further run is spared: a sample's own answer is verified.
template <bool is_long>
class WrongTotal final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    phases.kernel([&] {
      if (is_long) std::this_thread::sleep_for(std::chrono::milliseconds(1050));
      count();
      if (wrong_) ++counts_[input_.bins - 1];
    });
  }

 private:
  static inline int made_ = 0;
  const bool wrong_ = made_++ > 0;
};

/// Counts on from what fresh memory holds, as if that were zeros: it is, as long as nothing fills
/// what is freed.
class Zeros final : public Sound {
 public:
  using Sound::Sound;

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::free(hidden(std::calloc(1, bytes)));
      void* const block = hidden(std::malloc(bytes));
      // In front are the pointers of the list of free memory.
      std::memcpy(counts_.data(), static_cast<std::byte*>(block) + bytes / 2,
                  std::min(counts_.size() * sizeof(std::uint32_t), bytes / 2));
      std::free(block);
      count_on();
    });
  }

 private:
  /// The C library gives smaller pieces to the thread that freed them without filling them.
  static constexpr std::size_t bytes = 2000;

  /// A compiler leaves out what it sees to be of no use.
  static void* hidden(void* block) {
    asm volatile("" : "+r"(block) : : "memory");
    return block;
  }
};

[[maybe_unused]] const bool added =
    add<Wrong<0>>("test-wrong", "Wrong", "The last bin is one too high.") &&
    add<Wrong<4>>("test-wrong-later", "Wrong later",
                  "Right at first; the last bin is one too high from the fifth run on.") &&
    // More than the runs before timing; its test takes more samples.
    add<Wrong<4000>>("test-wrong-last", "Wrong in the end",
                     "Right at first; the last bin is one too high after 4,000 runs.") &&
    add<WrongTotal<false>>("test-wrong-total", "Wrong from end to end",
                           "Right on the kernel's own arrays, wrong whenever it starts anew.") &&
    add<WrongTotal<true>>("test-wrong-long-total", "Wrong from end to end, long",
                          "As test-wrong-total, and every run takes more than a second.") &&
    add<Zeros>("test-zeros", "Relies on zeros", "Takes fresh memory for zeros.");

}  // namespace
}  // namespace breakeven::histogram

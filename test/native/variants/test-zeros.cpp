#include <cstdlib>
#include <cstring>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

/// Counts on from what fresh memory holds, as if that were zeros: it is, as long as nothing fills
/// what is freed.
class Zeros final : public Execution {
 public:
  explicit Zeros(const Case& c) : input_(c.input<Input>()), counts_(c.output<Output>().counts) {}

  void run(Phases& phases) override {
    phases.kernel([&] {
      std::free(hidden(std::calloc(1, bytes)));
      void* const block = hidden(std::malloc(bytes));
      // In front are the pointers of the list of free memory.
      std::memcpy(counts_.data(), static_cast<std::byte*>(block) + bytes / 2,
                  std::min(counts_.size() * sizeof(std::uint32_t), bytes / 2));
      std::free(block);
      for (const std::int32_t value : input_.values) {
        ++counts_[static_cast<std::uint32_t>(value) % input_.bins];
      }
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

  const Input& input_;
  HostArray<std::uint32_t>& counts_;
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-zeros",
                   .title = "Relies on zeros",
                   .summary = "Takes fresh memory for zeros.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Zeros>});

}  // namespace
}  // namespace breakeven::histogram

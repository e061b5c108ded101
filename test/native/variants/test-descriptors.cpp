#include <unistd.h>

#include "test-sound.h"

namespace breakeven::histogram {
namespace {

constexpr int first_of_others = 3;
constexpr int last_descriptor = 255;

/// Right, and closes every file of its process, the one to its parent included.
class Descriptors final : public Sound {
 public:
  using Sound::Sound;
  void run(Phases& phases) override {
    for (int file = first_of_others; file <= last_descriptor; ++file) close(file);
    Sound::run(phases);
  }
};

BREAKEVEN_VARIANT({.workload = workload_id,
                   .id = "test-descriptors",
                   .title = "Closes descriptors",
                   .summary = "Right, and closes what its process has open.",
                   .source = "Breakeven's tests",
                   .cost = cost,
                   .make = make_execution<Descriptors>});

}  // namespace
}  // namespace breakeven::histogram
